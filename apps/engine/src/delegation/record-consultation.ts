import { nanoToUsd } from '@ecp/contract/money';
import type { Consultation } from '../agents/prompts/prompt-types.ts';
import type { EngineServices } from '../engine-services.ts';
import { eventStatement, type RunRef } from '../events/emit-event.ts';
import type { EngineTask } from '../planning/normalize-tasks.ts';

/** Keeps a consultation with its question, answer and cost, and emits `delegation` once; safe to repeat. */
export async function recordConsultation(
  { database, signals }: EngineServices,
  run: RunRef,
  task: EngineTask,
  key: string,
  { agentSlug, question, answer }: Consultation,
): Promise<void> {
  const { tenantId, runId } = run;
  await database.withTenant(tenantId, async (tx) => {
    const { rows } = await tx.query<{ cost: number }>({
      name: 'consultation_cost',
      text: `select coalesce(sum(cost_nano_usd), 0) as cost from engine.model_calls
        where tenant_id = $1 and run_id = $2 and (call_key = $3 or starts_with(call_key, $3 || ':turn'))`,
      values: [tenantId, runId, `${task.id}/${key}`],
    });
    const costNanoUsd = rows[0]?.cost ?? 0;
    const { rowCount } = await tx.query({
      name: 'record_consultation',
      text: `insert into engine.delegations
        (id, tenant_id, run_id, task_id, from_agent, to_agent, question, answer, cost_nano_usd)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      values: [`${task.id}/${key}`, tenantId, runId, task.id, task.agentSlug, agentSlug, question, answer, costNanoUsd],
    });
    if (rowCount === 0) return;
    const cost = nanoToUsd(costNanoUsd);
    const delegation = {
      type: 'delegation' as const,
      taskId: task.id,
      from: task.agentSlug,
      to: agentSlug,
      question,
      cost,
    };
    await tx.query(eventStatement(run, `delegation:${task.id}/${key}`, delegation));
    const message = `${task.agentSlug} asked ${agentSlug}: ${question}`;
    await tx.query(eventStatement(run, `log:delegation:${task.id}/${key}`, { type: 'log', message }));
  });
  signals.notify(runId);
}
