import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadRubrics } from './evaluate-deliverable.ts';

/**
 * The criteria of each released version. Scores and the agreement with reviews are reported by
 * version. A change of criteria must raise the version of the file and add a line here. Lines of
 * earlier versions must not change.
 */
const released: Record<string, string> = {
  'research 1': 'ea39e92dd2cab64c',
  'analysis 1': 'b4a55a7df669ae82',
  'strategy 1': '524f1e804d22e077',
  'plan 1': '35f491e3e3590d96',
  'creative 1': 'ba2fd9f4c4cbc9b0',
  'financial 1': 'b0ce23c7bd6db818',
  'general 1': 'aeed581651401e4d',
  'synthesis 1': 'ac4dacdb905a67b1',
};

// QUA-1
test('criteria change only together with the version of their rubric', async () => {
  for (const { type, version, criteria } of Object.values(await loadRubrics())) {
    const fingerprint = createHash('sha256')
      .update(JSON.stringify(criteria))
      .digest('hex')
      .slice(0, 16);
    expect([type, version, fingerprint]).toEqual([type, version, released[`${type} ${version}`]]);
  }
});
