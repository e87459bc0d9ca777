import type { TableRemark } from '../../../table-types.ts';

/** A fact about a column that a reader should know; its place and words come later. */
export interface Doubt {
  kind: TableRemark['kind'];
  /** How many cells it is about, and one of them. */
  count: number;
  example: string;
}

/** Limits the remarks of a table, and the length of the value that one quotes. */
const [maxRemarks, maxExample] = [200, 80];

type Words = (example: string, count: number) => string;

const cells = (count: number) => (count === 1 ? 'One cell' : `${count} cells`);

/** The sentences for readers of a table. Each says what the column holds, and why. */
const sentences: Record<TableRemark['kind'], Words> = {
  mixed_column: (example, count) =>
    `The column is text: ${count === 1 ? 'one cell is' : `${count} cells are`} not like the others, such as “${example}”.`,
  ambiguous_date: (example) =>
    `The column is text: “${example}” may have the day or the month first, and no other cell tells which.`,
  two_digit_year: (example) =>
    `The column is text: the year of “${example}” has two digits, which leave its century open.`,
  thousands_or_decimals: (example) =>
    `The column is text: “${example}” may have thousands or decimals, and no other cell tells which.`,
  two_decimal_signs: (example) =>
    `The column is text: its numbers, such as “${example}”, are not all written with the same decimal sign.`,
  decimals_or_code: (example) =>
    `The column is text: “${example}” may be a number or a code, because the cells have different numbers of decimals.`,
  exponent_or_code: (example) =>
    `The column is text: “${example}” may be a number with an exponent or a code.`,
  one_truth_value: (example) =>
    `The column is text: words such as “${example}” may mean yes and no or be codes, and no pair of both is in the column.`,
  several_units: (example) => `The column is text: its cells have several units, ${example}.`,
  unit_of_some_cells: (example, count) =>
    `${cells(count)} of the column ${count === 1 ? 'has' : 'have'} a unit, such as “${example}”, and others have none. The column has no unit.`,
  percent_and_numbers: (_, count) =>
    `The column is text: ${cells(count).toLowerCase()} ${count === 1 ? 'is a percentage' : 'are percentages'} and others are plain numbers, so that they have two scales.`,
  percent_in_two_scales: (_, count) =>
    `${cells(count)} ${count === 1 ? 'shows' : 'show'} percent by a number format and others are texts with “%”. All are percentages here: 12 % is 12.`,
  flags_apart: (example, count) =>
    `${cells(count)} ${count === 1 ? 'has' : 'have'} a flag, such as “${example}”. The column holds the numbers, and the next column the flags.`,
  flag_or_unit: (example) =>
    `The column is text: the letter in “${example}” may be a flag, a unit or part of a code.`,
  time_zone: (zone) => `The times are those of ${zone}, as the cells say.`,
  time_zone_of_some: (example, count) =>
    `The column is text: ${count === 1 ? 'one time has' : `${count} times have`} no time zone and others have one, such as “${example}”.`,
  several_time_zones: (example) =>
    `The times had several time zones, such as that of “${example}”, and are told in UTC here.`,
  filled_labels: (example, count) =>
    `${cells(count)} ${count === 1 ? 'was' : 'were'} blank below a label, and ${count === 1 ? 'repeats' : 'repeat'} it here, such as “${example}”, because the table is grouped by it.`,
  blank_labels: (example, count) =>
    `${cells(count)} ${count === 1 ? 'is' : 'are'} blank below a label such as “${example}”. The label may hold for the rows below it, but nothing in the table says so.`,
  outline_levels: (example, count) =>
    `${count === 1 ? 'One row stands' : `${count} rows stand`} indented below a row that groups them, such as “${example}”. The column before names that row.`,
  outline_sums: (example, count) =>
    count === 1
      ? `Row ${example} sums up rows that stand below it. It is a row of the table; leave it out of sums.`
      : `${count} rows, ${example}, sum up rows that stand below them. They are rows of the table; leave them out of sums.`,
  lost_outline: () =>
    'The table looks like a pivot table whose indentation is lost: some of its rows may sum up rows below them, so that sums over all rows count twice.',
  stacked_blocks: (example) =>
    `The head stands again above row ${example} under a title of its own or after a total. The rows from there may be another quantity than those above.`,
  error_cell: (example, count) =>
    `${cells(count)} ${count === 1 ? 'holds' : 'hold'} an error instead of a value, such as “${example}”, and ${count === 1 ? 'is' : 'are'} empty here.`,
  uncomputed_formula: (_, count) =>
    `${cells(count)} ${count === 1 ? 'holds a formula' : 'hold formulas'} without a result in the file, and ${count === 1 ? 'is' : 'are'} empty here. Open and save the file in a spreadsheet program.`,
  total_kept: (example) =>
    `Row ${example} is named as a total or mean, but its numbers are not that of the rows above it. It is a row of the table.`,
  likely_total: (example) =>
    `Row ${example} looks like a total or mean of other rows, but it may be a record of its own. It is a row of the table; leave it out of sums if it is a total.`,
  uneven_rows: (example, count) =>
    count === 1
      ? `Row ${example} has more or fewer fields than the others. Its fields stand where they look as the others do.`
      : `${count} rows, the first of them row ${example}, have more or fewer fields than the others. Their fields stand where they look as the others do.`,
  doubtful_encoding: (name) =>
    `The encoding of the file is in doubt; it was read as ${name}. Letters other than a to z may be wrong.`,
  lost_characters: (_, count) =>
    count === 1
      ? 'One character of the file could not be read and stands as \ufffd.'
      : `${count} characters of the file could not be read and stand as \ufffd.`,
};

/** Writes a remark about a column, or about rows if `column` is null. */
export function writeRemark(column: string | null, { kind, count, example }: Doubt): TableRemark {
  const short = example.length > maxExample ? `${example.slice(0, maxExample)}…` : example;
  return { column, kind, text: sentences[kind](short, count) };
}

/** Writes the remarks of a table's columns in their order, at most 200. */
export function writeRemarks(
  columns: readonly { name: string; type: { doubts: readonly Doubt[] } }[],
): TableRemark[] {
  return columns
    .flatMap(({ name, type }) => type.doubts.map((doubt) => writeRemark(name, doubt)))
    .slice(0, maxRemarks);
}
