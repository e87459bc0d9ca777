import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { Statement } from '@ecp/database/statement';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { eventStatement } from '../../kernel/events/emit-event.ts';
import type { AskedQuestion } from './asked-question.ts';

/** Stores the answer and the cost of a consultation, and emits `delegation` once. Safe to repeat. */
export async function recordConsultation(
  { database, signals }: EngineServices,
  asked: AskedQuestion,
  answer: string,
): Promise<void> {
  const { tenantId, runId, id, taskId, from, to, question } = asked;
  await database.withTenant(tenantId, async (tx) => {
    const { rows } = await tx.query<{ cost: number }>({
      name: 'consultation_cost',
      text: `select coalesce(sum(cost_nano_usd), 0) as cost from engine.model_calls
        where tenant_id = $1 and run_id = $2 and (call_key = $3 or starts_with(call_key, $3 || ':'))`,
      values: [tenantId, runId, id],
    });
    const costNanoUsd = rows[0]?.cost ?? 0;
    const { rowCount } = await tx.query({
      name: 'record_consultation',
      text: `insert into engine.delegations
        (id, tenant_id, run_id, task_id, from_agent, to_agent, question, depth, answer, cost_nano_usd)
        values ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9)
        on conflict (tenant_id, run_id, id) do update
          set state = 'answered', answer = excluded.answer, cost_nano_usd = excluded.cost_nano_usd
          where delegations.state = 'asking'`,
      values: [id, tenantId, runId, taskId, from, to, question, answer, costNanoUsd],
    });
    if (rowCount === 0) return;
    await tx.query(delegationEvent(asked, { answer, costNanoUsd, reused: false }));
    await tx.query(delegationLine(asked, 'colleague_asked', `${from} asked ${to}: ${question}`));
  });
  signals.notify(runId);
}

/** Releases a question that got no answer, so that another task may ask it. */
export async function releaseQuestion({ database, signals }: EngineServices, asked: AskedQuestion): Promise<void> {
  const { tenantId, runId, id } = asked;
  await database.batchTenant(tenantId, [
    {
      name: 'release_question',
      text: `update engine.delegations set state = 'failed'
        where tenant_id = $1 and run_id = $2 and id = $3 and state = 'asking'`,
      values: [tenantId, runId, id],
    },
  ]);
  signals.notify(runId);
}

/** Makes the log line of a question that was asked, answered from the record, or refused. */
export function delegationLine(
  asked: AskedQuestion,
  code: 'colleague_asked' | 'answer_reused' | 'question_refused',
  message: string,
): Statement {
  const level = code === 'question_refused' ? 'warning' : 'info';
  const facts = { type: 'log', level, code, agent: asked.from, taskId: asked.taskId } as const;
  return eventStatement(asked, `log:delegation:${asked.id}`, { ...facts, message });
}

/** Makes the event of a consultation. */
export function delegationEvent(
  asked: AskedQuestion,
  { answer, costNanoUsd, reused }: { answer: string; costNanoUsd: number; reused: boolean },
): Statement {
  const { id, taskId, from, to, question } = asked;
  const about = { taskId, from, to, question, answer, cost: nanoToUsd(costNanoUsd), depth: 1, reused };
  return eventStatement(asked, `delegation:${id}`, { type: 'delegation', ...about });
}
