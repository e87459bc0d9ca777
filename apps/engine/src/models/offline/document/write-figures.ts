import { overlap } from '../brief/find-asks.ts';
import { type Figure, findFigures } from '../evidence/find-figures.ts';
import type { SourceTable } from '../evidence/passage.ts';
import type { Query, RankedPassage } from '../evidence/rank-passages.ts';
import { takeShownRows } from '../evidence/read-table.ts';
import type { Pace } from '../pace.ts';
import { capitalize, countNoun, countWord } from '../text/count-word.ts';
import { escapeMarkdown } from '../text/escape-markdown.ts';
import type { Citations } from './citations.ts';
import { writeTable } from './compose.ts';

const kindNames = { money: 'Money', share: 'Share', date: 'Date', period: 'Period', count: 'Count' } as const;

/** Collects the figures of the statements, those of the first statements first, each figure of a sentence once. */
export async function collectFigures(statements: RankedPassage[], limit: number, pace: Pace): Promise<Figure[]> {
  const figures: Figure[] = [];
  const seen = new Set<string>();
  for (const { passage } of statements) {
    if (figures.length >= limit) break;
    if (pace.isDue()) await pace.rest();
    for (const figure of findFigures(passage)) {
      const key = `${figure.shown}\n${passage.text}`;
      if (!seen.has(key)) figures.push(figure);
      seen.add(key);
    }
  }
  return figures.slice(0, limit);
}

/** The figures with the words around them and their source, in reading order; beyond `limit` the lowest ranked are only counted. */
export function writeFigures(figures: Figure[], citations: Citations, limit: number): string {
  if (figures.length === 0) return '';
  const shown = figures.slice(0, limit).sort((a, b) => a.passage.order - b.passage.order);
  const left = figures.length - shown.length;
  const table = writeTable(
    ['Figure', 'Kind', 'In its words', 'Source'],
    shown.map((figure) => [
      `**${escapeMarkdown(figure.shown)}**`,
      kindNames[figure.kind],
      escapeMarkdown(figure.context),
      citations.cite(figure.passage),
    ]),
  );
  return left > 0
    ? `${table}\n\n${capitalize(countNoun(left, 'figure'))} of lower rank ${left === 1 ? 'is' : 'are'} left out.`
    : table;
}

/** The tables of the material that share words with the task, best first; long ones show their first rows. */
export function writeTables(tables: SourceTable[], query: Query, limit: number, citations: Citations): string {
  const wanted = new Set(query.keys());
  const scored = tables.map((table) => ({ table, score: overlap(new Set(table.stems), wanted) }));
  const best = scored.sort((a, b) => b.score - a.score).slice(0, limit);
  return best.map(({ table }) => writeSourceTable(table, citations)).join('\n\n');
}

function writeSourceTable(table: SourceTable, citations: Citations): string {
  const rows = takeShownRows(table);
  const name = table.heading ?? table.origin.label;
  const left = table.rows.length - rows.length;
  const note = left > 0 ? `, first ${countWord(rows.length)} rows; ${countWord(left)} more in the source` : '';
  const origin = table.heading && table.origin.kind !== 'brief' ? ` (“${escapeMarkdown(table.origin.label)}”)` : '';
  const caption = `**${escapeMarkdown(name)}**${origin}${note}${citations.citeTable(table.origin, table.heading)}`;
  return `${caption}\n\n${writeTable(
    table.header.map(escapeMarkdown),
    rows.map((row) => row.map(escapeMarkdown)),
  )}`;
}
