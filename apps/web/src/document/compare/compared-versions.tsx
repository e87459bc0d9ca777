import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowDown, ArrowRight, ArrowUp, Columns2, Equal, Rows2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  type Deliverable,
  deliverableQuery,
  type FileProps,
  titleOf,
  type Version,
} from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { engagementTexts } from '../../base/texts/engagements.ts';
import { IconButton } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { usePageShortcuts, useSingleKeys } from '../../base/ui/keys.tsx';
import { PageHeader, Section } from '../../base/ui/layout/page.tsx';
import { stickToTop } from '../../base/ui/layout/sticky-bar.ts';
import { useMedia } from '../../base/ui/screen.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { NoteAnswerList, VersionPicker } from '../version-parts.tsx';
import { CompareTable, countChanges } from './compare-table.tsx';
import type { TextComparison } from './compare-texts.ts';
import type { CompareRequest } from './compare-worker.ts';
import { comparisonTexts } from './texts.ts';

/** Screens this narrow have no room for two columns of text. */
const narrowQuery = '(max-width: 767px)';

interface ComparedVersionsProps extends FileProps {
  versions: readonly Version[];
  from: number;
  to: number;
}

/** Compares the two texts and shows how the newer one met the points of the review before it. */
export function ComparedVersions({
  engagementId,
  filename,
  versions,
  from,
  to,
}: ComparedVersionsProps) {
  const before = useQuery(deliverableQuery(engagementId, filename, from));
  const after = useQuery(deliverableQuery(engagementId, filename, to));
  const navigate = useNavigate();
  const error = before.error ?? after.error;
  if (error && !(before.data && after.data)) {
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([before.refetch(), after.refetch()])}
      />
    );
  }
  if (!before.data || !after.data) return <SkeletonRows rows={10} className="h-6 w-full" />;
  const answers = from < to ? after.data.noteAnswers : [];
  const choose = (nextFrom: number, nextTo: number) =>
    void navigate({
      to: '/engagements/$engagementId/deliverables/$filename/compare',
      params: { engagementId, filename },
      search: { from: String(nextFrom), to: String(nextTo) },
      replace: true,
    });
  return (
    <>
      {answers.length > 0 && (
        <Section title={comparisonTexts.answers} description={comparisonTexts.answersBy(to)}>
          <NoteAnswerList answers={answers} />
        </Section>
      )}
      <CompareView
        key={`${from} ${to}`}
        before={before.data}
        after={after.data}
        versions={versions}
        onChoose={choose}
      />
    </>
  );
}

const layoutKey = 'compare-layout';

/**
 * Whether the user wants both versions side by side. The choice is stored for the next comparison.
 */
function useLayout(): [wantsSplit: boolean, choose: (wantsSplit: boolean) => void] {
  const [wantsSplit, setWantsSplit] = useState(() => localStorage.getItem(layoutKey) !== 'inline');
  const choose = (wanted: boolean) => {
    setWantsSplit(wanted);
    localStorage.setItem(layoutKey, wanted ? 'split' : 'inline');
  };
  return [wantsSplit, choose];
}

export function CompareHeader({ engagementId, filename }: FileProps) {
  const { data } = useQuery(engagementQuery(engagementId));
  const title = titleOf(filename, data);
  const above = [
    <Link key="all" to="/engagements">
      {engagementTexts.title}
    </Link>,
    <Link key="engagement" to="/engagements/$engagementId" params={{ engagementId }}>
      {data?.name}
    </Link>,
    <Link key="files" to="/engagements/$engagementId/deliverables" params={{ engagementId }}>
      {engagementTexts.tabs.documents}
    </Link>,
    <DocumentLink key="file" engagementId={engagementId} filename={filename} className={undefined}>
      {title}
    </DocumentLink>,
  ];
  return (
    <PageHeader title={comparisonTexts.title(title)} above={above} crumb={comparisonTexts.crumb} />
  );
}

interface CompareViewProps {
  before: Deliverable;
  after: Deliverable;
  versions: readonly { version: number }[];
  onChoose: (from: number, to: number) => void;
}

/**
 * The changes between two versions, below a bar that chooses the versions and steps through the
 * changes.
 */
