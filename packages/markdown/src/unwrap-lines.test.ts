import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrapLines } from './rendered-text.ts';

describe('unwrapLines', () => {
  test('turns white space around a line feed into one space, and leaves other white space', () => {
    expect(unwrapLines('one \t\n\r\n two   three\u00a0\u2028')).toBe('one two   three\u00a0\u2028');
    const blanks = fc.constantFrom(
      '\n',
      ' ',
      '\t',
      '\r',
      '\u00a0',
      '\u2028',
      '\ufeff',
      'a',
      '-',
      '\ud83d\ude00',
    );
    const property = fc.property(fc.string({ unit: blanks, maxLength: 30 }), (text) => {
      expect(unwrapLines(text)).toBe(text.replaceAll(/\s*\n\s*/g, ' '));
    });
    fc.assert(property);
  });

  test('handles megabytes of blanks', () => {
    const blanks = ' '.repeat(5_000_000);
    expect(unwrapLines(`a${blanks}b`)).toBe(`a${blanks}b`);
    expect(
      unwrapLines(`a${blanks}
${blanks}b`),
    ).toBe('a b');
  });
});
