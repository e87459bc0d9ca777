import type { NoticeChannel } from '@ecp/contract/reach/notices';
import type { RequestContext } from '../../../kernel/context.ts';
import { type ChannelRow, channelColumns, toChannel } from './channel-rows.ts';

/** Lists the channels of the workspace, the oldest first (NOT-11). */
export async function listChannels({ services, tenantId }: RequestContext): Promise<NoticeChannel[]> {
  const [rows] = await services.database.batchTenant<[ChannelRow]>(tenantId, [
    {
      name: 'list_notice_channels',
      text: `select ${channelColumns} from platform.notice_channels where tenant_id = $1 order by created_at, id`,
      values: [tenantId],
    },
  ]);
  return rows.map(toChannel);
}
