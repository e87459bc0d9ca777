import type { ChannelKind } from '@ecp/contract/reach/notices';
import type { Statement } from '@ecp/database/statement';
import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import { describeNotice } from '../../../kernel/mail/notice-mails.ts';
import type { Services } from '../../../kernel/services.ts';
import { type NoticeRow, noticeColumns, toEngagementNotice } from '../notice-rows.ts';
import { postMessage } from './post-message.ts';
import { recordPost } from './record-post.ts';
import { openAddress } from './seal-address.ts';
import { writeMessage } from './write-message.ts';

interface DueRow extends NoticeRow {
  channel_kind: ChannelKind;
  sealed: string;
}

/**
 * Does the durable work `postNotice`: posts a notice to a channel and records the outcome (NOT-10). Throws when the
 * channel may take it later, so that the queue tries again, for a day. Does nothing once the channel is disabled or
 * channel or notice are gone.
 */
export async function postNotice(
  services: Services,
  work: DurableInputs['postNotice'],
  signal: AbortSignal,
): Promise<void> {
  const { tenantId, channelId } = work;
  const [[due]] = await services.database.batchTenant(tenantId, [selectDue(work)]);
  if (!due) return;
  const { path, ...described } = describeNotice(toEngagementNotice(due));
  const body = writeMessage(due.channel_kind, { ...described, url: services.config.baseUrl + path });
  const url = openAddress(services.keys, channelId, due.sealed);
  const result = await postMessage(services, { url, body }, signal);
  await services.database.batchTenant(tenantId, [recordPost(work, result, services.clock.now())]);
  if (result.error !== null && result.mayRetry) throw new Error(result.error);
}

function selectDue({ tenantId, channelId, noticeId }: DurableInputs['postNotice']): Statement<DueRow> {
  return {
    name: 'select_notice_to_post',
    text: `select ${noticeColumns}, c.kind as channel_kind, c.sealed
      from platform.notices n
      join platform.engagements e on e.tenant_id = n.tenant_id and e.id = n.engagement_id
      join platform.notice_channels c on c.tenant_id = n.tenant_id and c.id = $2
      where n.tenant_id = $1 and n.id = $3 and c.enabled`,
    values: [tenantId, channelId, noticeId],
  };
}
