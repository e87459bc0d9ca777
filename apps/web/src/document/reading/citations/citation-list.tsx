import type { CitationState } from '@ecp/contract/values/citations';
import { Crosshair, Quote } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../base/format/format.ts';
import { withColon } from '../../../base/format/words.ts';
import { readingTexts } from '../../../base/texts/reading.ts';
import { Button } from '../../../base/ui/buttons.tsx';
import { classNames } from '../../../base/ui/class-names.ts';
import { defer } from '../../../base/ui/defer.ts';
import { EmptyState, SkeletonRows } from '../../../base/ui/states.tsx';
import { findWords } from '../../../shared/markdown/find-words.ts';
import { CitationEvidence, OpenSource } from './citation-evidence.tsx';
import type { NumberedCitation } from './citation-index.ts';

const texts = readingTexts.citations;
const origins = defer(() => import('./evidence-window.tsx'));

export interface Selection {
  index: number;
}

interface CitationListProps {
  engagementId: string;
  citations: readonly NumberedCitation[];
  checked: boolean;
  complete: boolean;
  /** What the check waits for before it is repeated; null if it is over. */
  waitsFor: 'files' | 'check' | 'judge' | null;
  /** The list scrolls to this citation and marks it. A new object repeats that. */
  selected: Selection | null;
  onShowInText: (citation: NumberedCitation) => void;
}

const explainWait = (waitsFor: 'files' | 'check' | 'judge') =>
  ({ files: texts.waitsForFiles, check: texts.waitsForCheck, judge: texts.waitsForJudge })[
    waitsFor
  ];

/** Lists all citations of a version with their evidence. Each links to its place in the text. */
export function CitationList(props: CitationListProps) {
  const { engagementId, citations, checked, complete, waitsFor, selected, onShowInText } = props;
  const [chosen, setState] = useState<CitationState | null>(null);
  const isHidden =
    selected !== null && chosen !== null && citations[selected.index]?.state !== chosen;
  const state = isHidden ? null : chosen;
  if (waitsFor === 'check' && citations.length === 0) {
    return (
      <EmptyState icon={Quote} title={texts.notChecked}>
        {texts.waitsForCheck}
      </EmptyState>
    );
  }
  if (!checked || citations.length === 0) return <NoCitations checked={checked} />;
  const shown = citations.filter((citation) => state === null || citation.state === state);
  return (
    <div className="flex flex-col gap-3">
      <CitationFilter citations={citations} state={state} onChange={setState} />
      {waitsFor !== null && <p className="text-muted text-sm">{explainWait(waitsFor)}</p>}
      {!complete && waitsFor === null && (
        <p className="text-muted text-sm">{texts.incomplete(formatCount(citations.length))}</p>
      )}
      <ul aria-label={texts.listLabel} className="flex flex-col divide-y border-y">
        {shown.map((citation) => (
          <CitationItem
            key={citation.index}
            engagementId={engagementId}
            citation={citation}
            selection={citation.index === selected?.index ? selected : null}
            onShowInText={onShowInText}
          />
        ))}
      </ul>
    </div>
  );
}

interface CitationItemProps {
  engagementId: string;
  citation: NumberedCitation;
  selection: Selection | null;
  onShowInText: (citation: NumberedCitation) => void;
}

function CitationItem({ engagementId, citation, selection, onShowInText }: CitationItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!selection) return;
    item.current?.scrollIntoView({ block: 'nearest' });
    item.current?.focus({ preventScroll: true });
  }, [selection]);
  const { claim, quote, passage } = citation;
  const addsWords = ![quote, passage].some(
    (words) => words !== null && findWords(words, claim).length > 0,
  );
  return (
    <li
      ref={item}
      tabIndex={-1}
      aria-current={selection ? true : undefined}
      className={classNames(
        '-mx-2 flex flex-col gap-2.5 px-2 py-3.5 outline-none',
        selection && 'bg-accent-soft/50',
      )}
    >
      <CitationEvidence citation={citation} engagementId={engagementId} />
      <Origin citation={citation} />
      {addsWords && (
        <p dir="auto" className="line-clamp-4 text-muted text-sm">
          <span className="font-medium">{withColon(texts.claim)}</span> {claim}
        </p>
      )}
      <div className="-ml-2 flex flex-wrap gap-1">
        <OpenSource citation={citation} />
        <Button icon={Crosshair} kind="quiet" size="small" onClick={() => onShowInText(citation)}>
          {texts.showInText}
        </Button>
      </div>
    </li>
  );
}

/**
 * Shows where a statement comes from. Its parts send requests, so they load and render only when it
 * is opened.
 */
function Origin({ citation }: { citation: NumberedCitation }) {
  const [isOpen, setIsOpen] = useState(false);
  const parts = origins.useModule(isOpen);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded text-muted text-sm">
        {readingTexts.origin.more}
      </summary>
      <div className="pt-2">
        {isOpen &&
          (parts ? (
            <parts.StatementOrigin citation={citation} />
          ) : (
            <SkeletonRows rows={2} className="h-6 w-full" />
          ))}
      </div>
    </details>
  );
}

function NoCitations({ checked }: { checked: boolean }) {
  return (
    <EmptyState icon={Quote} title={checked ? texts.emptyTitle : texts.uncheckedTitle}>
      {checked ? texts.emptyAdvice : texts.uncheckedAdvice}
    </EmptyState>
  );
}

const states = [
  'altered',
  'unsupported',
  'missing_source',
  'uncited',
  'unjudged',
  'set_by_text',
  'computed',
  'verified',
] as const satisfies readonly CitationState[];

interface CitationFilterProps {
  citations: readonly NumberedCitation[];
  state: CitationState | null;
  onChange: (state: CitationState | null) => void;
}

/**
 * Filters the list by state. States without citations are left out; with one state there is no
 * filter.
 */
function CitationFilter({ citations, state, onChange }: CitationFilterProps) {
  const count = (wanted: CitationState) =>
    citations.filter((citation) => citation.state === wanted).length;
  const options = [
    { value: null, label: texts.all, total: citations.length },
    ...states.map((value) => ({ value, label: texts.filter[value], total: count(value) })),
  ].filter(({ total }) => total > 0);
  if (options.length <= 2) return null;
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{texts.filterLabel}</legend>
      {options.map(({ value, label, total }) => (
        <button
          key={label}
          type="button"
          aria-pressed={value === state}
          onClick={() => onChange(value)}
          className={classNames(
            'h-7 whitespace-nowrap rounded-lg px-2 text-sm',
            value === state
              ? 'bg-accent-soft font-medium text-accent-text'
              : 'text-muted hover:bg-hover',
          )}
        >
          {label} <span className="figures">{total}</span>
        </button>
      ))}
    </fieldset>
  );
}
