import type { CitationState } from '@ecp/contract/values/citations';
import { expect, it } from 'vitest';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import type { LedgerFigure } from '../../../domain/figures/queries.ts';
import { listOpenPoints } from './list-open-points.ts';

const citation = (index: number, state: CitationState): NumberedCitation => ({
  index,
  number: null,
  footnote: String(index),
  claim: 'A claim.',
  quote: null,
  derivation: null,
  source: { kind: 'brief', title: 'Brief', location: null },
  state,
  reason: null,
  passage: null,
  page: null,
});

const figure = (id: string, conflict: boolean, filename: string): LedgerFigure => ({
  id,
  label: id,
  unit: null,
  period: null,
  conflict,
  values: [{ value: 1, text: '1', filename, version: 1, section: null, state: 'verified' }],
});

it('lists what is neither verified nor computed, then the conflicts of this document', () => {
  const states = ['verified', 'altered', 'computed', 'unsupported', 'missing_source', 'uncited'] as const;
  const citations = states.map((state, index) => citation(index, state));
  const figures = [figure('a', true, 'costs.md'), figure('b', false, 'costs.md'), figure('c', true, 'other.md')];
  const points = listOpenPoints(citations, figures, 'costs.md');
  expect(points.map((point) => (point.kind === 'citation' ? point.citation.index : point.figure.id))).toEqual([
    1,
    3,
    4,
    5,
    'a',
  ]);
});
