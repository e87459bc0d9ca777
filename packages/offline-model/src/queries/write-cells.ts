import type { Language } from '@ecp/language/language';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { EngineQuery } from '@ecp/model-calls/prompt-types';
import { isInstruction } from '../material/detect-instructions.ts';
import { type Decimal, parseDecimal } from '../numbers/decimal.ts';
import { isCurrency } from '../numbers/number-format.ts';
import type { Citations } from '../pack/citations.ts';
import type { FigureWriter } from '../tables/computed-figure.ts';
import { flattenText } from '../text/clean-line.ts';
import type { AnsweredQuery } from './find-answers.ts';
import type { PlannedQuery } from './plan-queries.ts';

/** The words and numbers in which results are written, and where their sources are listed. */
export interface ResultWriting extends FigureWriter {
  language: Language;
  citations: Citations;
}

/** A row of a result, and a cell of it. */
export type Row = EngineQuery['rows'][number];
export type Cell = Row[number];
/** A query of one kind with its result. */
export type Answered<Kind extends PlannedQuery['kind']> = Extract<AnsweredQuery, { kind: Kind }>;

const maxNameLength = 60;

/** Reads a cell of a row by the name of its column. */
export function cellOf({ result }: AnsweredQuery, row: Row | undefined, column: string): Cell {
  return row?.[result.columns.findIndex(({ name }) => name === column)] ?? null;
}

/** Returns the rows of a result whose label is no instruction. */
export function honestRows(answer: AnsweredQuery, label: string): Row[] {
  return answer.result.rows.filter((row) => !isInstruction(String(cellOf(answer, row, label) ?? '')));
}

/** Writes sentences as a list, each with the query as its source. */
export function writeLines(lines: readonly string[], { result }: AnsweredQuery, { citations }: ResultWriting): string {
  return lines.map((line) => `- ${line}${citations.citeQuery(result.id)}`).join('\n');
}

/** Writes the number of a cell with its unit, in markdown; null for a cell without a number. */
export function show(cell: Cell, unit: string | null, { format }: FigureWriter, isChange = false): string | null {
  const value = readDecimal(cell);
  if (value === null) return null;
  if (unit === '%') return escapeMarkdown(format.percent(value, isChange));
  const isMoney = unit !== null && isCurrency(unit);
  const amount = isMoney && value.scale === 1 ? { units: value.units * 10n, scale: 2 } : value;
  if (isMoney && !isChange) return escapeMarkdown(format.money(amount, unit));
  const number = format.number(amount, isChange);
  return escapeMarkdown(unit === null ? number : `${number} ${flattenText(unit, 24)}`);
}

/** Writes a percentage that a query rounds to one decimal, always with that decimal; null for a cell without a number. */
export function showPercent(cell: Cell, { format }: FigureWriter, isChange = false): string | null {
  const value = withDecimals(readDecimal(cell), 1);
  return value && escapeMarkdown(format.percent(value, isChange));
}

/** Returns a number with at least so many decimals: 91 as 91.00. */
export function withDecimals(value: Decimal | null, decimals: number): Decimal | null {
  if (value === null || value.scale >= decimals) return value;
  return { units: value.units * 10n ** BigInt(decimals - value.scale), scale: decimals };
}

/** Reads a number exactly as its shortest digits say. */
export function readDecimal(cell: Cell): Decimal | null {
  if (typeof cell !== 'number' || !Number.isFinite(cell)) return null;
  const digits = String(cell);
  return parseDecimal(digits.includes('e') ? cell.toFixed(2) : digits);
}

/** Writes a name of the material in markdown. Years are no amounts, so that they get no separators. */
export const nameOf = (cell: Cell) => escapeMarkdown(flattenText(String(cell ?? '–'), maxNameLength) || '–');

/** Writes a name before its number. One that ends with a digit would be read as the beginning of the number. */
export function nameBefore(cell: Cell): string {
  const name = nameOf(cell);
  return /\p{Nd}$/u.test(name) ? `${name}:` : name;
}
