import { questionLimits } from '@ecp/contract/values/limits';
import {
  count,
  type MailBlock,
  type MailBrand,
  type MailContent,
  renderHtml,
  renderText,
  toOneLine,
} from './mail-text.ts';
import type { EngagementNotice } from './notice-mails.ts';
import { type NoticeList, writeDigest, writeNotice, writeReminder } from './notice-mails.ts';

export interface TenantLink {
  tenantName: string;
  url: string;
}

/** The values that each kind of mail needs. A new kind needs a member here and an entry in `contents`. */
interface MailKinds {
  magicLink: { links: TenantLink[] };
  passwordReset: { links: TenantLink[] };
  confirmation: { links: TenantLink[] };
  invitation: { links: TenantLink[]; inviterName: string };
  runStarted: { engagementId: string; engagementName: string };
  runCompleted: { engagementId: string; engagementName: string };
  runFailed: { engagementId: string; engagementName: string; error: string };
  /** `waitsUntil` is in ISO 8601; null if no task waits. */
  questionAsked: AskedInMail;
  released: ReleasedInMail;
  /** The numbers of cited passages that have changed, and of documents that cite them. */
  updateProposed: { engagementId: string; engagementName: string; changes: number; documents: number };
  notice: { notice: EngagementNotice };
  /** A person's unread notices of a day, and the words of clients that nobody has read. */
  dailyDigest: NoticeList;
  clientReminder: NoticeList;
  /** `exportedAt` is in ISO 8601. */
  accountExported: { tenantName: string; exportedAt: string };
  accountDeleted: { tenantName: string };
  /** `changedAt` is in ISO 8601. */
  secondFactorChanged: { tenantName: string; change: FactorChange; changedAt: string };
}
/** A release to a client. `sender` is null for a program; `titles` are those of the documents. */
interface ReleasedInMail {
  brand: MailBrand;
  engagementName: string;
  sender: string | null;
  titles: string[];
  message: string | null;
  portalUrl: string;
}
/** A question of an agent, and the link that answers it. */
interface AskedInMail {
  engagementId: string;
  engagementName: string;
  question: string;
  assumption: string;
  impact: string;
  waitsUntil: string | null;
  answerUrl: string;
}
export type FactorChange = keyof typeof factorChanges;
export type Mail = { [K in keyof MailKinds]: { kind: K } & MailKinds[K] }[keyof MailKinds];

/** The settings that mails use: the address of their links, and the contact for abuse. */
interface MailSettings {
  baseUrl: string;
  abuseContact: string;
}

interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl?: string;
}

const factorChanges = {
  totp_added: { subject: 'Authenticator app added', what: 'An authenticator app was added' },
  totp_removed: { subject: 'Authenticator app removed', what: 'The authenticator app was removed' },
  passkey_added: { subject: 'Passkey added', what: 'A passkey was added' },
  passkey_removed: { subject: 'Passkey removed', what: 'A passkey was removed' },
  recovery_code_used: { subject: 'Recovery code used', what: 'A recovery code was used' },
  recovery_codes_renewed: { subject: 'Recovery codes replaced', what: 'The recovery codes were replaced' },
  removed_by_admin: { subject: 'Second factor removed', what: 'An admin removed every second factor' },
} as const;

/** The most characters of a question, an assumption or an impact in a mail (contract 11). */
const maxQuestionLength = questionLimits.question;

const ignore = 'If you did not request this email, ignore it. Nothing changes unless you follow the link.';

