import type { CitationState, ListedCitation } from '@ecp/contract/values/citations';
import { expect, it } from 'vitest';
import type { Conflict } from '../../base/api/document-queries.ts';
import { listOpenPoints } from './open-points.tsx';

const citation = (index: number, state: CitationState): ListedCitation => ({
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

const conflict = (id: string, status: Conflict['status'], filename: string): Conflict => ({
  id,
  kind: 'documents',
  about: id,
  values: [],
  documents: [filename],
  status,
  settlement:
    status === 'open'
      ? null
      : { chosen: null, reason: 'x', by: 'Ada', at: '2026-01-01T00:00:00.000Z' },
});

it('lists what has a fault or no source, not what nobody judged, then the open conflicts of this document', () => {
  const states = [
    'verified',
    'altered',
    'computed',
    'unsupported',
    'missing_source',
    'uncited',
    'unjudged',
  ] as const;
  const citations = states.map((state, index) => citation(index, state));
  const conflicts = [
    conflict('a', 'open', 'costs.md'),
    conflict('b', 'settled', 'costs.md'),
    conflict('c', 'open', 'other.md'),
  ];
  const points = listOpenPoints(citations, conflicts, 'costs.md');
  expect(
    points.map((point) =>
      point.kind === 'citation' ? point.citation.footnote : point.conflict.id,
    ),
  ).toEqual(['1', '3', '4', '5', 'a']);
});
