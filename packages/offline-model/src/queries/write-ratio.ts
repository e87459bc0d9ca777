import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import { joinWords } from '../frame/frame-of.ts';
import type { Decimal } from '../numbers/decimal.ts';
import { findEnds } from '../tables/computed-figure.ts';
import { ratioRows } from './select-statements.ts';
import {
  type Answered,
  cellOf,
  honestRows,
  nameBefore,
  nameOf,
  type ResultWriting,
  type Row,
  readDecimal,
  show,
  showPercent,
  withDecimals,
  writeLines,
} from './write-cells.ts';

/** Most rows whose money per unit is listed. Of more, the highest and the lowest are named. */
const maxListed = 6;
/** A part cannot be more than its whole. */
const wholePercent = 100;

type Ratio = Answered<'ratio'>;

/**
 * Writes one column in relation to another one as a sentence: the ratio of all rows, and those of the highest and the
 * lowest row. Empty if the first column is no part of the second.
 */
export function writeRatio(answer: Ratio, writing: ResultWriting): string {
  const [all] = answer.result.rows;
  const rows = honestRows(answer, answer.label).slice(1);
  if (!all || rows.length === 0 || answer.result.rows.length > ratioRows || answer.result.truncated) return '';
  const line = answer.ratio.isShare ? writeShare(answer, all, rows, writing) : writeEach(answer, all, rows, writing);
  return line === null ? '' : writeLines([line], answer, writing);
}

function writeShare(answer: Ratio, all: Row, rows: readonly Row[], writing: ResultWriting): string | null {
  const { ratio, alias } = answer;
  const { frame } = writing;
  if (rows.some((row) => Number(cellOf(answer, row, alias)) > wholePercent)) return null;
  const whole = showPercent(cellOf(answer, all, alias), writing);
  const parts = [ratio.top, ratio.bottom].map(({ name, unit }) => show(cellOf(answer, all, name), unit, writing));
  if (whole === null) return null;
  const range = writeRange(answer, rows, writing, (row) => showPercent(cellOf(answer, row, alias), writing));
  const name = frame.table.shareOf(nameOf(ratio.top.name), nameOf(ratio.bottom.name));
  return frame.query.shareIs(name, whole, parts.join(' ÷ '), range);
}

function writeEach(answer: Ratio, all: Row, rows: readonly Row[], writing: ResultWriting): string | null {
  const { ratio, alias } = answer;
  const read = (row: Row) => {
    const value = withDecimals(readDecimal(cellOf(answer, row, alias)), 2);
    return value && escapeMarkdown(writing.format.number(value));
  };
  const whole = read(all);
  const listed = rows.flatMap((row) => {
    const value = read(row);
    return value === null ? [] : [`${nameBefore(cellOf(answer, row, answer.label))} ${value}`];
  });
  if (whole === null || listed.length === 0) return null;
  const of = `${nameOf(ratio.top.name)} ÷ ${nameOf(ratio.bottom.name)}`;
  const list =
    listed.length > maxListed ? writeRange(answer, rows, writing, read) : joinWords(listed, writing.language);
  return writing.frame.query.perIs(nameOf(alias), of, list, whole);
}

/** Names the highest and the lowest row; empty if there are not two different ones. */
function writeRange(
  answer: Ratio,
  rows: readonly Row[],
  { frame }: ResultWriting,
  read: (row: Row) => string | null,
): string {
  const known = rows.flatMap((row): { row: Row; value: Decimal }[] => {
    const value = readDecimal(cellOf(answer, row, answer.alias));
    return value === null ? [] : [{ row, value }];
  });
  const [most, least] = findEnds(known, ({ value }) => value).map(
    (end) => end && `${nameBefore(cellOf(answer, end.row, answer.label))} ${read(end.row) ?? ''}`,
  );
  return most === undefined || least === undefined || most === least ? '' : frame.table.range(most, least);
}
