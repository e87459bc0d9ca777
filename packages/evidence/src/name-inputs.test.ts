import { expect, it } from 'vitest';
import type { TypedFigure } from './figures.ts';
import { nameInputs } from './name-inputs.ts';

const at = (row: string, column: string) => ({ cell: { row, column } }) as TypedFigure;

// EVP-1
it('names values by what distinguishes their cells', () => {
  expect(
    nameInputs([at('Barcelona', 'Sessions planned'), at('Barcelona', 'Sessions held')]),
  ).toEqual([{ name: 'Sessions planned' }, { name: 'Sessions held' }]);
  expect(nameInputs([at('North', 'Sales'), at('South', 'Sales'), undefined])).toEqual([
    { name: 'North' },
    { name: 'South' },
    {},
  ]);
  expect(nameInputs([at('North', '2024'), at('North', '2025')])).toEqual([
    { name: 'North, 2024' },
    { name: 'North, 2025' },
  ]);
  expect(nameInputs([at('', 'Share')])).toEqual([{ name: 'Share' }]);
});
