import { expect, test } from 'vitest';
import { cleanText } from './decode-text.ts';

test('cleaning removes trailing blanks, runs of empty lines and control characters', () => {
  expect(cleanText('  a \t\r\nb\u00a0\n\n\n\nc\0\u2028d  ')).toBe('a\nb\n\nc\nd');
});

test('cleaning takes no longer for hostile blanks than for other text, because it also runs in the process that serves requests', () => {
  const blanks = ' '.repeat(5 * 1_048_576);
  const before = process.threadCpuUsage();
  expect(cleanText(`a${blanks}b`)).toHaveLength(blanks.length + 2);
  expect(cleanText(`a${'\t \u00a0\n'.repeat(1_000_000)}b`)).toBe('a\n\nb');
  expect(process.threadCpuUsage(before).user).toBeLessThan(5_000_000);
});
