import type { CitationCounts } from '@ecp/contract/values/citations';
import { expect, test } from 'vitest';
import { describeCitations } from './reading-head.tsx';

const none: CitationCounts = {
  verified: 0,
  computed: 0,
  unjudged: 0,
  setByText: 0,
  altered: 0,
  unsupported: 0,
  missingSource: 0,
  uncited: 0,
};
const shown = (counts: Partial<CitationCounts> | null) => {
  const { label, tone } = describeCitations(counts && { ...none, ...counts });
  return [label, tone];
};

// EVP-10
test('what nobody judged is told in grey, and never called verified or wrong', () => {
  expect(shown({ verified: 2, computed: 1 })).toEqual(['3 citations, all verified', 'text-good']);
  expect(shown({ verified: 2, unjudged: 1 })).toEqual(['3 citations, 1 not judged', 'text-muted']);
  expect(shown({ verified: 2, unjudged: 1, altered: 1 })).toEqual([
    '1 of 4 citations not verified, 1 not judged',
    'text-danger',
  ]);
  expect(shown({ verified: 2, altered: 1 })).toEqual([
    '1 of 3 citations not verified',
    'text-danger',
  ]);
  expect(shown({})).toEqual(['No citations', 'text-muted']);
  expect(shown(null)).toEqual(['Citations not checked', 'text-muted']);
});
