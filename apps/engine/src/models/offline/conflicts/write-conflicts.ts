import { type Citations, quotePassage } from '../document/citations.ts';
import { writeList } from '../document/compose.ts';
import { nameTable } from '../document/write-tables.ts';
import { computeFindings } from '../tables/compute-findings.ts';
import { escapeMarkdown } from '../text/escape-markdown.ts';
import type { Conflict } from './find-conflicts.ts';

const maxShown = 6;

/** The conflicts that concern a task, likeliest first: those that share its words, or quote what it quotes. */
export function chooseConflicts(
  conflicts: Conflict[],
  stems: { task: ReadonlySet<string>; name: ReadonlySet<string> },
  quoted: ReadonlySet<string>,
): Conflict[] {
  const concerns = ({ passage, stems: shared }: Conflict) =>
    quoted.has(passage.text) ||
    [...shared].some((stem) => stems.name.has(stem)) ||
    [...shared].filter((stem) => stems.task.has(stem)).length >= 2;
  return conflicts.filter(concerns).slice(0, maxShown);
}

/** The two sides of each conflict one below the other, each in its words and with its source. */
export function writeConflicts(conflicts: Conflict[], citations: Citations): string {
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

/** The two figures of a conflict: "398 or 371". */
export function nameFigures({ shown, otherShown }: Conflict): string {
  return `${escapeMarkdown(shown)} or ${otherShown === null ? 'the sum of the rows' : escapeMarkdown(otherShown)}`;
}

/** A cell with its reference; a sum as it is computed, which stands in no source. */
function writeOther({ other }: Conflict, citations: Citations): string {
  if (other.kind === 'passage') return quotePassage(other.passage, citations);
  const { table, text } = other;
  const name = escapeMarkdown(`${nameTable(table)}, ${table.origin.label}`);
  if (text !== null) return `${name}: ${escapeMarkdown(text)}${citations.citeTable(table.origin, table.heading)}`;
  return `${name}. ${computeFindings(table).find((finding) => finding.startsWith('Computed: sum')) ?? ''}`;
}
