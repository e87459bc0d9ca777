import { expect, test } from 'vitest';
import { readFlag, readFlaggedNumber } from './flagged-cells.ts';

// TAB-33
test.each<[text: string, plain: string | null, flag: string | null, isLetter?: boolean]>([
  ['123.4 p', '123.4', 'p', true],
  ['1 234,5 bde', '1 234,5', 'bde', true],
  ['98,7r', '98,7', 'r', true],
  ['p 101.2', '101.2', 'p', true],
  ['r99.8', '99.8', 'r', true],
  ['12.5 E', '12.5', 'E', true],
  ['20*', '20', '*', false],
  ['0.35 ***', '0.35', '***', false],
  ['30 (p)', '30', 'p', false],
  ['30（推計）', '30', '推計', false],
  ['12.0 (vorl.)', '12.0', 'vorl.', false],
  ['5 [note 1, 2]', '5', 'note 1, 2', false],
  ['$1,200 [r]', '$1,200', 'r', false],
  ['12.3 % e', '12.3 %', 'e', true],
  ['12b', null, null],
  ['12 in', null, null],
  ['12 kg', null, null],
  ['12 (3)', null, null],
  ['p101', null, null],
  ['*', null, null],
])('%s has a flag or none', (text, plain, flag, isLetter) => {
  const found = readFlaggedNumber(text);
  expect(found?.plain ?? null).toBe(plain);
  expect(found?.flag ?? null).toBe(flag);
  if (isLetter !== undefined) expect(found?.isLetter).toBe(isLetter);
});

// TAB-33
test('a mark for no value may have a flag', () => {
  expect([': c', ':m', ':', '12'].map(readFlag)).toEqual(['c', 'm', null, null]);
});
