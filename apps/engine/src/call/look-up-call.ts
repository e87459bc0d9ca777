import type { Database } from '@ecp/database/database';
import type { RunRef } from '../kernel/events/emit-event.ts';
import { settleCall } from './budget/settle-call.ts';
import type { CallFailure } from './types/model-call.ts';

/** The stored outcome of a call and the state of its run, read before the call is made. */
export type CallState<Answer> =
  /** An earlier execution stored the answer. It is paid, so the model must not be asked again. */
  | { state: 'answered'; answer: Answer; cut: boolean; costNanoUsd: number }
  /** An earlier execution recorded that the call gets no answer. */
  | { state: 'ended'; ending: CallFailure }
  /** The run was stopped, has ended or no longer exists. */
  | { state: 'stopped' }
  /** The run is paused. Look again after Resume, which is an event with a number above `lastEvent`. */
  | { state: 'paused'; lastEvent: number }
  | ({ state: 'open' } & Omit<OpenCall, 'isRead'>);

/** A call that is to be made. */
export interface OpenCall {
  /** Number of the last attempt that was begun, or 0. */
  attempts: number;
  /** The marker that encloses untrusted text in the prompts of the run. */
  fence: string;
  /** True if its record was looked up. Otherwise its task is known to have no further records. */
  isRead: boolean;
}

/**
 * Reads in one round trip whether a call may be made or how it has ended. The stored answer is the durable record of a
 * model call. One call has one execution, so an attempt that is still reserved belongs to a process that died during
 * it: it is settled at its worst case.
 */
export async function lookUpCall<Answer>(
  database: Database,
  { tenantId, runId, callKey }: RunRef & { callKey: string },
): Promise<CallState<Answer>> {
  const [tries] = await database.batchTenant<[CallRow<Answer>]>(tenantId, [
    { name: 'look_up_call', text: lookUp, values: [tenantId, runId, callKey] },
  ]);
  for (const { call_id } of tries.filter(({ call_status }) => call_status === 'reserved')) {
    await settleCall(database, tenantId, String(call_id), {
      status: 'unknown',
      error: 'The engine stopped during the call',
    });
  }
  const paid = tries.find(({ call_status, answer }) => call_status === 'settled' && answer !== null);
  if (paid?.answer != null) {
    const { answer, cut, cost_nano_usd: costNanoUsd } = paid;
    return { state: 'answered', answer, cut: cut === true, costNanoUsd: costNanoUsd ?? 0 };
  }
  const [run] = tries;
  if (run?.outcome != null) return { state: 'ended', ending: { outcome: run.outcome, message: run.message ?? '' } };
  if (!run || run.stopping || !['running', 'paused'].includes(run.status)) return { state: 'stopped' };
  if (run.status === 'paused') return { state: 'paused', lastEvent: run.last_event };
  return { state: 'open', attempts: tries.at(-1)?.attempt ?? 0, fence: run.fence };
}

/** Stores how a call ended without an answer, for a repeated execution. The first stored outcome is final. */
export async function recordCallFailure(
  database: Database,
  { tenantId, runId, callKey }: RunRef & { callKey: string },
  { outcome, message }: CallFailure,
): Promise<void> {
  await database.batchTenant(tenantId, [
    {
      name: 'record_call_ending',
      text: `insert into engine.call_endings (tenant_id, run_id, call_key, outcome, message)
        select tenant_id, id, $3, $4, $5 from engine.runs where tenant_id = $1 and id = $2
        on conflict (tenant_id, run_id, call_key) do nothing`,
      values: [tenantId, runId, callKey, outcome, message],
    },
  ]);
}

/** One row for each attempt, oldest first. A call without attempts has one row, with the run only. */
interface CallRow<Answer> {
  status: string;
  stopping: boolean;
  fence: string;
  last_event: number;
  outcome: CallFailure['outcome'] | null;
  message: string | null;
  call_id: string | null;
  call_status: string | null;
  attempt: number | null;
  answer: Answer | null;
  cut: boolean | null;
  cost_nano_usd: number | null;
}

const lookUp = `
  select r.status, r.stop_requested_at is not null as stopping, r.fence, r.last_event, e.outcome, e.message,
    c.id as call_id, c.status as call_status, c.attempt, c.answer, c.cut, c.cost_nano_usd
  from engine.runs r
  left join engine.call_endings e on e.tenant_id = r.tenant_id and e.run_id = r.id and e.call_key = $3
  left join engine.model_calls c on c.tenant_id = r.tenant_id and c.run_id = r.id and c.call_key = $3
  where r.tenant_id = $1 and r.id = $2 order by c.attempt`;
