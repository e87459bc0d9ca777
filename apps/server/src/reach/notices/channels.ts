import { ApiError } from '@ecp/contract/declaring/errors';
import type {
  ChannelKind,
  CreateNoticeChannelBody,
  NoticeChannel,
  UpdateNoticeChannelBody,
} from '@ecp/contract/reach/notices';
import type { NoticeGroup } from '@ecp/contract/values/notice-kinds';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { renewSealedRows } from '../../kernel/keys/renewal.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import type { Services } from '../../kernel/services.ts';
import { requireFound } from '../../kernel/sql.ts';
import { checkWebhookUrl } from '../webhooks/webhooks.ts';

/** Limit of one tenant: every notice is posted to each channel. */
const maxChannels = 20;

/**
 * Adds a channel, by default for all notices. Errors: `webhook_url_not_https`,
 * `webhook_url_private`, `channel_limit_reached`.
 */
export async function createChannel(
  context: RequestContext,
  body: CreateNoticeChannelBody,
): Promise<NoticeChannel> {
  const { services, tenantId } = context;
  checkWebhookUrl(body.url, services.config.outboundAllowedHosts);
  const { kind, label, url, groups = ['runs', 'clients'] } = body;
  return context.commit(async (tx) => {
    const count = countChannels(tenantId);
    await requireFewer(tx, tenantId, { count, limit: maxChannels, code: 'channel_limit_reached' });
    const id = createId();
    const { host } = new URL(url);
    const { rows } = await tx.query<ChannelRow>({
      name: 'insert_notice_channel',
      text: `insert into platform.notice_channels (id, tenant_id, kind, label, host, sealed, groups)
        values ($1, $2, $3, $4, $5, $6, $7) returning ${channelColumns}`,
      values: [
        id,
        tenantId,
        kind,
        label.trim(),
        host,
        sealAddress(services.keys, id, url),
        [...new Set(groups)],
      ],
    });
    const [row] = rows;
    if (!row) throw new Error('The insert of a notice channel returned nothing');
    await recordAudit(tx, context, {
      action: 'notice_channel.create',
      resourceType: 'notice_channel',
      resourceId: id,
      metadata: { kind, host, groups: row.groups },
    });
    return toChannel(row);
  });
}

const countChannels = (tenantId: string): Statement<{ count: number }> => ({
  name: 'count_notice_channels',
  text: 'select count(*)::integer as count from platform.notice_channels where tenant_id = $1',
  values: [tenantId],
});

/** Lists the channels of the workspace, the oldest first. */
export async function listChannels({
  services,
  tenantId,
}: RequestContext): Promise<NoticeChannel[]> {
  const [rows] = await services.database.batchTenant<[ChannelRow]>(tenantId, [
    {
      name: 'list_notice_channels',
      text: `select ${channelColumns} from platform.notice_channels where tenant_id = $1 order by created_at, id`,
      values: [tenantId],
    },
  ]);
  return rows.map(toChannel);
}

/** Changes given fields. Errors: `not_found`, `webhook_url_not_https`, `webhook_url_private`. */
export async function updateChannel(
  context: RequestContext,
  channelId: string,
  body: UpdateNoticeChannelBody,
): Promise<NoticeChannel> {
  const { services, tenantId } = context;
  if (body.url !== undefined) checkWebhookUrl(body.url, services.config.outboundAllowedHosts);
  return context.transaction(async (tx) => {
    const before = await lockChannel(tx, tenantId, channelId);
    const row = {
      ...before,
      label: body.label?.trim() ?? before.label,
      groups: body.groups ? [...new Set(body.groups)] : before.groups,
      enabled: body.enabled ?? before.enabled,
      host: body.url === undefined ? before.host : new URL(body.url).host,
      sealed:
        body.url === undefined ? before.sealed : sealAddress(services.keys, channelId, body.url),
    };
    const { label, groups, enabled, host, sealed } = row;
    await tx.query({
      name: 'update_notice_channel',
      text: `update platform.notice_channels set label = $3, groups = $4, enabled = $5, host = $6, sealed = $7
        where tenant_id = $1 and id = $2`,
      values: [tenantId, channelId, label, groups, enabled, host, sealed],
    });
    await recordAudit(tx, context, {
      action: 'notice_channel.update',
      resourceType: 'notice_channel',
      resourceId: channelId,
      metadata: { host, groups, enabled },
    });
    return toChannel(row);
  });
}

