import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { enqueueMail } from '../../kernel/mail/enqueue-mail.ts';
import type { Services } from '../../kernel/services.ts';
import { nameEngagement, recordNoticeToMail } from '../../material/notices/notices.ts';
import {
  type Recipient,
  recipientColumns,
  recipientTables,
} from '../../material/notices/recipients.ts';

/**
 * The delivery whose receiver answered 410. `engagementId` is null for an event that is about no
 * engagement.
 */
interface GoneDelivery {
  endpointId: string;
  deliveryId: string;
  engagementId: string | null;
}

/**
 * Disables an endpoint whose receiver is gone, ends its deliveries, and tells who made it by notice
 * and mail, with the transaction, which must not have locked a delivery before. Does nothing for an
 * endpoint that is disabled or deleted.
 */
export async function disableGoneEndpoint(
  tx: Transaction,
  services: Services,
  tenantId: string,
  { endpointId, deliveryId, engagementId }: GoneDelivery,
): Promise<void> {
  const { rows } = await tx.query<{ url: string; created_by: string | null }>({
    name: 'disable_gone_webhook',
    text: `update platform.webhook_endpoints set enabled = false
      where tenant_id = $1 and id = $2 and enabled returning url, created_by`,
    values: [tenantId, endpointId],
  });
  const [disabled] = rows;
  if (!disabled) return;
  const { url, created_by: madeBy } = disabled;
  await tx.query({
    name: 'end_deliveries_of_webhook',
    text: `update platform.webhook_deliveries set due_attempt = null
      where tenant_id = $1 and endpoint_id = $2 and due_attempt is not null`,
    values: [tenantId, endpointId],
  });
  await recordAudit(
    tx,
    { tenantId, userId: null, ipAddress: null },
    {
      action: 'webhook.update',
      resourceType: 'webhook',
      resourceId: endpointId,
      metadata: { enabled: false, statusCode: 410 },
    },
  );
  // Only the host is shown: a path is often a secret.
  const { host } = new URL(url);
  const gone = { webhookId: endpointId, host };
  if (engagementId !== null)
    await noticeMaker(tx, services, tenantId, { gone, deliveryId, engagementId, madeBy });
  await mailMaker(tx, services, tenantId, { gone, deliveryId, madeBy });
}

interface GoneEndpoint {
  webhookId: string;
  host: string;
}

/** An engagement that has been deleted by then has no notices. */
async function noticeMaker(
  tx: Transaction,
  services: Services,
  tenantId: string,
  { gone, deliveryId, engagementId, madeBy }: MakerNotice & { engagementId: string },
): Promise<void> {
  const engagementName = await nameEngagement(tx, tenantId, engagementId);
  if (engagementName === null) return;
  await recordNoticeToMail(tx, services, tenantId, {
    kind: 'webhook_gone',
    data: gone,
    engagementId,
    engagementName,
    userId: madeBy,
    cause: deliveryId,
  });
}

interface MakerNotice {
  gone: GoneEndpoint;
  deliveryId: string;
  /** Null for an endpoint of an earlier release: then the owner of the workspace is told. */
  madeBy: string | null;
}

/** Mails the maker, or the owner where the maker has left the team. */
async function mailMaker(
  tx: Transaction,
  services: Services,
  tenantId: string,
  { gone, deliveryId, madeBy }: MakerNotice,
): Promise<void> {
  const { rows } = await tx.query<Recipient>({
    name: 'find_maker_of_webhook',
    text: `select ${recipientColumns} from ${recipientTables}
      where u.tenant_id = $1 and (u.id = $2 or u.role = 'owner') and u.deactivated_at is null
      order by u.id = $2 desc nulls last limit 1 for key share of u`,
    values: [tenantId, madeBy],
  });
  const [maker] = rows;
  if (!maker) return;
  const { to, language, stranger } = maker;
  const id = `webhook-gone-${deliveryId}`;
  await enqueueMail(tx, services, {
    kind: 'webhookGone',
    ...gone,
    id,
    to,
    language,
    stranger,
    tenantId,
  });
}
