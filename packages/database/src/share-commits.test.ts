import pg from 'pg';
import { expect, test } from 'vitest';
import { shareCommits, type TenantBatch } from './share-commits.ts';

/** An error of a server whose messages are German (`lc_messages`). */
const refusal = (code: string, severity: string) =>
  Object.assign(new pg.DatabaseError('Nein', 0, 'error'), { code, severity });
const statements = [{ text: 'select 1' }];

/**
 * Sends a batch for each tenant, of which the later ones share a transaction that fails with
 * `error`.
 */
function sendTwo(error: Error): Promise<PromiseSettledResult<unknown>[]> {
  const together = (batches: readonly TenantBatch[]) =>
    batches.length > 1 ? Promise.reject(error) : Promise.resolve([[]]);
  const alone = ({ tenantId }: TenantBatch) =>
    tenantId === 'full' ? Promise.reject(error) : Promise.resolve([[tenantId]]);
  const send = shareCommits({ together, alone }, () => '');
  return Promise.allSettled(
    ['first', 'full', 'other'].map((tenantId) => send({ tenantId, viewer: '*', statements })),
  );
}

// ENG-35
test('a batch fails by its own statements only, whatever the language of the server', async () => {
  const limit = refusal('EL001', 'FEHLER');
  const [, full, other] = await sendTwo(limit);
  expect(full).toEqual({ status: 'rejected', reason: limit });
  expect(other).toEqual({ status: 'fulfilled', value: [['other']] });
});

test.each([
  refusal('57P01', 'FATAL'),
  refusal('25P04', 'FATAL'),
  refusal('53100', 'PANIK'),
  new Error('Connection terminated'),
])('no batch is repeated if the commit is unknown: %s', async (lost) => {
  const [, ...both] = await sendTwo(lost);
  expect(both).toEqual([
    { status: 'rejected', reason: lost },
    { status: 'rejected', reason: lost },
  ]);
});
