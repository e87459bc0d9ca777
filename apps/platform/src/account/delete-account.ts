import { ApiError } from '@ecp/contract/declaring/errors';
import type { AccountDeleted } from '@ecp/contract/identity/account';
import type { RequestContext } from '../kernel/context.ts';
import { waitUnlessAborted } from '../kernel/durable-work/retry-until-done.ts';
import { findDeletionRequest } from './deletion-requests.ts';
import { requestDeletion } from './request-deletion.ts';

const pollMs = 100;
/** Within the usual timeouts of clients and proxies; the work itself has no time limit. */
const longestWaitMs = 50_000;

/**
 * Erases the tenant by durable work, and waits for it (ACC-5, ACC-12). A repeated call joins the work in progress.
 * Error: `deletion_unfinished` when another service delays the work, which then continues without the caller.
 */
export async function deleteAccount(context: RequestContext, signal: AbortSignal): Promise<AccountDeleted> {
  const { services } = context;
  const id = await context.transaction((tx) => requestDeletion(tx, services, context));
  if (id === null) throw new ApiError('authentication_required');
  const untilMs = performance.now() + longestWaitMs;
  while (performance.now() < untilMs && !signal.aborted) {
    const request = await findDeletionRequest(services.database, id);
    if (!request) break;
    if (request.tenantId === null) {
      const { engagementsDeleted, deliverablesDeleted, runsDeleted, auditLogsAnonymized } = request;
      const counts = { engagementsDeleted, deliverablesDeleted, runsDeleted, auditLogsAnonymized };
      const summary = { ...counts, stripeSubscriptionCancelled: request.hadSubscription };
      return { status: 'completed', deletionRequestId: id, summary };
    }
    await waitUnlessAborted(pollMs, signal);
  }
  throw new ApiError('deletion_unfinished');
}