function CompareView({ before, after, versions, onChoose }: CompareViewProps) {
  const { data: comparison, error, refetch } = useQuery(comparisonQuery(before, after));
  const changes = comparison ? countChanges(comparison.rows) : 0;
  const steps = useChangeSteps(changes);
  const [wantsSplit, setWantsSplit] = useLayout();
  const isSplit = !useMedia(narrowQuery) && wantsSplit;
  usePageShortcuts([
    { key: 'v', does: comparisonTexts.toggleLayout, act: () => setWantsSplit(!wantsSplit) },
  ]);
  const [from, to] = [before.version, after.version];
  const none = from === to ? comparisonTexts.sameVersion : comparisonTexts.same;
  return (
    <div className="rounded-xl border bg-surface">
      <div
        ref={stickToTop}
        className="sticky top-12 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-t-xl border-b bg-surface px-4 py-2 md:top-0"
      >
        <div className="flex items-center gap-2 max-sm:flex-wrap">
          <VersionPicker
            label={comparisonTexts.from}
            versions={versions}
            value={from}
            onChange={(version) => onChoose(version, to)}
          />
          <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
          <VersionPicker
            label={comparisonTexts.to}
            versions={versions}
            value={to}
            onChange={(version) => onChoose(from, version)}
          />
        </div>
        {comparison && changes > 0 && <Amount comparison={comparison} />}
        <div className="ml-auto flex items-center gap-1">
          <ChangeStepper changes={changes} steps={steps} />
          <LayoutSwitch isSplit={isSplit} onLayout={setWantsSplit} />
        </div>
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!comparison && !error && (
        <div className="px-4">
          <SkeletonRows rows={8} className="h-6 w-full" />
        </div>
      )}
      {comparison && changes === 0 && (
        <div className="p-4">
          <EmptyState icon={Equal} title={none.title}>
            {none.advice}
          </EmptyState>
        </div>
      )}
      {comparison && changes > 0 && (
        <CompareTable
          comparison={comparison}
          from={from}
          to={to}
          isSplit={isSplit}
          current={steps.current}
        />
      )}
    </div>
  );
}

function Amount({ comparison: { wordsAdded, wordsRemoved } }: { comparison: TextComparison }) {
  return (
    <p className="figures flex flex-wrap gap-x-3 text-sm">
      <span className="text-good">{comparisonTexts.wordsAdded(wordsAdded)}</span>
      <span className="text-danger">{comparisonTexts.wordsRemoved(wordsRemoved)}</span>
    </p>
  );
}

function ChangeStepper({ changes, steps }: { changes: number; steps: ChangeSteps }) {
  const singleKeys = useSingleKeys();
  return (
    <>
      <span aria-live="polite" className="figures whitespace-nowrap px-1 text-muted text-sm">
        {steps.current === null
          ? comparisonTexts.changes(changes)
          : comparisonTexts.position(steps.current + 1, changes)}
      </span>
      <IconButton
        icon={ArrowUp}
        label={comparisonTexts.previous}
        aria-keyshortcuts={singleKeys ? 'p' : undefined}
        disabled={changes === 0}
        onClick={steps.previous}
      />
      <IconButton
        icon={ArrowDown}
        label={comparisonTexts.next}
        aria-keyshortcuts={singleKeys ? 'n' : undefined}
        disabled={changes === 0}
        onClick={steps.next}
      />
    </>
  );
}

interface LayoutSwitchProps {
  isSplit: boolean;
  onLayout: (isSplit: boolean) => void;
}

/**
 * Switches between side by side and inline. A phone has room for inline only, so it has no switch.
 */
function LayoutSwitch({ isSplit, onLayout }: LayoutSwitchProps) {
  return (
    <fieldset className="ml-2 hidden rounded-lg border p-0.5 md:flex">
      <legend className="sr-only">{comparisonTexts.layout}</legend>
      {[true, false].map((split) => (
        <button
          key={String(split)}
          type="button"
          aria-pressed={split === isSplit}
          onClick={() => onLayout(split)}
          className={classNames(
            'flex h-7 items-center gap-1.5 rounded-md px-2 text-sm',
            split === isSplit
              ? 'bg-accent-soft font-medium text-accent-text'
              : 'text-muted hover:bg-hover',
          )}
        >
          {split ? (
            <Columns2 aria-hidden className="size-3.5" />
          ) : (
            <Rows2 aria-hidden className="size-3.5" />
          )}
          {split ? comparisonTexts.split : comparisonTexts.inline}
        </button>
      ))}
    </fieldset>
  );
}

/**
 * Steps through the changes by buttons and the keys `n` and `p`, and wraps around. Null before the
 * first step.
 */
function useChangeSteps(count: number) {
  const [current, setCurrent] = useState<number | null>(null);
  const go = (step: 1 | -1) => {
    if (count === 0) return;
    const from = current ?? (step === 1 ? -1 : count);
    setCurrent((from + step + count) % count);
  };
  useEffect(() => {
    if (current === null) return;
    const row = document.querySelector<HTMLElement>(`[data-change="${current}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'center' });
  }, [current]);
  const next = () => go(1);
  const previous = () => go(-1);
  const steps = [
    { key: 'n', does: comparisonTexts.next, act: next },
    { key: 'p', does: comparisonTexts.previous, act: previous },
  ];
  usePageShortcuts(count === 0 ? [] : steps);
  return { current, next, previous };
}

type ChangeSteps = ReturnType<typeof useChangeSteps>;

/**
 * The changes between two versions, computed in a worker. Versions never change, so the result does
 * not either.
 */
const comparisonQuery = (before: Deliverable, after: Deliverable) =>
  queryOptions({
    queryKey: ['comparisons', before.id, after.id],
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    queryFn: ({ signal }) =>
      compareInWorker({ before: before.content, after: after.content }, signal),
  });

function compareInWorker(request: CompareRequest, signal: AbortSignal): Promise<TextComparison> {
  const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<TextComparison>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<TextComparison>) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
