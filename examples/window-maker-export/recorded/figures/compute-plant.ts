import { type Row, sumOf } from '../../../read-attachments.ts';

const fullMonths = ['May', 'June', 'July', 'September', 'October', 'November'];
const winter = ['December', 'January', 'February', 'March'];

/** The plant in 2025, in windows. */
export interface Plant {
  made: number;
  capacity: number;
  late: number;
  freeInFullMonths: number;
  freeInWinter: number;
  shareOfFullMonths: number;
}

/** Adds up the workbook's months. */
export function computePlant(months: Row[]): Plant {
  const pick = (names: string[]) =>
    months.filter((cells) => names.includes(String(cells['Month'])));
  const free = (rows: Row[]) => sumOf(rows, 'Capacity') - sumOf(rows, 'Windows made');
  const made = sumOf(months, 'Windows made');
  return {
    made,
    capacity: sumOf(months, 'Capacity'),
    late: sumOf(months, 'Delivered late'),
    freeInFullMonths: free(pick(fullMonths)),
    freeInWinter: free(pick(winter)),
    shareOfFullMonths: sumOf(pick(fullMonths), 'Windows made') / made,
  };
}
