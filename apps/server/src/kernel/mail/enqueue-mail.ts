import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Language } from '@ecp/language/language';
import type { MailReader } from '../durable-work/durable-work.ts';
import type { Services } from '../services.ts';
import { checkMailId } from './mail-transport.ts';
import { type Mail, renderMail } from './render-mail.ts';

/**
 * A mail to one recipient, sent once per `id` and deleted with `tenantId`. One to a `stranger`
 * waits for its turn.
 */
type OutgoingMail = Mail & {
  to: string;
  /** The language that the reader has chosen; null is English. */
  language: Language | null;
  id?: string;
  tenantId?: string;
  stranger?: boolean;
  unsubscribeToken?: string;
  reader?: MailReader;
};

/** Renders a mail and enqueues it. It is sent if and only if `tx` commits. */
export async function enqueueMail(
  tx: Transaction,
  services: Services,
  mail: OutgoingMail,
): Promise<void> {
  const mailId = mail.id ?? createId();
  checkMailId(mailId);
  const rendered = renderMail(mail, services.config, mail);
  const strangerOf = mail.stranger ? mail.tenantId : undefined;
  const waitMs = strangerOf === undefined ? 0 : await scheduleStrangerMail(tx, strangerOf);
  const tenantIds = mail.tenantId === undefined ? {} : { tenantIds: [mail.tenantId] };
  const reader = mail.reader ? { reader: mail.reader } : {};
  await services.durable.enqueue(
    tx,
    'sendMail',
    mailId,
    { mailId, to: mail.to, ...rendered, ...tenantIds, ...reader },
    { waitMs },
  );
}

/** Mails of one tenant to strangers within any hour. Later ones wait. */
const maxStrangerMails = 50;

/**
 * Takes a place among a tenant's mails to unconfirmed addresses, with `tx`; returns the
 * milliseconds until then.
 */
export async function scheduleStrangerMail(tx: Transaction, tenantId: string): Promise<number> {
  await tx.query({
    name: 'lock_stranger_mails',
    text: `select pg_advisory_xact_lock(hashtextextended('mails to strangers of ' || $1, 0))`,
    values: [tenantId],
  });
  await tx.query({
    name: 'forget_stranger_mails',
    text: `delete from platform.stranger_mails where tenant_id = $1 and due_at < clock_timestamp() - interval '1 hour'`,
    values: [tenantId],
  });
  const { rows } = await tx.query<{ wait_ms: number }>({
    name: 'schedule_stranger_mail',
    text: `insert into platform.stranger_mails (tenant_id, due_at)
      select $1, greatest(clock_timestamp(), (
        select due_at + interval '1 hour' from platform.stranger_mails
        where tenant_id = $1 order by due_at desc offset $2 limit 1
      ))
      returning (extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as wait_ms`,
    values: [tenantId, maxStrangerMails - 1],
  });
  return Math.max(0, Math.ceil(rows[0]?.wait_ms ?? 0));
}
