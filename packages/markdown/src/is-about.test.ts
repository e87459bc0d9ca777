import { expect, test } from 'vitest';
import { isAbout } from './find-quote.ts';

const section = '## 2. Market entry\n\nThe **first year** costs 4 million and pays nothing.\n';

// WRI-8
test.each([
  ['names its heading', 'Please shorten “Market Entry”.', true],
  ['names its heading without marks', 'The market entry is too long', true],
  ['quotes its words', 'Is “first year costs 4 million” right?', true],
  ['names half of the heading', 'The market is too small.', false],
  ['quotes what stands everywhere', 'What is “the”?', false],
  ['quotes other words', 'Where is “the second year costs” from?', false],
  ['is general', 'Shorter, please.', false],
])('a note that %s', (_, note, expected) => {
  expect(isAbout(note, section)).toBe(expected);
});
