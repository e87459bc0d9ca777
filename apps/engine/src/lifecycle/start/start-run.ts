import { nanoToUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineJudgement, EngineJudgementRequest } from '@ecp/contract/engine/engine-judgements';
import type { Transaction } from '@ecp/database/database';
import type { DurableQueue } from '@ecp/durable-work/durable-queue';
import { activeTraceparent } from '@ecp/tracing/tracing';
import { readSpending } from '../../call/budget/read-spending.ts';
import { sanitizeAnswer } from '../../call/generate/sanitize-answer.ts';
import { EngineRequestError, runNotFound } from '../../kernel/engine-request-error.ts';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { eventStatement } from '../../kernel/events/emit-event.ts';
import { requireImages } from '../../kernel/images/engagement-images.ts';
import { type UnreadImages, unreadImagesEvent } from '../../kernel/images/unread-images-event.ts';
import {
  type RunInput,
  type RunKind,
  type RunState,
  readJudged,
  readRun,
  readRunState,
} from '../../kernel/runs/run-store.ts';
import { waitForEnd } from '../../kernel/runs/wait-for-end.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import { imagesOf } from '../../models/seen-images.ts';
import { recordReviews } from '../../routing/record-reviews.ts';
import { enqueueRun } from './enqueue-run.ts';
import { prepareRequest } from './prepare-request.ts';

type Judgement = NonNullable<RunInput['judgement']>;

/**
 * Accepts a run: the row, the budget limit, the first event and the durable workflow commit together. The same runId
 * again changes nothing. A run of kind `plan` ends once it has its tasks, one of kind `judge` once its
 * questions are answered. Throws `run_stopped` (409) if Stop arrived
 * before Start, `image_missing` (409) if an image is not stored, and `invalid_request` or `unknown_model` (400).
 */
export async function startRun(
  services: EngineServices & { queue: DurableQueue },
  tenantId: string,
  given: RunInput,
  kind: RunKind = 'run',
): Promise<RunState> {
  const request: RunInput = {
    ...prepareRequest(given),
    ...(given.judgement && { judgement: sanitizeAnswer(given.judgement) as Judgement }),
  };
  const { runId, engagement } = request;
  const ref = { tenantId, runId };
  const started = await services.database.withTenant(tenantId, async (tx) => {
    const { rowCount } = await tx.query({
      name: 'insert_run',
      text: `insert into engine.runs (id, tenant_id, engagement_id, status, input, kind)
        values ($1, $2, $3, 'running', $4, $5)
        on conflict (tenant_id, id) do nothing`,
      values: [runId, tenantId, engagement.id, JSON.stringify(request), kind],
    });
    if (rowCount === 0) return false;
    checkModel(services.models, engagement.model ?? null);
    await requireImages(tx, tenantId, engagement.id, imagesOf(request.sources));
    await setWall(tx, tenantId, engagement.id, usdToNano(engagement.budgetUsd));
    if (given.reviewOutcomes?.length) await tx.query(recordReviews(tenantId, given.reviewOutcomes));
    await tx.query(
      eventStatement(ref, 'begin', { type: 'status', status: 'running', error: null, failureReason: null }),
    );
    const unread = findUnreadImages(services.models, request);
    if (unread) await tx.query(unreadImagesEvent(ref, unread));
    // Stored with the durable work, so that its spans join the caller's trace even after a restart.
    const traceparent = activeTraceparent();
    const ids = { tenantId, runId, engagementId: engagement.id };
    const input = { ...ids, kind, ...(traceparent && { traceparent }) };
    await tx.asLoginRole((connection) => enqueueRun(services.queue, connection, input));
    return true;
  });
  const run = await readRunState(services.database, ref);
  // The run was erased in the meantime.
  if (!run) throw runNotFound();
  if (!started && run.failureReason === 'stopped' && run.lastEvent === 0) {
    throw new EngineRequestError(409, 'run_stopped', 'The run was stopped before it started');
  }
  return run;
}

/** Returns the attached images that no model of this engine will read; null if a model can read all of them. */
function findUnreadImages(models: EngineServices['models'], request: StartRunRequest): UnreadImages | null {
  const leftOut = request.imagesLeftOut ?? 0;
  const total = imagesOf(request.sources).length + leftOut;
  if (models.some(({ vision }) => vision === true)) {
    return leftOut === 0 ? null : { total, unread: leftOut, reason: 'limit' };
  }
  return total === 0 ? null : { total, unread: total, reason: 'blind' };
}

function checkModel(models: readonly CatalogModel[], pinned: string | null): void {
  if (pinned === null || models.some(({ id }) => id === pinned)) return;
  throw new EngineRequestError(400, 'unknown_model', `The model ${pinned} is not configured`);
}

/** Sets the budget limit, which may change between runs. The spending stays. */
async function setWall(tx: Transaction, tenantId: string, engagementId: string, limitNanoUsd: number): Promise<void> {
  await tx.query({
    name: 'set_budget',
    text: `insert into engine.budgets (tenant_id, engagement_id, limit_nano_usd) values ($1, $2, $3)
      on conflict (tenant_id, engagement_id) do update set limit_nano_usd = excluded.limit_nano_usd`,
    values: [tenantId, engagementId, limitNanoUsd],
  });
}

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
