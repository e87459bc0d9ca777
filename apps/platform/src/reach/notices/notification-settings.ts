import type { NotificationSettings, UpdateNotificationSettingsBody } from '@ecp/contract/reach/notices';
import type { Statement } from '@ecp/database/statement';
import { requireSession } from '../../identity/sessions/session-principal.ts';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';

/** The settings of a person who never chose (NOT-4). */
const defaults: NotificationSettings = { runs: 'now', clients: 'now', digest: 'off' };

/** Reads what the caller gets by mail, and when (NOT-4). */
export async function getNotificationSettings(context: RequestContext): Promise<NotificationSettings> {
  const { tenantId, userId } = requireSession(context);
  const [[found]] = await context.services.database.batchTenant<[NotificationSettings]>(tenantId, [
    {
      name: 'get_notification_settings',
      text: 'select runs, clients, digest from platform.notification_settings where tenant_id = $1 and user_id = $2',
      values: [tenantId, userId],
    },
  ]);
  return found ?? defaults;
}

/** Changes what the caller gets by mail, from the next notice on (NOT-4). */
export async function updateNotificationSettings(
  context: RequestContext,
  changes: UpdateNotificationSettingsBody,
): Promise<NotificationSettings> {
  const { tenantId, userId } = requireSession(context);
  return context.commit(async (tx) => {
    const { rows } = await tx.query(saveSettings({ tenantId, userId }, changes));
    const [saved] = rows;
    if (!saved) throw new Error('The upsert returned no row');
    await recordAudit(tx, context, {
      action: 'notifications.update',
      resourceType: 'user',
      resourceId: userId,
      metadata: { ...changes },
    });
    return saved;
  });
}

/** Saves the given settings of a person and keeps the others. */
export function saveSettings(
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
