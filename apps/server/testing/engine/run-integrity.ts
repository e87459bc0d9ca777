import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { MeteredCall } from '@ecp/testing/fake-llm/fake-llm-meter';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { ofType } from './engine-client.ts';
import { purposeOf, textOf } from './priced-provider.ts';

interface CallRow {
  call_key: string;
  attempt: number;
  task_id: string | null;
  purpose: string;
  status: string;
  answered: boolean;
  cost: string;
}

/**
 * Lists the faults of a completed run in words: wrong event numbers, duplicate documents, calls
 * paid twice, amounts that do not add up. The list is empty if there are none.
 */
export async function findRunFaults(
  { asSuperuser }: FreshDatabase,
  providerCalls: readonly MeteredCall[],
  { runId, tasks }: Pick<StartRunRequest, 'runId' | 'tasks'>,
  events: EngineEvent[],
): Promise<string[]> {
  const calls = await asSuperuser<CallRow & Record<string, unknown>>(
    `select call_key, attempt, task_id, purpose, status, answer is not null as answered, cost_nano_usd::text as cost
     from engine.model_calls where run_id = $1 order by call_key, attempt`,
    [runId],
  );
  return [
    ...eventFaults(
      tasks.map(({ id }) => id),
      events,
    ),
    ...callFaults(calls),
    ...providerFaults(
      calls,
      providerCalls,
      runId,
      new Map(tasks.map(({ id, name }) => [id, name])),
    ),
    ...(await moneyFaults({ asSuperuser }, runId, calls)),
  ];
}

function eventFaults(taskIds: string[], events: EngineEvent[]): string[] {
  const faults: string[] = [];
  if (events.some(({ seq }, index) => seq !== index + 1))
    faults.push('events are not numbered 1, 2, 3 …');
  const last = events.at(-1);
  if (last?.type !== 'status' || last.status !== 'completed')
    faults.push(`ended with ${JSON.stringify(last)}`);
  const expected = taskIds.toSorted().join();
  for (const type of ['deliverable', 'score', 'task_started', 'task_complete'] as const) {
    const seen = ofType(events, type).flatMap(({ taskId }) => taskId ?? []);
    if (seen.toSorted().join() !== expected) faults.push(`${type} of ${seen.toSorted().join()}`);
  }
  const once = ['plan', 'library_entry', 'analytics'] as const;
  for (const type of once)
    if (ofType(events, type).length !== 1) faults.push(`${ofType(events, type).length} ${type}`);
  const internal = ofType(events, 'deliverable').filter(({ taskId }) => taskId === null);
  if (internal.length !== 2) faults.push(`${internal.length} internal documents`);
  const delegations = ofType(events, 'delegation').map(({ taskId, to }) => `${taskId} ${to}`);
  if (new Set(delegations).size !== delegations.length) faults.push('a delegation is doubled');
  const searches = ofType(events, 'log').filter(({ code }) => code === 'sources_searched');
  if (searches.length > 1) faults.push(`${searches.length} searches are told, one was asked for`);
  return faults;
}

function callFaults(calls: CallRow[]): string[] {
  const faults: string[] = [];
  for (const [key, tries] of Map.groupBy(calls, ({ call_key }) => call_key)) {
    if (tries.filter(({ answered }) => answered).length !== 1)
      faults.push(`${key} has not exactly one answer`);
    if (!tries.at(-1)?.answered) faults.push(`${key} was asked again after its answer`);
    if (tries.some(({ status }) => status === 'reserved')) faults.push(`${key} is still reserved`);
  }
  return faults;
}

/** Lists the calls with more requests to the provider than recorded attempts. */
function providerFaults(
  calls: CallRow[],
  providerCalls: readonly MeteredCall[],
  runId: string,
  taskNames: Map<string, string>,
): string[] {
  const nameOf = (taskId: string | null) =>
    taskId === null ? '' : (taskNames.get(taskId) ?? taskId);
  const tries = Map.groupBy(calls, ({ task_id, purpose }) => `${nameOf(task_id)} ${purpose}`);
  const requests = Map.groupBy(
    providerCalls.filter((call) => textOf(call).includes(` ${runId}.`)),
    (call) => `${/Task: ([^\\]+)\\n/.exec(textOf(call))?.[1] ?? ''} ${purposeOf(call)}`,
  );
  return [...requests]
    .filter(([key, made]) => made.length > (tries.get(key)?.length ?? 0))
    .map(
      ([key, made]) => `${made.length} requests for ${key}, ${tries.get(key)?.length ?? 0} tries`,
    );
}

async function moneyFaults(
  { asSuperuser }: Pick<FreshDatabase, 'asSuperuser'>,
  runId: string,
  calls: CallRow[],
): Promise<string[]> {
  const [money] = await asSuperuser<{ spent: string; reserved: string; cost: string }>(
    `select spent_nano_usd::text as spent, reserved_nano_usd::text as reserved, cost_nano_usd::text as cost
     from engine.runs r join engine.budgets b using (tenant_id, engagement_id) where r.id = $1`,
    [runId],
  );
  const sum = String(calls.reduce((total, { cost }) => total + BigInt(cost), 0n));
  const faults = [];
  if (money?.reserved !== '0') faults.push(`${money?.reserved} nano-USD still reserved`);
  if (money?.spent !== sum) faults.push(`spent ${money?.spent}, calls cost ${sum}`);
  if (money?.cost !== sum) faults.push(`run cost ${money?.cost}, calls cost ${sum}`);
  return faults;
}
