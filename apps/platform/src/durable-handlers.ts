import { eraseAccount } from './account/erase-account.ts';
import { sweepErasedTenant } from './account/sweep-erased-tenant.ts';
import { sendLinkMail } from './identity/auth/mailed-links/send-link-mail.ts';
import type { DurableHandlers } from './kernel/durable-work/start-durable-work.ts';
import { sendMail } from './kernel/mail/send-mail.ts';
import type { Services } from './kernel/services.ts';
import { analyzePatterns } from './reach/insights/analyze-patterns.ts';
import { postNotice } from './reach/notices/channels/post-notice.ts';
import { sendReleaseMail } from './reach/portal/releases/send-release-mail.ts';
import { deliverWebhook } from './reach/webhooks/delivering/deliver-webhook.ts';
import { extractAttachment } from './work/attachments/reading/extract-attachment.ts';
import { refreshAttachmentIndex } from './work/attachments/reading/refresh-attachment-index.ts';
import { deleteStoredFiles } from './work/attachments/storing/delete-stored-files.ts';
import { makeCards } from './work/cards/making/make-cards.ts';
import { recheckVersion } from './work/deliverables/writing/recheck-version.ts';
import { eraseEngineData } from './work/engine-client/erase-engine-data.ts';
import { sendQuestionMail } from './work/questions/send-question-mail.ts';
import { checkSources } from './work/recurring/checking/check-sources.ts';
import { followRun } from './work/runs/following/follow-run.ts';
import { tellEngineAnswer } from './work/runs/following/tell-engine-answer.ts';

/**
 * Makes the handlers of durable work. Work of a dead process is resumed before the services exist, so handlers wait for
 * `opened`.
 */
export function createDurableHandlers(opened: Promise<Services>, mail: Services['mail']): DurableHandlers {
  return {
    sendMail: (input) => sendMail(mail, input),
    sendLinkMail: async (input) => sendLinkMail(await opened, mail, input),
    sendQuestionMail: async (input) => sendQuestionMail(await opened, mail, input),
    sendReleaseMail: async (input) => sendReleaseMail(await opened, mail, input),
    followRun: async (input, signal) => followRun(await opened, input, signal),
    tellEngineAnswer: async (input) => tellEngineAnswer(await opened, input),
    eraseEngineData: async (input) => eraseEngineData(await opened, input),
    analyzePatterns: async (input) => analyzePatterns(await opened, input),
    makeCards: async (input) => makeCards(await opened, input),
    checkSources: async (input, signal) => checkSources(await opened, input, signal),
    extractAttachment: async (input) => extractAttachment(await opened, input),
    refreshAttachmentIndex: async (input) => refreshAttachmentIndex(await opened, input),
    recheckVersion: async (input) => recheckVersion(await opened, input),
    eraseAccount: async (input, signal) => eraseAccount(await opened, input, signal),
    sweepErasedTenant: async (input) => sweepErasedTenant(await opened, input),
    deleteStoredFiles: async (input) => deleteStoredFiles(await opened, input),
    postNotice: async (input, signal) => postNotice(await opened, input, signal),
    deliverWebhook: async (input, signal, endpointId) => deliverWebhook(await opened, input, signal, endpointId),
  };
}
