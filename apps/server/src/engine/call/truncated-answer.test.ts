import type { Language } from '@ecp/language/language';
import { expect, test } from 'vitest';
import { truncationNotes, withTruncationNote } from './answers.ts';

// LAN-3
test.each<[Language, string]>([
  ['en', '# Market\n\nThe market grows by 4 % a year, and the'],
  ['de', '# Markt\n\nDer Markt wächst um 4 % im Jahr, und die'],
  ['fr', '# Marché\n\nLe marché croît de 4 % par an, et les'],
  ['es', '# Mercado\n\nEl mercado crece un 4 % al año, y los'],
  ['ja', '# 市場\n\n市場は年に4%成長しており、その'],
])('the note of a truncated document is in its language: %s', (language, content) => {
  expect(withTruncationNote({ content, cut: true })).toBe(
    `${content}\n\n${truncationNotes[language]}\n`,
  );
  expect(withTruncationNote({ content, cut: false })).toBe(content);
});
