import type { NoticeFacts } from '@ecp/contract/values/notice-kinds';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { type ChannelRow, channelColumns, toChannel } from './channels/channel-rows.ts';

interface ExportedNotice {
  id: string;
  kind: NoticeFacts['kind'];
  data: NoticeFacts['data'];
  engagement_id: string;
  created_at: Date;
  recipients: { userId: string; readAt: string | null }[];
}

/** Exports notices with their recipients (NOT-12). */
export const exportedNotices: ExportPart<ExportedNotice> = {
  name: 'notices',
  page: {
    text: `select n.id, n.kind, n.data, n.engagement_id, n.created_at, (
          select coalesce(json_agg(json_build_object('userId', r.user_id, 'readAt', r.read_at) order by r.user_id), '[]')
          from platform.notice_recipients r where r.tenant_id = n.tenant_id and r.notice_id = n.id
        ) as recipients
      from platform.notices n where n.tenant_id = $1 and n.id > $2 order by n.id limit $3`,
  },
  pageRows: 200,
  toRecord: ({ id, kind, data, engagement_id: engagementId, created_at, recipients }) => ({
    ...{ id, kind, data, engagementId, recipients },
    createdAt: created_at.toISOString(),
  }),
};

interface ExportedSettings {
  /** The user's. */
  id: string;
  runs: string;
  clients: string;
  digest: string;
}

/** Exports what people have chosen to get by mail (NOT-12). */
export const exportedNotificationSettings: ExportPart<ExportedSettings> = {
  name: 'notificationSettings',
  page: {
    text: `select user_id as id, runs, clients, digest from platform.notification_settings
      where tenant_id = $1 and user_id > $2 order by user_id limit $3`,
  },
  pageRows: 200,
  toRecord: ({ id: userId, ...settings }) => ({ userId, ...settings }),
};

/** Exports channels without their addresses, which are secrets (NOT-12). */
export const exportedNoticeChannels: ExportPart<ChannelRow> = {
  name: 'noticeChannels',
  page: pageOf('platform.notice_channels', channelColumns),
  pageRows: 200,
  toRecord: toChannel,
};
