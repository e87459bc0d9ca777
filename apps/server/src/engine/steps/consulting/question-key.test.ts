import { expect, it } from 'vitest';
import { questionKey } from './consult-colleagues.ts';

it('ignores case, punctuation and spaces, and differs by a word or a figure', () => {
  const key = questionKey('What price will cafés pay, at 4 %?');
  expect(questionKey('  what PRICE will cafe\u0301s\npay at 4% ')).not.toBe(
    questionKey('What price?'),
  );
  expect(questionKey('what price  will cafés pay — at 4 %')).toBe(key);
  expect(questionKey('What price will cafe\u0301s pay, at 4 %?')).toBe(key);
  expect(questionKey('What price will cafés pay, at 5 %?')).not.toBe(key);
  expect(questionKey('価格はいくらですか')).not.toBe(questionKey('費用はいくらですか'));
});
