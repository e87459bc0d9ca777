import { expect, it } from 'vitest';
import { quoteName, selectAll } from './sql-text.ts';

it('quotes a name that is reserved or not simple, and no other', () => {
  expect(['sales_2025', 'Region', 'Group', 'Sales (EUR)', '2024', 'a "b"', 'Straße'].map(quoteName)).toEqual([
    'sales_2025',
    'Region',
    '"Group"',
    '"Sales (EUR)"',
    '"2024"',
    '"a ""b"""',
    '"Straße"',
  ]);
});

it('selects the first rows of a table', () => {
  expect(selectAll({ name: 'order' })).toBe('select *\nfrom "order"\nlimit 100');
});
