import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { EngineJudgement, EngineJudgementRequest } from '@ecp/contract/engine/engine-judgements';
import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import { readSpending } from '../../call/budget/read-spending.ts';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { readJudged, readRun } from '../../kernel/runs/run-store.ts';
import { waitForEnd } from '../../kernel/runs/wait-for-end.ts';
import { startRun } from '../start/start-run.ts';

/**
 * Asks a judge about the statements of a text that a person wrote, behind the engagement's budget (contract 14). The
 * questions are a durable run of their own, whose call is paid once and recovered like any other. Waits up to `waitMs` for
 * it. What no judge answers is null, also where there is no judge, no money or no answer in time. Throws the errors of
 * startRun.
 */
export async function judgeText(
  services: EngineServices & { queue: DurableQueue },
  tenantId: string,
  { judgementId, engagement, ...judgement }: EngineJudgementRequest,
  waitMs: number,
  signal: AbortSignal,
): Promise<EngineJudgement> {
  const ref = { tenantId, runId: judgementId };
  const nothing = { tasks: [], sources: [], previous: [], rerunTaskId: null };
  await startRun(services, tenantId, { runId: judgementId, engagement, ...nothing, judgement }, 'judge');
  const { status } = await waitForEnd(services, ref, waitMs, signal);
  const { input } = await readRun(services.database, ref);
  const answers = (await readJudged(services.database, ref)) ?? [];
  const { judgingNanoUsd } = await readSpending(services.database, tenantId, engagement.id);
  return {
    judgementId,
    status,
    judged: (input.judgement?.questions ?? []).map((question, at) => ({ question, answer: answers[at] ?? null })),
    judgingSpentUsd: nanoToUsd(judgingNanoUsd),
  };
}
