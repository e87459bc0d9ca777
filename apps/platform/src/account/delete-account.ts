import { ApiError } from '@ecp/contract/declaring/errors';
import type { AccountDeleted } from '@ecp/contract/identity/account';
import { createId } from '@ecp/database/create-id';
import { findMailRecipient } from '../identity/tenants/find-mail-recipient.ts';
import { findTenant } from '../identity/tenants/find-tenant.ts';
import { recordAudit } from '../kernel/audit/record-audit.ts';
import type { RequestContext } from '../kernel/context.ts';
import { waitUnlessAborted } from '../kernel/durable-work/retry-until-done.ts';
import { recordEvent } from '../kernel/outbox/record-event.ts';
import { findDeletionRequest, insertDeletionRequest } from './deletion-requests.ts';

const pollMs = 100;
/** Within the usual timeouts of clients and proxies; the work itself has no time limit. */
const longestWaitMs = 50_000;

/**
 * Erases the tenant by durable work, and waits for it (ACC-5, ACC-12). A repeated call joins the work in progress.
 * Error: `deletion_unfinished` when another service delays the work, which then continues without the caller.
 */
export async function deleteAccount(context: RequestContext, signal: AbortSignal): Promise<AccountDeleted> {
  const id = await requestDeletion(context);
  const { services } = context;
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

async function requestDeletion(context: RequestContext): Promise<string> {
  const { services, tenantId } = context;
  return context.transaction(async (tx) => {
    const tenant = await findTenant(tx, tenantId);
    const recipient = await findMailRecipient(tx, tenantId, null);
    if (!tenant || recipient === undefined) throw new ApiError('authentication_required');
    const wanted = { id: createId(), tenantId, recipient, tenantName: tenant.name };
    const { id, isNew } = await insertDeletionRequest(tx, wanted);
    if (!isNew) return id;
    const entry = { action: 'account.delete', resourceType: 'deletion_request', resourceId: id };
    await recordAudit(tx, context, entry);
    await recordEvent(tx, services, tenantId, 'account.deletion_requested', { tenantId, deletionRequestId: id });
    await services.durable.enqueue(tx, 'eraseAccount', id, { deletionRequestId: id });
    return id;
  });
}
