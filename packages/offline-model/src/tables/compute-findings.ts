import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { SourceTable } from '../evidence/passage.ts';
import { readStems } from '../text/read-words.ts';
import { countDecimals, writeNumber, writePercent } from './read-number.ts';
import { type NumberColumn, readShape, sumColumn, type TableShape } from './table-shape.ts';

const maxRowsNamed = 6;

/** A finding computed from a table. `text` is one sentence of markdown that begins with the word "computed". */
export interface Finding {
  /** `sum` adds up rows; `total_holds` says that the table's total is the sum of its rows. */
  kind: 'sum' | 'total_holds' | 'other';
  text: string;
}

/**
 * Computes what follows from a table alone: change over its periods, sums, whether its total is the sum of its rows,
 * the largest and smallest share, one column as a part of another.
 */
export function computeFindings(table: SourceTable): Finding[] {
  const shape = readShape(table);
  if (!shape) return [];
  const texts = shape.isTrend
    ? [...computeChanges(shape), ...computeExtremes(shape)]
    : [...computeQuotients(shape), ...computeParts(shape), ...computeExtremes(shape)];
  const others = texts.map((text): Finding => ({ kind: 'other', text }));
  const sums = computeSums(shape);
  const ordered = shape.totals ? [...others, ...sums] : [...sums, ...others];
  return ordered.map(({ kind, text }) => ({ kind, text: `Computed: ${escapeMarkdown(text)}` }));
}

/** Returns at most `limit` findings that share most words with a task, in their original order. */
export function chooseFindings(table: SourceTable, wanted: ReadonlySet<string>, limit: number): Finding[] {
  const rated = computeFindings(table).map((finding, at) => {
    const shared = new Set(readStems(finding.text).filter((stem) => wanted.has(stem))).size;
    return { finding, at, score: shared - at * 0.6 };
  });
  const best = rated.sort((a, b) => b.score - a.score).slice(0, limit);
  return best.sort((a, b) => a.at - b.at).map(({ finding }) => finding);
}

/** Computes the change of each row between the first and the last period. */
function computeChanges({ labels, columns, totals }: TableShape): string[] {
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last) return [];
  const rows = labels.map((label, row) => ({ label, from: first.values[row] ?? null, to: last.values[row] ?? null }));
  if (totals) rows.push({ label: 'the total', from: totals[0] ?? null, to: totals.at(-1) ?? null });
  const shown = rows.flatMap(({ label, from, to }) => (from === null || to === null ? [] : [{ label, from, to }]));
  if (shown.length === 0 || shown.length > maxRowsNamed + 1) return [];
  const changes = shown.map(({ label, from, to }) => {
    const decimals = countDecimals([from, to]);
    const change = from > 0 ? ` (${writePercent(to / from - 1, true)})` : '';
    return `${label} ${writeNumber(from, decimals)} to ${writeNumber(to, decimals)}${change}`;
  });
  return [`change from ${first.header} to ${last.header}: ${changes.join('; ')}.`];
}

/** Computes sums of additive columns, and checks whether a given total is the sum. */
function computeSums({ labels, columns, totals }: TableShape): Finding[] {
  const sums = columns.flatMap((column, at) => {
    const sum = column.isAdditive ? sumColumn(column) : null;
    return sum === null ? [] : [{ column, sum, total: totals?.[at] ?? null }];
  });
  const wrong = sums.filter(({ sum, total }) => total !== null && Math.abs(sum - total) > 1e-6);
  const write = ({ column, sum }: (typeof sums)[number]) =>
    `${column.header} ${writeNumber(sum, countDecimals([sum]))}`;
  if (wrong.length > 0) {
    const shown = wrong.map((entry) => `${write(entry)}, where the total says ${writeNumber(entry.total ?? 0)}`);
    return [{ kind: 'other', text: `the rows do not add up to the total that the table gives: ${shown.join('; ')}.` }];
  }
  if (sums.length === 0) return [];
  if (totals) {
    const text = `the ${labels.length} rows add up to the total in every column that can be added.`;
    return [{ kind: 'total_holds', text }];
  }
  return [{ kind: 'sum', text: `sum of the ${labels.length} rows: ${sums.map(write).join('; ')}.` }];
}

