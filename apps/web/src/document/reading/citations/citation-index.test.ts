import type { CitationState, ListedCitation } from '@ecp/contract/values/citations';
import { describe, expect, it } from 'vitest';
import { indexCitations } from './citation-index.ts';

const cite = (
  footnote: string | null,
  state: CitationState,
  reason: string | null = null,
): ListedCitation => ({
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
  const citations = [
    cite('A', 'verified'),
    cite('2', 'verified'),
    cite('A', 'altered', 'said otherwise'),
  ];

  it('is the one of the same occurrence', () => {
    const { ofCall } = indexCitations(citations, true, '');
    expect([1, 2, 3].map((occurrence) => ofCall({ label: 'a', occurrence })?.index)).toEqual([
      0, 2, 2,
    ]);
    expect(ofCall({ label: '2', occurrence: 1 })?.index).toBe(1);
    expect(ofCall({ label: '3', occurrence: 1 })).toBeUndefined();
  });

  it('is the worst one if some were left out', () => {
    expect(indexCitations(citations, false, '').ofCall({ label: 'a', occurrence: 1 })?.index).toBe(
      2,
    );
  });
});

it('numbers footnotes as readers see them, in the order of their calls', () => {
  const text = 'One.[^b] Two.[^A] One again.[^b]\n\n[^A]: Source.\n[^b]: Source.\n';
  const { all } = indexCitations(
    [cite('b', 'verified'), cite('a', 'verified'), cite(null, 'uncited')],
    true,
    text,
  );
  expect(all.map(({ number }) => number)).toEqual(['1', '2', null]);
});

it('gives a call without a definition no number, because a page shows it as plain text', () => {
  const { all } = indexCitations(
    [cite('a', 'verified')],
    true,
    'None.[^gone] One.[^a]\n\n[^a]: Source.\n',
  );
  expect(all.map(({ number }) => number)).toEqual(['1']);
});
