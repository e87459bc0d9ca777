import { endBilling, hasStripeSubscription } from '../../identity/billing/billing.ts';
import { deleteTenant, lockTenant } from '../../identity/tenants/tenants.ts';
import { anonymizeAuditLog } from '../../kernel/audit/audit-log.ts';
import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { enqueueMail } from '../../kernel/mail/enqueue-mail.ts';
import type { Services } from '../../kernel/services.ts';
import { lockEngagementIds } from '../../material/engagements/engagement-rows.ts';
import { tenantPrefix } from '../../material/stored-files/stored-files.ts';
import { countDeliverables } from '../../work/documents/deliverable-rows.ts';
import { countRuns, stopActiveRuns } from '../../work/runs/erasure.ts';
import { deliverBeforeErasure } from '../webhooks/delivering.ts';
import {
  completeDeletion,
  countDeleted,
  findDeletionRequest,
  noteSubscription,
} from './deletion-requests.ts';

/**
 * Erases a tenant in the order of docs/requirements/account.md. Repeatable; throws while a service
 * does not answer.
 */
export async function eraseAccount(
  services: Services,
  { deletionRequestId }: DurableInputs['eraseAccount'],
  signal: AbortSignal,
): Promise<void> {
  const { database, storage, durable } = services;
  const request = await findDeletionRequest(database, deletionRequestId);
  if (!request || request.tenantId === null) return;
  const { tenantId, tenantName, recipient, language } = request;
  await stopActiveRuns(services, tenantId);
  await deliverBeforeErasure(services, tenantId, 'account.deletion_requested', signal);
  if (await hasStripeSubscription(services, tenantId))
    await noteSubscription(database, deletionRequestId);
  await endBilling(services, tenantId);
  await storage.deletePrefix(tenantPrefix(tenantId));
  await eraseTenant(services, tenantId);
  // Erases files again, because uploads may have ended in between.
  await eraseLeftovers(services, tenantId);
  await database.withSystem(async (tx) => {
    await completeDeletion(tx, deletionRequestId, await anonymizeAuditLog(tx, tenantId));
    const sealedTenant = encryptTenantId(services.keys, tenantId);
    await durable.enqueue(
      tx,
      'sweepErasedTenant',
      deletionRequestId,
      { sealedTenant },
      { waitMs: sweepAfterMs },
    );
    if (recipient === null || tenantName === null) return;
    const id = `deleted-${deletionRequestId}`;
    await enqueueMail(tx, services, {
      kind: 'accountDeleted',
      tenantName,
      to: recipient,
      language,
      id,
    });
  });
}

/** Deletes a tenant with all rows, those of the engine too, and counts what goes. */
async function eraseTenant({ database }: Services, tenantId: string): Promise<void> {
  await database.withTenant(tenantId, async (tx) => {
    if (!(await lockTenant(tx, tenantId))) return;
    const engagementIds = await lockEngagementIds(tx, tenantId);
    await countDeleted(tx, tenantId, {
      engagements: engagementIds.length,
      deliverables: await countDeliverables(tx, tenantId),
      runs: await countRuns(tx, tenantId),
    });
    await deleteTenant(tx, tenantId);
  });
}

/**
 * Erases files, cached texts, queued work and unsent mail. Repeatable; throws without storage or
 * while work runs.
 */
async function eraseLeftovers(
  {
    storage,
    cache,
    encodedBodies,
    durable,
    mail,
  }: Pick<Services, 'storage' | 'cache' | 'encodedBodies' | 'durable' | 'mail'>,
  tenantId: string,
): Promise<void> {
  await storage.deletePrefix(tenantPrefix(tenantId));
  await cache.forget(tenantId);
  encodedBodies.forget(tenantId);
  await durable.eraseTenantWork(tenantId);
  await mail.forget(tenantId);
}

/** Longer than a request may last, so that every request of the erased tenant has ended. */
const sweepAfterMs = 30 * 60_000;

/**
 * Erases again what requests in progress left: files, mail and audit entries. Repeatable. Throws
 * without storage, and when this SECRET_KEY cannot decrypt the tenant.
 */
export async function sweepErasedTenant(
  services: Services,
  { sealedTenant }: DurableInputs['sweepErasedTenant'],
): Promise<void> {
  const tenantId = decryptTenantId(services.keys, sealedTenant);
  await eraseLeftovers(services, tenantId);
  await services.database.withSystem((tx) => anonymizeAuditLog(tx, tenantId));
}

const sealPurpose = 'erased tenants';
const sealPlace = 'erased tenant';

/** Encrypts an erased tenant's id for durable work, so that no table shows it. */
function encryptTenantId(keys: KeyRing, tenantId: string): string {
  return keys.encrypt(sealPurpose, sealPlace, tenantId).toString('base64url');
}

/** Decrypts the id; throws when it was changed or encrypted with a secret that is not here. */
function decryptTenantId(keys: KeyRing, sealed: string): string {
  return keys.decrypt(sealPurpose, sealPlace, Buffer.from(sealed, 'base64url'));
}
