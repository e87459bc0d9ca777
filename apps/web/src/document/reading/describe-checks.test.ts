import { expect, it } from 'vitest';
import { describeChecks } from './open-points.tsx';

const none = {
  verified: 0,
  computed: 0,
  unjudged: 0,
  setByText: 0,
  altered: 0,
  unsupported: 0,
  missingSource: 0,
  uncited: 0,
};

// EVP-4
it('says what was checked and counts what is open, and nothing of conflicts that nobody recorded', () => {
  expect(describeChecks({ ...none, verified: 50, computed: 5 }, 0)).toBe('55 citations verified');
  expect(describeChecks({ ...none, verified: 55, uncited: 2 }, 0)).toBe(
    '55 citations verified, 2 statements without a source',
  );
  expect(
    describeChecks({ ...none, verified: 1, unjudged: 2, altered: 1, missingSource: 1 }, 1),
  ).toBe('1 citation verified, 2 not judged, 2 open citations, 1 conflict');
  expect(describeChecks(none, 0)).toBe('No citations to check');
});
