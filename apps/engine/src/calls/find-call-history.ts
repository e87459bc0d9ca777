import type { Database } from '@ecp/database/database';
import { settleCall } from '../budget/settle-call.ts';
import type { RunRef } from '../events/emit-event.ts';

export interface CallHistory<Answer> {
  /** Tries that were begun before. */
  attempts: number;
  /** The stored answer of an earlier execution of the same step: paid, never to be asked again. */
  answered: { answer: Answer; costNanoUsd: number } | null;
}

/**
 * What an earlier execution of the same step left behind. A try that is still reserved belongs to a process that died
 * in the middle (one step has one execution): it is settled at its worst case.
 */
export async function findCallHistory<Answer>(
  database: Database,
  { tenantId, runId, callKey }: RunRef & { callKey: string },
): Promise<CallHistory<Answer>> {
  const [rows] = await database.batchTenant(tenantId, [
    {
      name: 'find_call_history',
      text: `select id, status, attempt, answer, cost_nano_usd from engine.model_calls
        where tenant_id = $1 and run_id = $2 and call_key = $3 order by attempt`,
      values: [tenantId, runId, callKey],
    },
  ]);
  const calls = (rows ?? []) as CallRow<Answer>[];
  for (const { id } of calls.filter(({ status }) => status === 'reserved')) {
    await settleCall(database, tenantId, id, { status: 'unknown', error: 'The engine stopped during the call' });
  }
  const paid = calls.find(({ status, answer }) => status === 'settled' && answer !== null);
  return {
    attempts: calls.at(-1)?.attempt ?? 0,
    answered: paid?.answer == null ? null : { answer: paid.answer, costNanoUsd: paid.cost_nano_usd },
  };
}

interface CallRow<Answer> {
  id: string;
  status: string;
  attempt: number;
  answer: Answer | null;
  cost_nano_usd: number;
}
