import { purgeExpiredSessions } from './identity/auth/housekeeping.ts';
import { sendLinkMail } from './identity/credentials/mailed-links.ts';
import { purgeAssistantCodes } from './identity/oauth/grants.ts';
import { purgeExpiredChallenges } from './identity/second-factor/passkeys.ts';
import { renewTotpSecrets } from './identity/second-factor/totp.ts';
import { renewSsoSecrets } from './identity/sso/connections.ts';
import { purgeExpiredSignIns } from './identity/sso/sign-ins.ts';
import { runPeriodically } from './kernel/durable-work/in-process-work.ts';
import type { DurableHandlers } from './kernel/durable-work/start-durable-work.ts';
import { purgeIdempotencyRecords } from './kernel/http/idempotency-claims.ts';
import { rewrapTenantKeys } from './kernel/keys/renewal.ts';
import { sendMail } from './kernel/mail/mail-transport.ts';
import { purgeOldWebhookEvents } from './kernel/outbox.ts';
import type { Services } from './kernel/services.ts';
import { archiveOldEngagements } from './material/engagements/engagements.ts';
import { makeCards } from './material/library/card-making.ts';
import { purgeWebHosts } from './material/research/fetching.ts';
import { refreshAttachmentIndex } from './material/sources/manifest.ts';
import { deleteStoredFiles, purgeAbandonedUploads } from './material/stored-files/stored-files.ts';
import { extractAttachment } from './material/tables/attachment-reading.ts';
import { removeUnprovenRows } from './reach/account/delete-account.ts';
import { purgeCompletedDeletions } from './reach/account/deletion-requests.ts';
import { eraseAccount, sweepErasedTenant } from './reach/account/erase-account.ts';
import { writeStoryline } from './reach/decks/writing.ts';
import { analyzePatterns, beginDueAnalyses } from './reach/insights/insights.ts';
import { postNotice } from './reach/notices/channel-posts.ts';
import { renewChannelAddresses } from './reach/notices/channels.ts';
import { sendDailyMails } from './reach/notices/daily-mails.ts';
import { purgeOldNotices } from './reach/notices/inbox.ts';
import { sendReleaseMail } from './reach/portal/releases.ts';
import { indexTexts } from './reach/search/search.ts';
import { purgeOldDeliveries } from './reach/webhooks/deliveries.ts';
import { deliverWebhook } from './reach/webhooks/delivering.ts';
import { renewWebhookSecrets } from './reach/webhooks/secrets.ts';
import { purgeAnswerLinks, sendQuestionMail } from './work/conversations/questions/answer-links.ts';
import { purgeOldDrafts } from './work/documents/writing/drafts.ts';
import { recheckVersion } from './work/documents/writing/rechecks.ts';
import { fillGrid } from './work/grids/filling.ts';
import { checkSources } from './work/recurring/checking/checks.ts';
import { beginDueChecks } from './work/recurring/schedules.ts';

const cleanUpIntervalMs = 3_600_000;
/** The longest delay of a due check of sources, and of a daily mail. */
const checkIntervalMs = 60_000;
/** The longest time until the search reads a changed text. */
const indexIntervalMs = 500;
const uploadSweepIntervalMs = 300_000;
const renewalIntervalMs = 30_000;

/**
 * Starts the work that every platform process repeats. `stop` resolves when none of it is in
 * progress.
 */
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
      () => purgeExpiredSignIns(database),
      () => purgeAssistantCodes(database),
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
    ]),
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

/**
 * Makes the handlers of durable work. They wait for `opened`, because a dead process's work resumes
 * before it.
 */
export function createDurableHandlers(
  opened: Promise<Services>,
  mail: Services['mail'],
): DurableHandlers {
  return {
    sendMail: (input) => sendMail(opened, mail, input),
    sendLinkMail: async (input) => sendLinkMail(await opened, mail, input),
    sendQuestionMail: async (input) => sendQuestionMail(await opened, mail, input),
    sendReleaseMail: async (input) => sendReleaseMail(await opened, mail, input),
    analyzePatterns: async (input) => analyzePatterns(await opened, input),
    makeCards: async (input) => makeCards(await opened, input),
    writeStoryline: async (input, signal) => writeStoryline(await opened, input, signal),
    checkSources: async (input, signal) => checkSources(await opened, input, signal),
    fillGrid: async (input, signal) => fillGrid(await opened, input, signal),
    extractAttachment: async (input) => extractAttachment(await opened, input),
    refreshAttachmentIndex: async (input) => refreshAttachmentIndex(await opened, input),
    recheckVersion: async (input) => recheckVersion(await opened, input),
    eraseAccount: async (input, signal) => eraseAccount(await opened, input, signal),
    sweepErasedTenant: async (input) => sweepErasedTenant(await opened, input),
    deleteStoredFiles: async (input) => deleteStoredFiles(await opened, input),
    postNotice: async (input, signal) => postNotice(await opened, input, signal),
    deliverWebhook: async (input, signal, endpointId) =>
      deliverWebhook(await opened, input, signal, endpointId),
  };
}

/**
 * Returns work that encrypts rows with the present keys in batches, and logs once when none needs
 * an older secret (docs/operations.md).
 */
function createEncryptionRenewal(
  services: Pick<Services, 'database' | 'keys' | 'masterKey' | 'tenantKeys' | 'log'>,
  signal: AbortSignal,
): () => Promise<void> {
  const { keys, log } = services;
  let told = false;
  return async () => {
    // Until every process has the first secret, rows of the one before it are right.
    if (keys.writingId !== keys.ids[0]) return;
    const left =
      (await renewWebhookSecrets(services, signal)) +
      (await renewChannelAddresses(services, signal)) +
      (await renewSsoSecrets(services, signal)) +
      (await renewTotpSecrets(services, signal)) +
      (await rewrapTenantKeys(services, signal));
    if (left > 0)
      log.warn(
        { rowsLeft: left },
        'Some rows are encrypted with a secret that SECRET_KEY does not have',
      );
    else if (!told && !signal.aborted && keys.ids.length > 1) {
      told = true;
      log.info(
        { secret: keys.writingId, rowsLeft: 0 },
        'No stored row needs an older secret of SECRET_KEY',
      );
    }
  };
}
