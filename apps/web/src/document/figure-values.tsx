import type { Derivation } from '@ecp/contract/values/citations';
import { useQuery } from '@tanstack/react-query';
import { type FigureValue, type LedgerFigure, titleOf } from '../base/api/document-queries.ts';
import { engagementQuery } from '../base/api/engagement-queries.ts';
import { listed } from '../base/format/words.ts';
import { t, translated } from '../base/language/translate.ts';
import { linkStyle } from '../base/ui/buttons.tsx';
import { classNames } from '../base/ui/class-names.ts';
import { DocumentLink } from '../base/ui/document-link.tsx';
import { CitationStateBadge, CitationStateIcon } from '../shared/citations/citation-state.tsx';

interface FigureValuesProps {
  engagementId: string;
  label: string;
  values: readonly FigureValue[];
  /** Document that the reader has open; it is named, not linked. */
  here?: string | undefined;
  /** Each place takes one line, and the state is an icon. */
  isCompact?: boolean;
}

/**
 * Lists the places of a figure: its value as written, the result of its check, and a link to the
 * document.
 */
export function FigureValues({
  engagementId,
  label,
  values,
  here,
  isCompact = false,
}: FigureValuesProps) {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  return (
    <ul aria-label={label} className={classNames('flex min-w-0 flex-col', !isCompact && 'gap-1.5')}>
      {values.map(({ text, filename, version, section, state }, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a document may state a value twice in a section.
          key={`${filename} ${section} ${text} ${at}`}
          className="flex flex-wrap items-center gap-x-2.5 gap-y-1"
        >
          <span
            dir="auto"
            className={classNames('figures font-medium', isCompact && 'wrap-anywhere min-w-0')}
          >
            {text}
          </span>
          {isCompact ? <CitationStateIcon state={state} /> : <CitationStateBadge state={state} />}
          {isCompact ? (
            <span className="flex min-w-0 flex-1 basis-48 gap-x-2 text-muted text-sm">
              {section !== null && <span className="truncate">{section}</span>}
              <DocumentLink
                engagementId={engagementId}
                filename={filename}
                className={`${linkStyle} max-w-[50%] shrink-0 truncate`}
              >
                {titleOf(filename, engagement)}
              </DocumentLink>
            </span>
          ) : (
            <span className="wrap-anywhere min-w-0 text-muted text-sm">
              {filename === here ? (
                figureTexts.elsewhere.here
              ) : (
                <DocumentLink engagementId={engagementId} filename={filename}>
                  {titleOf(filename, engagement)}
                </DocumentLink>
              )}{' '}
              {listed([figureTexts.version(version), section && figureTexts.inSection(section)])}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const words = /[\p{L}\p{N}]{4,}/gu;
const edge = /[\p{L}\p{N}]/u;

/**
 * Finds the figures that a sentence states: it contains a value as written, and shares a word with
 * the figure's label.
 */
export function findFigures(
  figures: readonly LedgerFigure[],
  filename: string,
  sentence: string,
): LedgerFigure[] {
  const said = new Set(sentence.toLowerCase().match(words));
  return figures.filter(({ label, values }) => {
    const own = values.filter((value) => value.filename === filename);
    if (!own.some(({ text }) => containsWhole(sentence, text))) return false;
    const named = label.toLowerCase().match(words) ?? [];
    return named.length === 0 || named.some((word) => said.has(word));
  });
}

/**
 * Digits that a value needs to be told from others by itself: 539 and 16,700 have them, 12 and 500
 * do not.
 */
const tellingDigits = 3;

/**
 * Names the inputs of a derivation that no table names, where the document has one figure of that
 * value.
 */
export function nameByFigures(
  derivation: Derivation,
  figures: readonly LedgerFigure[],
  filename: string,
): Derivation {
  const nameOf = (value: number, unit: string | null): string | undefined => {
    const digits = String(Math.abs(value))
      .replace('.', '')
      .replace(/^0+|0+$/g, '');
    if (digits.length < tellingDigits) return undefined;
    const same = figures.filter(
      (figure) =>
        (figure.unit === unit || figure.unit === null || unit === null) &&
        figure.values.some((one) => one.filename === filename && one.value === value),
    );
    const [only, ...others] = new Set(
      same.map(({ label, period }) => [label, period].filter(Boolean).join(', ')),
    );
    return others.length === 0 ? only : undefined;
  };
  const inputs = derivation.inputs.map((input) => {
    const name = input.name ?? nameOf(input.value, input.unit);
    return name === undefined ? input : { ...input, name };
  });
  return { ...derivation, inputs };
}

/**
 * Returns whether a text contains a value that is not part of a longer one: `12` is not in “112”
 * nor in “12.5”.
 */
export function containsWhole(text: string, value: string): boolean {
  if (value === '') return false;
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    const before = text.slice(0, at);
    const after = text.slice(at + value.length);
    const isPart =
      edge.test(before.at(-1) ?? '') || /\d[.,]$/.test(before) || edge.test(after[0] ?? '');
    if (!isPart && !/^[.,]\d/.test(after)) return true;
  }
  return false;
}

export const figureTexts = translated({
  title: 'Figures',
  description:
    'Conflicts between sources or documents, to be settled here, and every figure of the latest documents with its places.',
  summary: (figures: number, conflicts: number) =>
    conflicts === 0
      ? t('{figures, plural, one {# figure} other {# figures}}', { figures })
      : t('{conflicts} of {figures, plural, one {# figure} other {# figures}} in conflict', {
          conflicts,
          figures,
        }),
  conflict: 'Conflict',
  conflictHint: 'Documents give different values',
  onlyConflicts: 'Only conflicts',
  search: 'Search figures',
  list: 'Figures',
  values: (label: string) => t('Values of {label}', { label }),
  inSection: (section: string) => t('in “{section}”', { section }),
  version: (version: number) => t('version {version}', { version }),
  empty: {
    title: 'No figures yet',
    advice:
      'When the check has read a document, its figures appear here with their unit, period and place.',
  },
  noMatch: 'No figure matches.',
  more: (count: number) => t('Show more ({count})', { count }),
  elsewhere: {
    title: 'Where else it appears',
    here: 'this document',
  },
});
