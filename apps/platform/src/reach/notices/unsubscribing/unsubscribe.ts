import { ApiError } from '@ecp/contract/declaring/errors';
import type { NotificationSettings, Unsubscribable, Unsubscription } from '@ecp/contract/reach/notices';
import { noticeGroups } from '@ecp/contract/values/notice-kinds';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../../kernel/context.ts';
import { recipientTables } from '../../../work/notices/recipients.ts';
import { openUnsubscribe, type UnsubscribeTarget } from '../../../work/notices/unsubscribe-links.ts';
import { saveSettings } from '../notification-settings.ts';

/** Returns which mail a link would switch off (NOT-8). Error: `invalid_token` for a link that is not ours, or a member who left. */
export async function getUnsubscription(context: OpenContext, token: string): Promise<Unsubscription> {
  const target = openTarget(context, token);
  return context.services.database.withTenant(target.tenantId, async (tx) =>
    describe(await readSettings(tx, target), target.setting),
  );
}

/**
 * Switches off the kind of mail that a link came with, without a sign-in and as often as it is asked (NOT-8). Error:
 * `invalid_token`, as above.
 */
export async function unsubscribe(context: OpenContext, token: string): Promise<Unsubscription> {
  const target = openTarget(context, token);
  const { tenantId, userId, setting } = target;
  return context.services.database.withTenant(tenantId, async (tx) => {
    const settings = await readSettings(tx, target);
    const before = describe(settings, setting);
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
async function readSettings(tx: Transaction, { tenantId, userId }: UnsubscribeTarget): Promise<SettingsRow> {
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

function describe({ tenant_name: tenantName, ...settings }: SettingsRow, setting: Unsubscribable): Unsubscription {
  const daily = dailyGroups(settings).length > 0 ? 'daily' : settings.digest;
  return { tenantName, setting, value: setting === 'digest' ? daily : settings[setting] };
}

/** The groups that the daily mail holds besides what is unread. */
const dailyGroups = (settings: NotificationSettings) => noticeGroups.filter((group) => settings[group] === 'daily');

/** Returns the changes that end a kind of mail. Without the daily mail, nothing may wait for it. */
function changesOf(settings: NotificationSettings, setting: Unsubscribable): Partial<NotificationSettings> {
  const settled = setting === 'digest' ? [setting, ...dailyGroups(settings)] : [setting];
  return Object.fromEntries(settled.map((each) => [each, 'off']));
}
