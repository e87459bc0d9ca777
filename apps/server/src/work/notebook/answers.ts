import { ApiError } from '@ecp/contract/declaring/errors';
import type { Answer, UpdateAnswerBody } from '@ecp/contract/work/answers';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorAuthor, actorName, type RequestContext } from '../../kernel/context.ts';
import { type ApprovalDecision, decideAnswer, editAnswer } from '../../material/answers/answers.ts';
import { addMessage } from '../../material/answers/messages.ts';
import { lockEngagement } from '../../material/engagements/engagement-rows.ts';
import { isActive, readLatestRun } from '../../material/run-records/run-state.ts';

/** Edits the answer, which makes a version of the caller. Error: `not_found`. */
export function updateAnswer(
  context: RequestContext,
  engagementId: string,
  changes: UpdateAnswerBody,
): Promise<Answer> {
  const { tenantId, principal } = context;
  return context.commit(async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    const target = { tenantId, engagementId };
    const answer = await editAnswer(tx, target, changes, actorAuthor(principal));
    await recordAudit(tx, context, {
      action: 'answer.update',
      resourceType: 'engagement',
      resourceId: engagementId,
      metadata: { version: answer.version, fields: Object.keys(changes) },
    });
    return answer;
  });
}

/** Approves the answer for which a run waits; the run goes on. Errors: `not_found`, `not_waiting`. */
export function approveAnswer(context: RequestContext, engagementId: string): Promise<Answer> {
  return context.commit((tx) => decide(tx, context, engagementId, { approved: true }));
}

/**
 * Returns the answer with notes to the lead of the run that waits for it. Errors: `not_found`,
 * `not_waiting`.
 */
export function returnAnswer(
  context: RequestContext,
  engagementId: string,
  notes: string,
): Promise<{ success: boolean }> {
  return context.commit(async (tx) => {
    await decide(tx, context, engagementId, { approved: false, notes });
    return { success: true };
  });
}

/** Locks the run before its engagement, as the engine does with an event. */
async function decide(
  tx: Transaction,
  context: RequestContext,
  engagementId: string,
  decision: ApprovalDecision,
): Promise<Answer> {
  const { services, tenantId, principal } = context;
  const { run: unlockedRun } = await readLatestRun(tx, tenantId, engagementId);
  if (unlockedRun) await services.engine.lockRun(tx, tenantId, unlockedRun.id);
  await lockEngagement(tx, tenantId, engagementId);
  const { status, run } = await readLatestRun(tx, tenantId, engagementId);
  // A run that is over waits for nobody.
  if (!run || !isActive(status)) throw new ApiError('not_waiting');
  const runId = run.id;
  const target = { tenantId, engagementId, runId };
  const answer = await decideAnswer(tx, target, decision, actorName(principal));
  await services.engine.wakeRun(tx, tenantId, runId);
  await recordAudit(tx, context, {
    action: decision.approved ? 'answer.approve' : 'answer.return',
    resourceType: 'engagement',
    resourceId: engagementId,
    metadata: { runId },
  });
  return answer;
}

/**
 * Stores a message for the lead of the run at work, also of a paused one, and returns its id.
 * Errors: `not_found`, `not_running`.
 */
export function sendMessage(
  context: RequestContext,
  engagementId: string,
  text: string,
): Promise<{ id: string }> {
  const { tenantId, principal } = context;
  return context.commit(async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    const { status, run } = await readLatestRun(tx, tenantId, engagementId);
    if (!run || !isActive(status)) throw new ApiError('not_running');
    const target = { tenantId, engagementId, runId: run.id };
    const id = await addMessage(tx, target, text.trim(), actorAuthor(principal));
    await recordAudit(tx, context, {
      action: 'run.message',
      resourceType: 'engagement',
      resourceId: engagementId,
      metadata: { runId: run.id, messageId: id },
    });
    return { id };
  });
}
