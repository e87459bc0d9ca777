import { expect, it } from 'vitest';
import { type CitedPage, indexPages } from './document-text.tsx';

const page = (footnote: string | null, change: Partial<CitedPage> = {}): CitedPage => ({
  footnote,
  claim: 'A claim.',
  title: 'Prices',
  url: 'https://prices.example',
  fetchedAt: '2026-01-01T00:00:00Z',
  ...change,
});

// POR-14
it('gives each footnote its pages once, and places those of statements without one behind their words', () => {
  const said = page(null, { claim: 'Said so.' });
  const { ofFootnote, places } = indexPages([page('A'), page('a'), page('2'), said, { ...said }]);
  expect(ofFootnote('a')).toHaveLength(1);
  expect(ofFootnote('3')).toEqual([]);
  expect(places).toEqual([{ key: 4, words: 'Said so.' }]);
});
