import type { Database } from '@ecp/database/database';
import { settleCall } from './settle-call.ts';

/**
 * Settles the calls that a dead process left reserved. Whether they were billed is unknown, so each counts at its worst
 * case. Call it before the executor's work is handed on.
 */
export async function recoverLostCalls(database: Database, executorId: string): Promise<number> {
  const { rows } = await database.withSystem((tx) =>
    tx.query<{ tenant_id: string; id: string }>({
      text: `select tenant_id, id from engine.model_calls where executor_id = $1 and status = 'reserved'`,
      values: [executorId],
    }),
  );
  for (const { tenant_id, id } of rows) {
    await settleCall(database, tenant_id, id, { status: 'unknown', error: 'The engine stopped during the call' });
  }
  return rows.length;
}
