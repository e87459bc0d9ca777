import { expect, it } from 'vitest';
import { findCitedTable } from './cited-sources.ts';

const book = [{ sheet: 'Sales' }, { sheet: 'Sales 2024' }];

it('finds the only table of a file, and the named sheet of a workbook', () => {
  expect(findCitedTable([{ sheet: null }], null)).toEqual({ sheet: null });
  expect(findCitedTable(book, 'sheet Sales')).toEqual({ sheet: 'Sales' });
  expect(findCitedTable(book, 'Sheet “Sales 2024”')).toEqual({ sheet: 'Sales 2024' });
});

it('finds none of an unnamed sheet, and none without tables', () => {
  expect(findCitedTable(book, null)).toBe(undefined);
  expect(findCitedTable([], 'page 2')).toBe(undefined);
});
