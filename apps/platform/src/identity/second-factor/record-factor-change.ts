import type { Transaction } from '@ecp/database/database';
import { type AuditActor, recordAudit } from '../../kernel/audit/record-audit.ts';
import { enqueueMail } from '../../kernel/mail/enqueue-mail.ts';
import type { FactorChange } from '../../kernel/mail/render-mail.ts';
import type { Services } from '../../kernel/services.ts';
import type { FactorOwner } from './factor-owner.ts';

/** A change of a row's factors. `by` is the other person who made it, if any. */
export interface RecordedChange {
  change: FactorChange;
  /** The passkey's name. */
  name?: string;
  by?: string;
}

/**
 * Records a change of a row's factors in the audit log and mails it to the person, in the transaction of the change
 * (SFA-16). The row must exist.
 */
export async function recordFactorChange(
  tx: Transaction,
  services: Services,
  owner: FactorOwner & { ipAddress: string | null },
  { change, name, by }: RecordedChange,
): Promise<void> {
  const { tenantId, userId, ipAddress } = owner;
  const actor: AuditActor = { tenantId, userId: by === undefined ? userId : by, ipAddress };
  await recordAudit(tx, actor, {
    action: `second_factor.${change}`,
    resourceType: 'user',
    resourceId: userId,
    ...(name === undefined ? {} : { metadata: { name } }),
  });
  const { rows } = await tx.query<{ email: string; tenant_name: string }>({
    name: 'find_address_of_factor',
    text: `select u.email, t.name as tenant_name from platform.users u join platform.tenants t on t.id = u.tenant_id
      where u.tenant_id = $1 and u.id = $2`,
    values: [tenantId, userId],
  });
  const [person] = rows;
  if (!person) throw new Error('The user of a changed factor is gone');
  const changedAt = services.clock.now().toISOString();
  const mail = { kind: 'secondFactorChanged', change, tenantName: person.tenant_name, changedAt } as const;
  await enqueueMail(tx, services, { ...mail, to: person.email, tenantId });
}
