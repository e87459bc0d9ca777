import { expect, it } from 'vitest';
import type { DataTable } from '../../../domain/data/queries.ts';
import { findCitedTable } from './find-cited-table.ts';

const table = (filename: string, sheet: string | null): DataTable => ({
  id: `${filename} ${sheet}`,
  attachmentId: 'a',
  filename,
  sheet,
  hidden: false,
  name: 't',
  columns: [],
  rowCount: 0,
});
const tables = [table('Costs.csv', null), table('book.xlsx', 'Sales'), table('book.xlsx', 'Sales 2024')];
const find = (title: string, location: string | null) => findCitedTable(tables, { title, location })?.id;

it('finds the only table of a file, and the named sheet of a workbook', () => {
  expect(find('costs.csv', null)).toBe('Costs.csv null');
  expect(find('book.xlsx', 'sheet Sales')).toBe('book.xlsx Sales');
  expect(find('book.xlsx', 'Sheet “Sales 2024”')).toBe('book.xlsx Sales 2024');
});

it('finds none of an unnamed sheet or another file', () => {
  expect(find('book.xlsx', null)).toBe(undefined);
  expect(find('report.pdf', 'page 2')).toBe(undefined);
});
