import type { Services } from '../../../kernel/services.ts';
import { sendDigests } from './send-digests.ts';
import { firstWordAt, lastWordAt, sendReminders } from './send-reminders.ts';

/** The hour (UTC) after which the mails of a day are sent. */
const hourUtc = 6;
/** Tenants of one pass; the next pass takes the others. */
const tenantsInPass = 500;

/**
 * Sends the mails of the day that are due: what people have not read (NOT-9), and what clients said that nobody has read
 * (NOT-7). Any process may call it at any time: of several, one sends each mail, once. Throws all failures at the end as
 * one AggregateError.
 */
export async function sendDailyMails(services: Services, signal?: AbortSignal): Promise<void> {
  const dueAt = lastDueAt(services.clock.now());
  const [withDigests, withWords] = await services.database.batchSystem<[{ tenant_id: string }, { tenant_id: string }]>([
    {
      name: 'list_tenants_with_digests',
      text: `select distinct tenant_id from platform.notice_recipients where in_digest and created_at < $1 limit $2`,
      values: [dueAt, tenantsInPass],
    },
    {
      name: 'list_tenants_with_unseen_words',
      text: `select distinct tenant_id from platform.notices
        where from_client and seen_at is null and created_at >= $1 and created_at < $2
          and (reminded_at is null or reminded_at < $3) limit $4`,
      values: [firstWordAt(dueAt), lastWordAt(dueAt), dueAt, tenantsInPass],
    },
  ]);
  const works = [
    ...withDigests.map(
      ({ tenant_id: tenantId }) =>
        () =>
          sendDigests(services, tenantId, dueAt),
    ),
    ...withWords.map(
      ({ tenant_id: tenantId }) =>
        () =>
          sendReminders(services, tenantId, dueAt),
    ),
  ];
  const failures: unknown[] = [];
  for (const work of works) {
    if (signal?.aborted) break;
    await work().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} daily mails could not be sent`);
}

/** Returns the latest time at which daily mails were due. */
function lastDueAt(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hourUtc);
  return new Date(today > now.getTime() ? today - 86_400_000 : today);
}
