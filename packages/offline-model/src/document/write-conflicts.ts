import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import type { FigureConflict } from '../conflicts/find-conflicts.ts';
import { computeFindings } from '../tables/compute-findings.ts';
import { type Citations, quotePassage } from './citations.ts';
import { writeList } from './compose.ts';
import { nameTable } from './write-tables.ts';

const maxShown = 6;

/**
 * Returns the conflicts that concern a task, likeliest first: those that share one of the task's own words, or that
 * contradict one of its quotes. A conflict that an upstream deliverable shows is left out.
 */
export function chooseConflicts(
  conflicts: FigureConflict[],
  stems: ReadonlySet<string>,
  quoted: ReadonlySet<string>,
  upstream: UpstreamDeliverable[],
): FigureConflict[] {
  const concerns = ({ passage, stems: shared }: FigureConflict) =>
    quoted.has(passage.text) || [...shared].some((stem) => stems.has(stem));
  const isShown = (conflict: FigureConflict) =>
    upstream.some(({ content }) => content.includes(`**${nameFigures(conflict)}**`));
  return conflicts.filter((conflict) => concerns(conflict) && !isShown(conflict)).slice(0, maxShown);
}

/** Writes the two sides of each conflict one below the other, in their own words and with their sources. */
export function writeConflicts(conflicts: FigureConflict[], citations: Citations): string {
  if (conflicts.length === 0) return '';
  const entries = conflicts.map(
    (conflict) =>
      `**${nameFigures(conflict)}**\n\n${writeList([quotePassage(conflict.passage, citations), writeOther(conflict, citations)])}`,
  );
  return [
    'These figures differ, or do not measure the same. Which one holds must be asked; until then neither should be used alone.',
    ...entries,
  ].join('\n\n');
}

/** Names the two figures of a conflict: "398 or 371". */
export function nameFigures({ shown, otherShown }: FigureConflict): string {
  return `${escapeMarkdown(shown)} or ${otherShown === null ? 'the sum of the rows' : escapeMarkdown(otherShown)}`;
}

/** Writes a cell with its reference, or the computation of a sum, which is in no source. */
function writeOther({ other }: FigureConflict, citations: Citations): string {
  if (other.kind === 'passage') return quotePassage(other.passage, citations);
  const { table, text } = other;
  const name = escapeMarkdown(`${nameTable(table)}, ${table.origin.label}`);
  if (text !== null) return `${name}: ${escapeMarkdown(text)}${citations.citeTable(table.origin, table.heading)}`;
  return `${name}. ${computeFindings(table).find(({ kind }) => kind === 'sum')?.text ?? ''}`;
}
