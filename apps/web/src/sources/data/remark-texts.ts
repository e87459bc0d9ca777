import type { TableRemark } from '@ecp/contract/work/tables';
import { shownLanguage } from '../../base/language/language.ts';
import { translated } from '../../base/language/translate.ts';

/** What a reader of a column should know, by the kind of the remark. */
const remarks: Readonly<Partial<Record<string, string>>> = translated({
  mixed_column: 'The column is text: some cells are not like the others.',
  ambiguous_date: 'The column is text: its dates may have the day or the month first.',
  two_digit_year: 'The column is text: its years have two digits, which leave the century open.',
  thousands_or_decimals: 'The column is text: its numbers may have thousands or decimals.',
  two_decimal_signs:
    'The column is text: its numbers are not all written with the same decimal sign.',
  decimals_or_code: 'The column is text: its values may be numbers or codes.',
  exponent_or_code: 'The column is text: its values may be numbers with an exponent or codes.',
  one_truth_value: 'The column is text: its words may mean yes and no or be codes.',
  several_units: 'The column is text: its cells have several units.',
  unit_of_some_cells:
    'Some cells of the column have a unit, and others have none. The column has no unit.',
  percent_and_numbers:
    'The column is text: some cells are percentages and others are plain numbers.',
  percent_in_two_scales:
    'Some cells show percent by a number format and others are texts with a percent sign. All are percentages here: 12 % is 12.',
  flags_apart:
    'Some cells have a flag. The column holds the numbers, and the next column the flags.',
  flag_or_unit:
    'The column is text: the letters behind its numbers may be flags, units or parts of codes.',
  time_zone: 'The times are all in one time zone, which the cells name.',
  time_zone_of_some: 'The column is text: some times have a time zone and others have none.',
  several_time_zones: 'The times had several time zones and are told in UTC here.',
  filled_labels:
    'Some cells were blank below a label, and repeat it here, because the table is grouped by the label.',
  blank_labels:
    'Some cells are blank below a label. The label may hold for the rows below it, but nothing in the table says so.',
  outline_levels:
    'Some rows stand indented below a row that groups them. The column before names that row.',
  outline_sums:
    'A row sums up rows that stand indented below it. It is a row of the table; leave it out of sums.',
  lost_outline:
    'The table looks like a pivot table whose indentation is lost: some of its rows may sum up rows below them, so that sums count twice.',
  stacked_blocks:
    'The head stands again below a title of its own or a total. The rows from there may be another quantity.',
  error_cell: 'Some cells hold an error instead of a value, and are empty here.',
  uncomputed_formula:
    'Some cells hold formulas without a result, and are empty here. Open and save the file in a spreadsheet program.',
  total_kept:
    'A row is named as a total or mean, but its numbers say otherwise. It is a row of the table.',
  likely_total:
    'A row looks like a total or mean. It is a row of the table; leave it out of sums if it is a total.',
  uneven_rows:
    'Some rows have more or fewer fields than the others. Their fields stand where they look as the others do.',
  doubtful_encoding:
    'The encoding of the file is in doubt. Letters other than a to z may be wrong.',
  lost_characters: 'Some characters of the file could not be read and stand as �.',
});

/** Returns a remark: in English with its values, else what its kind says. */
export const describeRemark = ({ kind, text }: TableRemark): string =>
  shownLanguage() === 'en' ? text : (remarks[kind] ?? text);
