import type { NoticeChannel, UpdateNoticeChannelBody } from '@ecp/contract/reach/notices';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { checkWebhookUrl } from '../../webhooks/check-webhook.ts';
import { lockChannel, toChannel } from './channel-rows.ts';
import { sealAddress } from './seal-address.ts';

/**
 * Changes the given fields; a disabled channel gets nothing more (NOT-11). Errors: `not_found`, `webhook_url_not_https`,
 * `webhook_url_private`.
 */
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
      sealed: body.url === undefined ? before.sealed : sealAddress(services.keys, channelId, body.url),
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
