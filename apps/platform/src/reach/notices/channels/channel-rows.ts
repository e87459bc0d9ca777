import { ApiError } from '@ecp/contract/declaring/errors';
import type { ChannelKind, NoticeChannel } from '@ecp/contract/reach/notices';
import type { NoticeGroup } from '@ecp/contract/values/notice-kinds';
import type { Transaction } from '@ecp/database/database';

/** The columns of a channel that are shown, never its address. */
export const channelColumns = 'id, kind, label, host, groups, enabled, posted_at, post_error, created_at';
/** A row of these columns. */
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

/** Turns a row into the wire form (NOT-11). */
export function toChannel(row: ChannelRow): NoticeChannel {
  const { id, kind, label, host, groups, enabled } = row;
  const lastPost = row.posted_at && { at: row.posted_at.toISOString(), error: row.post_error };
  return { id, kind, label, host, groups, enabled, lastPost, createdAt: row.created_at.toISOString() };
}

/** Reads a channel with its sealed address and locks it against other writers. Error: `not_found`. */
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
