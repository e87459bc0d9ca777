import type { EngineGridAnswer } from '@ecp/contract/engine/engine-grid-answers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../../testing/start-test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

const lease = `# Lease

The term of the lease begins on 1 April 2025. The yearly rent is EUR 48,000, payable in twelve parts.

Either party may end the lease with a notice of six months.
`;
const columns = [
  { id: 'rent', name: 'Rent', question: 'What is the yearly rent?', type: 'number' as const },
  { id: 'begin', name: 'Begin', question: 'When does the term of the lease begin?', type: 'date' as const },
  { id: 'notice', name: 'Notice', question: 'What is the notice to end the lease?', type: 'text' as const },
  { id: 'deposit', name: 'Deposit', question: 'Which deposit does the tenant pay?', type: 'number' as const },
];
const engagement = {
  id: 'e1',
  name: 'Leases',
  client: 'Halls',
  brief: 'Compare the leases of the halls.',
  budgetUsd: 5,
};

async function ask(askId: string, parts: { location: string | null; text: string }[]): Promise<EngineGridAnswer> {
  const file = { filename: 'lease.md', parts, truncated: false };
  const answer = await engine.request('POST', '/grid-answers?waitMs=60000', { askId, engagement, columns, file });
  expect(answer.status).toBe(200);
  return answer.body as EngineGridAnswer;
}

// GRD-2, GRD-3, GRD-4
test('the offline model answers by search and quote, and says what it does not find', async () => {
  const { cells, status } = await ask('g1', [{ location: 'section Lease', text: lease }]);
  expect(status).toBe('completed');
  expect(cells).toMatchObject([
    { columnId: 'rent', state: 'verified', value: 48_000, place: 'section Lease' },
    { columnId: 'begin', state: 'verified', value: '2025-04-01' },
    { columnId: 'notice', state: 'verified', quote: expect.stringContaining('six months') },
    { columnId: 'deposit', state: 'not_found', value: null, reason: null },
  ]);
});