const contents: { [K in keyof MailKinds]: (mail: MailKinds[K], settings: MailSettings) => MailContent } = {
  magicLink: ({ links }) => ({
    subject: 'Your sign-in link',
    blocks: [
      'Follow the link to sign in. It works once, for 15 minutes, and confirms that this address is yours.',
      ...toBlocks('Sign in to', links),
      ignore,
    ],
  }),
  passwordReset: ({ links }) => ({
    subject: 'Reset your password',
    blocks: [
      'Follow the link to set a new password. It works once, for one hour. A new password ends your other sessions.',
      ...toBlocks('Set a new password for', links),
      ignore,
    ],
  }),
  confirmation: ({ links }, { abuseContact }) => ({
    subject: 'Confirm your email address',
    blocks: [
      `Somebody has signed up with this address for ${namesOf(links)}. If it was you, follow the link in the browser in which you signed up. It works once, for 7 days.`,
      ...toBlocks('Confirm your address for', links),
      'In another browser the link signs you in as well, and you choose a new password.',
      'An account whose address is not confirmed is deleted when nobody has used it for 7 days. If you did not sign up, ignore this email.',
      `Report abuse to ${abuseContact}.`,
    ],
  }),
  invitation: ({ links, inviterName }, { abuseContact }) => ({
    subject: `Invitation to ${namesOf(links)}`,
    blocks: [
      `${toOneLine(inviterName)} invites you to the team of ${namesOf(links)}.`,
      'Follow the link to sign in. It works once, for 7 days, and confirms that this address is yours.',
      ...toBlocks('Join', links),
      'Later, or if the link has expired, request a sign-in link or set a password on the sign-in page.',
      `If you do not know the sender, ignore this email. You join only if you follow the link. Report abuse to ${abuseContact}.`,
    ],
  }),
  runStarted: ({ engagementId, engagementName }, { baseUrl }) => ({
    subject: `Run started: ${toOneLine(engagementName)}`,
    blocks: [
      `The run of “${toOneLine(engagementName)}” has started.`,
      { label: 'Watch it', url: engagementUrl(baseUrl, engagementId) },
    ],
  }),
  runCompleted: ({ engagementId, engagementName }, { baseUrl }) => ({
    subject: `Run completed: ${toOneLine(engagementName)}`,
    blocks: [
      `The run of “${toOneLine(engagementName)}” is complete. Its documents are waiting for review.`,
      { label: 'Read the documents', url: engagementUrl(baseUrl, engagementId) },
    ],
  }),
  runFailed: ({ engagementId, engagementName, error }, { baseUrl }) => ({
    subject: `Run failed: ${toOneLine(engagementName)}`,
    blocks: [
      `The run of “${toOneLine(engagementName)}” has failed. Finished work is kept.`,
      `Reason: ${error.toWellFormed()}`,
      { label: 'Open the engagement', url: engagementUrl(baseUrl, engagementId) },
    ],
  }),
  questionAsked: (
    { engagementId, engagementName, question, assumption, impact, waitsUntil, answerUrl },
    { baseUrl },
  ) => ({
    subject: `Question: ${toOneLine(engagementName)}`,
    blocks: [
      `An agent working on “${toOneLine(engagementName)}” asks:`,
      toOneLine(question, maxQuestionLength),
      `What depends on it: ${toOneLine(impact, maxQuestionLength)}`,
      waitsUntil === null
        ? `Without an answer it assumes: ${toOneLine(assumption, maxQuestionLength)}`
        : `The work waits until ${toUtc(waitsUntil)}. Then it assumes: ${toOneLine(assumption, maxQuestionLength)}`,
      { label: 'Answer without signing in', url: answerUrl },
      'This link answers this one question, once, for 14 days. Anyone who has it can answer in your name, so do not pass it on.',
      { label: 'Open the engagement', url: engagementUrl(baseUrl, engagementId) },
    ],
  }),
  released: ({ brand, engagementName, sender, titles, message, portalUrl }, { abuseContact }) => ({
    subject: `${toOneLine(brand.companyName)}: ${toOneLine(engagementName)}`,
    look: { title: toOneLine(engagementName), brand: { ...brand, companyName: toOneLine(brand.companyName) } },
    blocks: [
      `${sender === null ? toOneLine(brand.companyName) : `${toOneLine(sender)} of ${toOneLine(brand.companyName)}`} has sent you ${count(titles.length, 'document')} about “${toOneLine(engagementName)}”.`,
      ...toParagraphs(message ?? ''),
      `${titles.length === 1 ? 'Document' : 'Documents'}: ${titles.map((title) => toOneLine(title)).join('; ')}.`,
      { label: 'Read without signing in', url: portalUrl },
      {
        note: 'This link is meant for you alone. Anyone who has it can read and answer in your name, so do not pass it on.',
      },
      { note: `If you do not know the sender, ignore this email. Report abuse to ${abuseContact}.` },
    ],
  }),
  updateProposed: ({ engagementId, engagementName, changes, documents }, { baseUrl }) => ({
    subject: `Sources have changed: ${toOneLine(engagementName)}`,
    blocks: [
      `Sources of “${toOneLine(engagementName)}” have been read again.`,
      `${count(changes, 'cited passage')} ${changes === 1 ? 'has' : 'have'} changed. This concerns ${count(documents, 'document')}.`,
      'Nothing has been rewritten. You can read what changed and what the amendment would cost, and start or dismiss it.',
      { label: 'Read the proposal', url: `${engagementUrl(baseUrl, engagementId)}/updates` },
    ],
  }),
  notice: ({ notice }, { baseUrl }) => writeNotice(notice, baseUrl),
  dailyDigest: (list, { baseUrl }) => writeDigest(list, baseUrl),
  clientReminder: (list, { baseUrl }) => writeReminder(list, baseUrl),
  accountExported: ({ tenantName, exportedAt }) => ({
    subject: `Data export of ${toOneLine(tenantName)}`,
    blocks: [
      `All data of “${toOneLine(tenantName)}” was exported at ${toUtc(exportedAt)}.`,
      'An export does not contain passwords, API keys, webhook secrets or the content of attachments.',
      'The audit log shows who did it. If none of you did it, revoke your API keys and reset your passwords.',
    ],
  }),
  accountDeleted: ({ tenantName }) => ({
    subject: `${toOneLine(tenantName)} was deleted`,
    blocks: [
      `The account of “${toOneLine(tenantName)}” and all its data have been deleted: engagements, documents, files, people and keys.`,
      'Any subscription has been cancelled. The remaining audit log entries name no person.',
      'This cannot be undone. This is our last email.',
    ],
  }),
  secondFactorChanged: ({ tenantName, change, changedAt }, { baseUrl }) => ({
    subject: factorChanges[change].subject,
    blocks: [
      `${factorChanges[change].what} for your sign-in to “${toOneLine(tenantName)}” at ${toUtc(changedAt)}.`,
      { label: 'See how you sign in', url: `${baseUrl}/settings/security` },
      'If this was not you, reset your password and ask an admin of the workspace for help.',
    ],
  }),
};

