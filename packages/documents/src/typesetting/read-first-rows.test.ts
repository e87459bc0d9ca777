import { expect, it } from 'vitest';
import { readFirstRows } from './print-evidence.ts';

// EXP-15
it('reads whole rows, whatever their texts hold, and no more than requested', () => {
  const rows = [['a "], [', 1, null, true], ['\\', -1.5e-7, '', false], ['],["x']];
  const text = JSON.stringify(rows);
  expect(readFirstRows(text, 10)).toEqual(rows);
  expect(readFirstRows(text, 2)).toEqual(rows.slice(0, 2));
  for (let length = 0; length < text.length; length += 1) {
    const found = readFirstRows(text.slice(0, length), 10);
    expect(found).toEqual(rows.slice(0, found.length));
  }
  expect(readFirstRows('[]', 10)).toEqual([]);
});