/** Finds the largest and smallest row of the last column, as a share if the column can be added up. */
function computeExtremes({ labels, columns, hasPeriodRows, isTrend }: TableShape): string[] {
  const chosen = isTrend ? columns.slice(-1) : hasPeriodRows ? columns.slice(0, 1) : columns;
  return chosen.flatMap((column) => {
    const known = column.values.flatMap((value, row) => (value === null ? [] : [{ value, label: labels[row] ?? '' }]));
    const sorted = known.sort((a, b) => b.value - a.value);
    const [top, bottom] = [sorted[0], sorted.at(-1)];
    if (!top || !bottom || sorted.length < 3 || top.value === bottom.value) return [];
    const sum = column.isAdditive ? sumColumn(column) : null;
    const show = ({ value, label }: typeof top) =>
      `${label} ${writeNumber(value, countDecimals([value]))}${sum ? ` (${writePercent(value / sum)} of all)` : ''}`;
    const smallest = bottom.value === 0 ? '' : `, smallest ${show(bottom)}`;
    return [`${column.header}: largest ${show(top)}${smallest}.`];
  });
}

/** Computes columns that are parts of another: held or cancelled out of planned, output out of capacity. */
function computeParts({ labels, columns, totals }: TableShape): string[] {
  const whole = columns.find(({ header }) =>
    /\b(?:planned|capacity|budget|invited|offered|booked|available)\b/i.test(header),
  );
  if (!whole) return [];
  const noun = whole.header.split(/\s+/)[0]?.toLowerCase() ?? '';
  const isPart = (column: NumberColumn) =>
    column !== whole &&
    (/\bcapacity\b/i.test(whole.header)
      ? column === columns[columns.indexOf(whole) - 1]
      : column.header.toLowerCase().startsWith(noun)) &&
    column.values.every((value, row) => (value ?? 0) <= (whole.values[row] ?? 0));
  return withoutComplement(columns.filter(isPart), whole).flatMap((part) => {
    const rows = labels.map((label, row) => ({
      label,
      ratio: (part.values[row] ?? 0) / (whole.values[row] || Number.NaN),
    }));
    const sorted = rows.filter(({ ratio }) => Number.isFinite(ratio)).sort((a, b) => b.ratio - a.ratio);
    const [top, bottom] = [sorted[0], sorted.at(-1)];
    const [partSum, wholeSum] = [
      totals?.[columns.indexOf(part)] ?? sumColumn(part),
      totals?.[columns.indexOf(whole)] ?? sumColumn(whole),
    ];
    if (!top || !bottom || !partSum || !wholeSum) return [];
    const all = writePercent(partSum / wholeSum);
    const ends = `highest ${top.label} ${writePercent(top.ratio)}, lowest ${bottom.label} ${writePercent(bottom.ratio)}`;
    return [`${part.header} as a share of ${whole.header}: ${all} over all rows; ${ends}.`];
  });
}

/** Drops the larger of two parts that make up the whole, because the smaller one implies it. */
function withoutComplement(parts: NumberColumn[], whole: NumberColumn): NumberColumn[] {
  const [one, other] = parts;
  if (!one || !other || parts.length !== 2) return parts;
  const complete = whole.values.every((value, row) => (one.values[row] ?? 0) + (other.values[row] ?? 0) === value);
  return complete ? [(sumColumn(one) ?? 0) < (sumColumn(other) ?? 0) ? one : other] : parts;
}

/** Computes money per unit of another column, if the headers give both units and the same year. */
function computeQuotients({ labels, columns }: TableShape): string[] {
  const unitOf = (header: string) => /\(([^)]+)\)\s*$/.exec(header)?.[1] ?? '';
  const yearOf = (header: string) => /\b(?:19|20)\d{2}\b/.exec(header)?.[0] ?? '';
  const money = columns.find(({ header }) => /^(?:EUR|USD|GBP|CHF|[$€£])$/.test(unitOf(header)));
  const amount = columns.find(
    (column) =>
      /^(?:k?g|t|[kMG]Wh|km|m²|litres?)$/.test(unitOf(column.header)) &&
      yearOf(column.header) === yearOf(money?.header ?? ''),
  );
  if (!money || !amount) return [];
  const each = labels.flatMap((label, row) => {
    const [paid, units] = [money.values[row], amount.values[row]];
    return paid && units ? [`${label} ${writeNumber(paid / units, 2)}`] : [];
  });
  if (each.length === 0 || each.length > maxRowsNamed) return [];
  const unit = `${unitOf(money.header)} per ${unitOf(amount.header)}`;
  return [`${money.header.replace(/\s*\([^)]*\)$/, '')} in ${unit}: ${each.join('; ')}.`];
}
