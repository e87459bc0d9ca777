import type { CitationState, ListedCitation } from '@ecp/contract/values/citations';
import { describe, expect, it } from 'vitest';
import { indexCitations } from './citation-index.ts';

const cite = (footnote: string | null, state: CitationState, reason: string | null = null): ListedCitation => ({
  footnote,
  claim: 'A claim.',
  quote: 'words',
  derivation: null,
  source: { kind: 'brief', title: 'Brief', location: null },
  state,
  reason,
  passage: null,
  page: null,
});

describe('the citation of a footnote call', () => {
  const citations = [cite('A', 'verified'), cite('2', 'verified'), cite('A', 'altered', 'said otherwise')];

  it('is the one of the same occurrence', () => {
    const { ofCall } = indexCitations(citations, true, '');
    expect([1, 2, 3].map((occurrence) => ofCall({ label: 'a', occurrence })?.index)).toEqual([0, 2, 2]);
    expect(ofCall({ label: '2', occurrence: 1 })?.index).toBe(1);
    expect(ofCall({ label: '3', occurrence: 1 })).toBeUndefined();
  });

  it('is the worst one if some were left out', () => {
    expect(indexCitations(citations, false, '').ofCall({ label: 'a', occurrence: 1 })?.index).toBe(2);
  });
});

it('numbers footnotes as readers see them, in the order of their calls', () => {
  const text = 'One.[^b] Two.[^A] One again.[^b]\n\n[^A]: Source.\n[^b]: Source.\n';
  const { all } = indexCitations([cite('b', 'verified'), cite('a', 'verified'), cite(null, 'uncited')], true, text);
  expect(all.map(({ number }) => number)).toEqual(['1', '2', null]);
});

it('gives a call without a definition no number, because a page shows it as plain text', () => {
  const { all } = indexCitations([cite('a', 'verified')], true, 'None.[^gone] One.[^a]\n\n[^a]: Source.\n');
  expect(all.map(({ number }) => number)).toEqual(['1']);
});

it('finds the citation of a mark, even if the reason was truncated and escaped', () => {
  const long = `the address https://example.org/${'a_b'.repeat(60)} was not given`;
  const citations = [
    cite('1', 'altered', '47 does not occur in the cited passage'),
    cite(null, 'missing_source', 'no source of this name was given'),
    cite('2', 'missing_source', long),
    cite('3', 'missing_source', 'no source of this name was given'),
  ];
  const marks = [
    'no source of this name was given',
    `${long.slice(0, 118).replaceAll('_', String.raw`\_`)} …`,
    '47 does not occur in the cited passage',
    'no source of this name was given',
    'something else',
  ].map((reason) => `A claim **[not verified: ${reason}]**.`);
  const text = marks.join(' ');
  const { ofMark } = indexCitations(citations, true, text);
  const offsets = [...text.matchAll(/\*\*\[not/g)].map(({ index }) => index);
  expect(offsets.map((offset) => ofMark(offset)?.index)).toEqual([1, 2, 0, 3, undefined]);
});

it('finds the marks of every language', () => {
  const citations = [cite('1', 'altered', 'grund'), cite('2', 'altered', 'raison'), cite('3', 'altered', '理由')];
  const text = 'A **[nicht belegt: grund]**, b **[non vérifié: raison]**, c **[未確認: 理由]**.';
  const { ofMark } = indexCitations(citations, true, text);
  expect([...text.matchAll(/\*\*\[/g)].map(({ index }) => ofMark(index)?.index)).toEqual([0, 1, 2]);
});
