import { purgeCompletedDeletions } from './account/deletion-requests.ts';
import { removeUnprovenRows } from './account/remove-unproven-rows.ts';
import { purgeExpiredSessions } from './identity/auth/purge-expired-sessions.ts';
import { purgeExpiredChallenges } from './identity/second-factor/challenges.ts';
import { runPeriodically } from './kernel/durable-work/retry-until-done.ts';
import { purgeIdempotencyRecords } from './kernel/http/idempotency/idempotency-claims.ts';
import { purgeOldWebhookEvents } from './kernel/outbox/purge-old-events.ts';
import type { Services } from './kernel/services.ts';
import { beginDueAnalyses } from './reach/insights/begin-due-analyses.ts';
import { sendDailyMails } from './reach/notices/daily/send-daily-mails.ts';
import { purgeOldNotices } from './reach/notices/purge-old-notices.ts';
import { indexTexts } from './reach/search/index-texts.ts';
import { purgeOldDeliveries } from './reach/webhooks/purge-old-deliveries.ts';
import { createEncryptionRenewal } from './renew-encryption.ts';
import { encryptPlainFiles } from './work/attachments/storing/encrypt-plain-files.ts';
import { purgeAbandonedUploads } from './work/attachments/storing/purge-abandoned-uploads.ts';
import { moveOldTexts } from './work/deliverables/old-texts/move-old-texts.ts';
import { purgeOldDrafts } from './work/deliverables/writing/drafts.ts';
import { archiveOldEngagements } from './work/engagements/archive-old-engagements.ts';
import { purgeAnswerLinks } from './work/questions/links/purge-answer-links.ts';
import { beginDueChecks } from './work/recurring/schedules/begin-due-checks.ts';
import { purgeWebHosts } from './work/research/fetching/keep-pace.ts';

/** The interval of purging expired and old rows. */
const cleanUpIntervalMs = 3_600_000;
/** The interval of moving old texts, which looks at the versions of all tenants. */
const moveIntervalMs = 24 * cleanUpIntervalMs;
/** The longest delay of a due check of sources, and of a daily mail. */
const checkIntervalMs = 60_000;
/** The longest time until the search reads a changed text. */
const indexIntervalMs = 500;
const uploadSweepIntervalMs = 300_000;
/** The interval of the background work that encrypts rows with a new secret. */
const renewalIntervalMs = 30_000;

/** Starts the work that every platform process repeats. `stop` resolves when none of it is in progress. */
export function startBackgroundWork(services: Services): { stop(): Promise<void> } {
  const { database, log } = services;
  const { webhookDays } = services.config.retention;
  const closing = new AbortController();
  const { signal } = closing;
  const repeat = (intervalMs: number, work: () => Promise<unknown>) =>
    runPeriodically(intervalMs, work, { signal, log });
  /** Repeats works that take turns. All at once would take every connection at each start. */
  const repeatInTurn = (intervalMs: number, works: (() => Promise<unknown>)[]) => {
    let last: Promise<unknown> = Promise.resolve();
    const inTurn = (work: () => Promise<unknown>) => () => {
      last = last.catch(() => undefined).then(() => (signal.aborted ? undefined : work()));
      return last;
    };
    return Promise.all(works.map((work) => repeat(intervalMs, inTurn(work))));
  };
  const running = Promise.all([
    repeatInTurn(cleanUpIntervalMs, [
      () => purgeExpiredSessions(database),
      () => purgeExpiredChallenges(database),
      () => purgeAnswerLinks(database),
      () => purgeOldDrafts(database),
      () => removeUnprovenRows(services),
      () => purgeCompletedDeletions(database),
      () => purgeOldWebhookEvents(database, services.clock.now(), webhookDays),
      () => purgeOldDeliveries(database, services.clock.now(), webhookDays),
      () => purgeOldNotices(database, services.clock.now()),
      () => purgeIdempotencyRecords(database),
      () => purgeWebHosts(database),
    ]),
    // These may take long where there is much to do.
    repeatInTurn(cleanUpIntervalMs, [
      () => beginDueAnalyses(services, signal),
      () => archiveOldEngagements(services, signal),
      () => encryptPlainFiles(services, signal),
    ]),
    repeat(moveIntervalMs, () => moveOldTexts(services, signal)),
    repeat(renewalIntervalMs, createEncryptionRenewal(services, signal)),
    repeat(checkIntervalMs, () => beginDueChecks(services, signal)),
    repeat(checkIntervalMs, () => sendDailyMails(services, signal)),
    repeat(indexIntervalMs, () => indexTexts(services, signal)),
    repeat(uploadSweepIntervalMs, () => purgeAbandonedUploads(services)),
  ]);
  return {
    async stop() {
      closing.abort();
      await running;
    },
  };
}
