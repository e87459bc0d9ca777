import type { Transaction } from '@ecp/database/database';
import { readBrand } from '../../../identity/branding/branding.ts';
import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import type { MailTransport } from '../../../kernel/mail/mail-transport.ts';
import { renderMail } from '../../../kernel/mail/render-mail.ts';
import type { Services } from '../../../kernel/services.ts';
import { selectEngagementState } from '../../../work/engagements/engagement-rows.ts';
import { createPortalSecret } from '../create-portal-secret.ts';
import { type ReleaseRow, releaseColumns } from './release-rows.ts';

type MailedRow = ReleaseRow & { client_email: string; tenant_name: string };

/**
 * Does the durable work `sendReleaseMail`: makes a further secret of the link and mails it with the message (REL-7). A
 * repeated attempt makes a new secret and voids the one before. Sends nothing when the link has ended or its engagement
 * is gone. Throws the errors of the transport, so that the queue tries again.
 */
export async function sendReleaseMail(
  { database, config }: Pick<Services, 'database' | 'config'>,
  transport: MailTransport,
  { tenantId, releaseId, tokenId }: DurableInputs['sendReleaseMail'],
): Promise<void> {
  const { companyName } = await readBrand(database, tenantId);
  const made = await database.withTenant(tenantId, async (tx) => {
    const row = await findMailed(tx, { tenantId, releaseId, tokenId });
    if (!row) return undefined;
    const { rows } = await tx.query(selectEngagementState(tenantId, row.engagement_id));
    const token = await renewSecret(tx, { tenantId, releaseId, tokenId });
    return { row, token, engagementName: rows[0]?.name ?? '' };
  });
  if (!made) return;
  const { row, token, engagementName } = made;
  const mail = renderMail(
    {
      kind: 'released',
      companyName: companyName ?? row.tenant_name,
      engagementName,
      sender: row.author_kind === 'user' ? row.author_name : null,
      titles: row.documents.map(({ title }) => title),
      message: row.message,
      portalUrl: `${config.baseUrl}/portal/${token}`,
    },
    config,
  );
  const mailId = `release-${releaseId}-${tokenId}`;
  await transport.send({ mailId, to: row.client_email, tenantIds: [tenantId], ...mail });
}

type Mailed = DurableInputs['sendReleaseMail'];

/** Reads what a mail tells, and locks its link against revocation; undefined if the link has ended. */
async function findMailed(tx: Transaction, { tenantId, releaseId, tokenId }: Mailed): Promise<MailedRow | undefined> {
  const { rows } = await tx.query<MailedRow>({
    name: 'select_release_to_mail',
    text: `select ${releaseColumns}, p.client_email, t.name as tenant_name
      from platform.releases r
      join platform.portal_tokens p on p.tenant_id = r.tenant_id and p.id = $3
      join platform.tenants t on t.id = r.tenant_id
      where r.tenant_id = $1 and r.id = $2 and p.client_email is not null and p.revoked_at is null
        and (p.expires_at is null or p.expires_at > now())
      for share of p`,
    values: [tenantId, releaseId, tokenId],
  });
  return rows[0];
}

async function renewSecret(tx: Transaction, { tenantId, releaseId, tokenId }: Mailed): Promise<string> {
  const { token, hash } = createPortalSecret();
  await tx.query({
    name: 'void_portal_link_secrets',
    text: `delete from platform.portal_link_secrets where tenant_id = $1 and token_id = $2 and release_id = $3`,
    values: [tenantId, tokenId, releaseId],
  });
  await tx.query({
    name: 'create_portal_link_secret',
    text: `insert into platform.portal_link_secrets (token_hash, tenant_id, token_id, release_id)
      values ($1, $2, $3, $4)`,
    values: [hash, tenantId, tokenId, releaseId],
  });
  return token;
}