/** Deletes a channel; posts that are enqueued for it then do nothing. Error: `not_found`. */
export async function deleteChannel(context: RequestContext, channelId: string): Promise<void> {
  const { tenantId } = context;
  await context.transaction(async (tx) => {
    const { rows } = await tx.query<{ host: string }>({
      name: 'delete_notice_channel',
      text: 'delete from platform.notice_channels where tenant_id = $1 and id = $2 returning host',
      values: [tenantId, channelId],
    });
    const [deleted] = rows;
    if (!deleted) throw new ApiError('not_found');
    await recordAudit(tx, context, {
      action: 'notice_channel.delete',
      resourceType: 'notice_channel',
      resourceId: channelId,
      metadata: { host: deleted.host },
    });
  });
}

/** Throws `not_found` unless the tenant has this channel: existence is checked before the body. */
export async function requireChannel(
  database: Database,
  tenantId: string,
  channelId: string,
): Promise<void> {
  await requireFound(database, tenantId, {
    name: 'require_notice_channel',
    text: 'select from platform.notice_channels where tenant_id = $1 and id = $2',
    values: [tenantId, channelId],
  });
}

/** The columns of a channel that are shown, never its address. */
export const channelColumns =
  'id, kind, label, host, groups, enabled, posted_at, post_error, created_at';
export interface ChannelRow {
  id: string;
  kind: ChannelKind;
  label: string;
  host: string;
  groups: NoticeGroup[];
  enabled: boolean;
  posted_at: Date | null;
  post_error: string | null;
  created_at: Date;
}

export function toChannel(row: ChannelRow): NoticeChannel {
  const { id, kind, label, host, groups, enabled } = row;
  const lastPost = row.posted_at && { at: row.posted_at.toISOString(), error: row.post_error };
  return {
    id,
    kind,
    label,
    host,
    groups,
    enabled,
    lastPost,
    createdAt: row.created_at.toISOString(),
  };
}

/**
 * Reads a channel with its sealed address and locks it against other writers. Error: `not_found`.
 */
export async function lockChannel(
  tx: Transaction,
  tenantId: string,
  channelId: string,
): Promise<ChannelRow & { sealed: string }> {
  const { rows } = await tx.query<ChannelRow & { sealed: string }>({
    name: 'lock_notice_channel',
    text: `select ${channelColumns}, sealed from platform.notice_channels where tenant_id = $1 and id = $2
      for no key update`,
    values: [tenantId, channelId],
  });
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  return row;
}

const sealPurpose = 'notice channels';

/**
 * Encrypts the address of a channel with the installation's key; it can be decrypted for this
 * channel only.
 */
function sealAddress(keys: KeyRing, channelId: string, url: string): string {
  return keys.encrypt(sealPurpose, channelId, url).toString('base64url');
}

/**
 * Decrypts an address; null when it is damaged, or was encrypted with another key or for another
 * channel.
 */
export function openAddress(keys: KeyRing, channelId: string, sealed: string): string | null {
  try {
    return keys.decrypt(sealPurpose, channelId, Buffer.from(sealed, 'base64url'));
  } catch {
    return null;
  }
}

interface SealedAddress {
  id: string;
  sealed: string;
}

/** Renews the encryption of channels' addresses, see renewSealedRows. */
export function renewChannelAddresses(
  services: Pick<Services, 'database' | 'keys'>,
  signal: AbortSignal,
): Promise<number> {
  const { keys } = services;
  const reseal = ({ id, sealed }: SealedAddress) => {
    const url = openAddress(keys, id, sealed);
    return url === null ? null : sealAddress(keys, id, url);
  };
  const sealed = { table: 'platform.notice_channels', columns: 'id, sealed', reseal } as const;
  return renewSealedRows(services, sealed, signal);
}
