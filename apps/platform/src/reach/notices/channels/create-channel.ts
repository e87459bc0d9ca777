import type { CreateNoticeChannelBody, NoticeChannel } from '@ecp/contract/reach/notices';
import { createId } from '@ecp/database/create-id';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { requireFewer } from '../../../kernel/limits/refusals.ts';
import { checkWebhookUrl } from '../../webhooks/check-webhook.ts';
import { type ChannelRow, channelColumns, toChannel } from './channel-rows.ts';
import { sealAddress } from './seal-address.ts';

/** Limit of one tenant: every notice is posted to each channel. */
const maxChannels = 20;

/**
 * Adds a channel of Slack or Teams that gets notices from now on, all of them by default (NOT-11). Errors:
 * `webhook_url_not_https`, `webhook_url_private`, `channel_limit_reached`.
 */
export async function createChannel(context: RequestContext, body: CreateNoticeChannelBody): Promise<NoticeChannel> {
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
      values: [id, tenantId, kind, label.trim(), host, sealAddress(services.keys, id, url), [...new Set(groups)]],
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
