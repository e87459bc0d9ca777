import { ApiError } from '@ecp/contract/declaring/errors';
import type {
  NotificationSettings,
  Unsubscribable,
  Unsubscription,
  UpdateNotificationSettingsBody,
} from '@ecp/contract/reach/notices';
import { type NoticeFacts, noticeGroups } from '@ecp/contract/values/notice-kinds';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { requireSession } from '../../identity/sessions/session-principal.ts';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext, RequestContext } from '../../kernel/context.ts';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { firstRow } from '../../kernel/sql.ts';
import {
  openUnsubscribe,
  recipientTables,
  type UnsubscribeTarget,
} from '../../material/notices/recipients.ts';
import { type ChannelRow, channelColumns, toChannel } from './channels.ts';

/** The settings of a person who never chose. */
const defaultSettings: NotificationSettings = { runs: 'now', clients: 'now', digest: 'off' };

/** Reads what the caller gets by mail, and when. */
export async function getNotificationSettings(
  context: RequestContext,
): Promise<NotificationSettings> {
  const { tenantId, userId } = requireSession(context);
  const [[found]] = await context.services.database.batchTenant<[NotificationSettings]>(tenantId, [
    {
      name: 'get_notification_settings',
      text: 'select runs, clients, digest from platform.notification_settings where tenant_id = $1 and user_id = $2',
      values: [tenantId, userId],
    },
  ]);
  return found ?? defaultSettings;
}

/** Changes what the caller gets by mail, from the next notice on. */
export async function updateNotificationSettings(
  context: RequestContext,
  changes: UpdateNotificationSettingsBody,
): Promise<NotificationSettings> {
  const { tenantId, userId } = requireSession(context);
  return context.commit(async (tx) => {
    const { rows } = await tx.query(saveSettings({ tenantId, userId }, changes));
    const saved = firstRow(rows);
    await recordAudit(tx, context, {
      action: 'notifications.update',
      resourceType: 'user',
      resourceId: userId,
      metadata: { ...changes },
    });
    return saved;
  });
}

function saveSettings(
  { tenantId, userId }: { tenantId: string; userId: string },
  { runs, clients, digest }: Partial<NotificationSettings>,
): Statement<NotificationSettings> {
  return {
    name: 'save_notification_settings',
    text: `insert into platform.notification_settings as s (tenant_id, user_id, runs, clients, digest)
      values ($1, $2, coalesce($3, 'now'), coalesce($4, 'now'), coalesce($5, 'off'))
      on conflict (tenant_id, user_id) do update set
        runs = coalesce($3, s.runs), clients = coalesce($4, s.clients), digest = coalesce($5, s.digest)
      returning runs, clients, digest`,
    values: [tenantId, userId, runs ?? null, clients ?? null, digest ?? null],
  };
}

/**
 * Returns which mail a link would switch off. Error: `invalid_token`, also for a member who left.
 */
export async function getUnsubscription(
  context: OpenContext,
  token: string,
): Promise<Unsubscription> {
  const target = openTarget(context, token);
  return context.services.database.withTenant(target.tenantId, async (tx) =>
    describeUnsubscription(await readMemberSettings(tx, target), target.setting),
  );
}

/** Switches off a link's kind of mail without a sign-in, repeatably. Error: `invalid_token`. */
export async function unsubscribe(context: OpenContext, token: string): Promise<Unsubscription> {
  const target = openTarget(context, token);
  const { tenantId, userId, setting } = target;
  return context.services.database.withTenant(tenantId, async (tx) => {
    const settings = await readMemberSettings(tx, target);
    const before = describeUnsubscription(settings, setting);
    if (before.value === 'off') return before;
    const changes = changesOf(settings, setting);
    await tx.query(saveSettings(target, changes));
    const metadata = { ...changes, byMail: true };
    await recordAudit(
      tx,
      { tenantId, userId, ipAddress: context.ipAddress },
      { action: 'notifications.update', resourceType: 'user', resourceId: userId, metadata },
    );
    return { ...before, value: 'off' };
  });
}

function openTarget({ services }: OpenContext, token: string): UnsubscribeTarget {
  const target = openUnsubscribe(services.keys, token);
  if (!target) throw new ApiError('invalid_token');
  return target;
}

interface SettingsRow extends NotificationSettings {
  tenant_name: string;
}

/** Reads the settings of a member, whom nobody removes until the transaction ends. */
async function readMemberSettings(
  tx: Transaction,
  { tenantId, userId }: UnsubscribeTarget,
): Promise<SettingsRow> {
  const { rows } = await tx.query<SettingsRow>({
    name: 'find_unsubscription',
    text: `select t.name as tenant_name, coalesce(s.runs, 'now') as runs, coalesce(s.clients, 'now') as clients,
        coalesce(s.digest, 'off') as digest
      from ${recipientTables} join platform.tenants t on t.id = u.tenant_id
      where u.tenant_id = $1 and u.id = $2 for key share of u`,
    values: [tenantId, userId],
  });
  const [row] = rows;
  if (!row) throw new ApiError('invalid_token');
  return row;
}

function describeUnsubscription(
  { tenant_name: tenantName, ...settings }: SettingsRow,
  setting: Unsubscribable,
): Unsubscription {
  const daily = dailyGroups(settings).length > 0 ? 'daily' : settings.digest;
  return { tenantName, setting, value: setting === 'digest' ? daily : settings[setting] };
}

/** The groups that the daily mail holds besides what is unread. */
const dailyGroups = (settings: NotificationSettings) =>
  noticeGroups.filter((group) => settings[group] === 'daily');

/** Returns the changes that end a kind of mail. Without the daily mail, nothing may wait for it. */
function changesOf(
  settings: NotificationSettings,
  setting: Unsubscribable,
): Partial<NotificationSettings> {
  const settled = setting === 'digest' ? [setting, ...dailyGroups(settings)] : [setting];
  return Object.fromEntries(settled.map((each) => [each, 'off']));
}

interface ExportedNotice {
  id: string;
  kind: NoticeFacts['kind'];
  data: NoticeFacts['data'];
  engagement_id: string;
  created_at: Date;
  recipients: { userId: string; readAt: string | null }[];
}

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
    id,
    kind,
    data,
    engagementId,
    recipients,
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

export const exportedNotificationSettings: ExportPart<ExportedSettings> = {
  name: 'notificationSettings',
  page: {
    text: `select user_id as id, runs, clients, digest from platform.notification_settings
      where tenant_id = $1 and user_id > $2 order by user_id limit $3`,
  },
  pageRows: 200,
  toRecord: ({ id: userId, ...settings }) => ({ userId, ...settings }),
};

/** Exports channels without their addresses, which are secrets. */
export const exportedNoticeChannels: ExportPart<ChannelRow> = {
  name: 'noticeChannels',
  page: pageOf('platform.notice_channels', channelColumns),
  pageRows: 200,
  toRecord: toChannel,
};