/** Renders a mail's subject, text and HTML; `unsubscribeToken` adds the link that ends mails of its kind. */
export function renderMail(mail: Mail, settings: MailSettings, unsubscribeToken?: string): RenderedMail {
  const write = contents[mail.kind] as (mail: Mail, settings: MailSettings) => MailContent;
  const content = write(mail, settings);
  if (unsubscribeToken === undefined) return renderParts(content);
  const page = { label: 'Stop emails of this kind', url: `${settings.baseUrl}/unsubscribe/${unsubscribeToken}` };
  const unsubscribeUrl = `${settings.baseUrl}/api/unsubscribe/${unsubscribeToken}`;
  return { ...renderParts({ ...content, blocks: [...content.blocks, page] }), unsubscribeUrl };
}

const renderParts = (content: MailContent): RenderedMail => ({
  subject: content.subject,
  text: renderText(content),
  html: renderHtml(content),
});

/** Limits the length of a paragraph of a message in a mail, in characters. */
const maxParagraphLength = 5_000;

/** Cuts a person's message into paragraphs in which nothing becomes a link. */
function toParagraphs(text: string): string[] {
  const paragraphs = text.split(/\r?\n\s*\r?\n/).map((paragraph) => toOneLine(paragraph, maxParagraphLength));
  return paragraphs.filter((paragraph) => paragraph !== '');
}

const toUtc = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`;

function namesOf(links: TenantLink[]): string {
  return links.map(({ tenantName }) => toOneLine(tenantName)).join(', ');
}

function toBlocks(label: string, links: TenantLink[]): MailBlock[] {
  return links.map(({ tenantName, url }) => ({ label: `${label} ${toOneLine(tenantName)}`, url }));
}

function engagementUrl(baseUrl: string, engagementId: string): string {
  return `${baseUrl}/engagements/${encodeURIComponent(engagementId)}`;
}
