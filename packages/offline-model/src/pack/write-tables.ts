import type { Language } from '@ecp/language/language';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { joinWords } from '../frame/frame-of.ts';
import type { SourceTable } from '../material/passage.ts';
import { computeFigures, findWrongTotals, type WrongTotal } from '../tables/compute-figures.ts';
import type { ComputedFigure, ComputedValue, FigureWriter } from '../tables/computed-figure.ts';
import { readShape, type TableShape } from '../tables/table-shape.ts';
import { flattenText } from '../text/clean-line.ts';
import { quoteText } from '../text/quote-text.ts';
import { readStems } from '../text/read-words.ts';
import { nameTable } from './choose-tables.ts';
import type { Citations } from './citations.ts';
import { headerCells, maxShownColumns, writeTable } from './write-markdown.ts';

const maxShownRows = 12;
const maxGroups = 5;
const maxNameLength = 120;

/** A table with its computed figures. */
export interface ComputedTable {
  table: SourceTable;
  /** Name in markdown. */
  name: string;
  shape: TableShape | null;
  figures: ComputedFigure[];
  wrongTotals: WrongTotal[];
}

/**
 * Computes the figures of the chosen tables, over all rows. Only those that share most words with the task are kept.
 * @param own stems of what the task names
 */
export async function computeTables(
  tables: SourceTable[],
  own: ReadonlySet<string>,
  writer: FigureWriter,
  language: Language,
  timeSlice: TimeSlice,
): Promise<ComputedTable[]> {
  const computed: ComputedTable[] = [];
  for (const table of tables) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const shape = table.isComplete ? await readShape(table, timeSlice) : null;
    const figures = shape ? chooseFigures(await computeFigures(shape, writer, timeSlice), own) : [];
    const name = escapeMarkdown(flattenText(nameTable(table, language), maxNameLength));
    computed.push({ table, name, shape, figures, wrongTotals: shape ? findWrongTotals(shape, writer) : [] });
  }
  return computed;
}

function chooseFigures(groups: ComputedFigure[][], own: ReadonlySet<string>): ComputedFigure[] {
  const rated = groups.map((group, at) => {
    const words = group.map(({ name, values }) => `${name} ${values.map(({ label }) => label).join(' ')}`).join(' ');
    const shared = new Set(readStems(words).filter((stem) => own.has(stem))).size;
    return { group, at, score: shared - at * 0.6 };
  });
  const best = rated.sort((a, b) => b.score - a.score).slice(0, maxGroups);
  return best.sort((a, b) => a.at - b.at).flatMap(({ group }) => group);
}

/** Writes tables with their source and their computed figures, and names the files that show the others. */
export function writeTables(
  computed: ComputedTable[],
  elsewhere: readonly { name: string; filename: string }[],
  writer: FigureWriter,
  citations: Citations,
  language: Language,
): string {
  const { table: words } = writer.frame;
  const parts = computed.map((entry) => writeComputed(entry, writer, citations, language));
  if (elsewhere.length > 0) {
    const names = elsewhere.map(({ name, filename }) =>
      escapeMarkdown(`${flattenText(name, maxNameLength)} (${flattenText(filename, maxNameLength)})`),
    );
    parts.push(words.elsewhere(joinWords(names, language)));
  }
  return parts.join('\n\n');
}

/** Writes a value with the footnote of its calculation, or of its table. */
function writeValue(
  { label, value, calculation }: ComputedValue,
  origin: SourceTable['origin'],
  citations: Citations,
): string {
  const source = citations.citeTable(origin);
  const note = calculation === null ? source : citations.citeCalculation(calculation, value, [source]);
  return `${escapeMarkdown(label === '' ? value : `${label} ${value}`)}${note}`;
}

function writeComputed(
  { table, name, shape, figures }: ComputedTable,
  { frame }: FigureWriter,
  citations: Citations,
  language: Language,
): string {
  const { table: words } = frame;
  const place = table.origin.location ? `, ${table.origin.location}` : '';
  const rows = table.rows.slice(0, maxShownRows);
  const body = writeTable(
    headerCells(table).map(escapeMarkdown),
    rows.map((row) => row.slice(0, maxShownColumns).map(escapeMarkdown)),
  );
  const wide = table.header.length - maxShownColumns;
  const notes = [
    rows.length < table.rows.length ? words.shownRows : '',
    wide > 0 ? words.hiddenColumns(wide) : '',
    table.isComplete ? '' : words.partial,
    shape && shape.unclear.length > 0 ? words.unclear(joinWords(shape.unclear.map(escapeMarkdown), language)) : '',
  ];
  const lines = figures.map(({ name: what, values }) => [
    escapeMarkdown(what),
    values.map((value) => writeValue(value, table.origin, citations)).join('; '),
  ]);
  return [
    `### ${name}`,
    `${escapeMarkdown(quoteText(table.origin.label, language) + place)}${citations.citeTable(table.origin)}`,
    body,
    notes.filter(Boolean).join(' '),
    ...(lines.length > 0 && shape ? [words.computed, writeTable([words.figure, words.value], lines)] : []),
  ]
    .filter(Boolean)
    .join('\n\n');
}
