import { expect, it } from 'vitest';
import { findWords } from './find-words.ts';

const found = (text: string, words: string) =>
  findWords(text, words).map(({ start, end }) => text.slice(start, end));

it('finds words regardless of case, accents, spaces and punctuation', () => {
  expect(
    found('He said: “Café prices\n rose by 4.5 %.” Then', 'cafe prices rose by 4,5 %'),
  ).toEqual(['Café prices\n rose by 4.5']);
});

it('finds the pieces of a quote with omissions, in order', () => {
  expect(
    found(
      'Nobody asked for a smaller bag, but for a paper one.',
      'Nobody asked … for a paper one […]',
    ),
  ).toEqual(['Nobody asked', 'for a paper one']);
  expect(found('one two three', 'two … one')).toEqual([]);
});

it('finds words in other scripts', () => {
  expect(found('概要：価格は2028年に上がる。', '価格は2028年に')).toEqual(['価格は2028年に']);
  expect(found('Ａ ﬁne day', 'a fine day')).toEqual(['Ａ ﬁne day']);
});

it('finds nothing if the text or the quote is empty', () => {
  expect(found('Words', '…')).toEqual([]);
  expect(found('', 'Words')).toEqual([]);
});
