import { expect, it } from 'vitest';
import { selectAll } from './sql-text.ts';

it('selects the first rows of a table', () => {
  expect(selectAll({ name: 'sales_2025' })).toBe('select *\nfrom sales_2025\nlimit 100');
});
