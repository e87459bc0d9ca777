import { questionLimits } from '@ecp/contract/values/limits';
import type { FailureReason } from '@ecp/contract/values/run-facts';
import type { Language } from '@ecp/language/language';
import { describeFailure, type MailMessage, type MailWords, wordsIn } from './mail-language.ts';
import {
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

/**
 * The values that each kind of mail needs. A new kind needs a member here and an entry in
 * `contents`.
 */
interface MailKinds {
  magicLink: { links: TenantLink[] };
  passwordReset: { links: TenantLink[] };
  confirmation: { links: TenantLink[] };
  /** To the former address of a person whom a directory has given another one. */
  newAddress: { links: TenantLink[]; email: string };
  addressChanged: { tenantName: string; email: string };
  addressConfirmed: { tenantName: string; email: string };
  invitation: { links: TenantLink[]; inviterName: string };
  runStarted: { engagementId: string; engagementName: string };
  runCompleted: { engagementId: string; engagementName: string };
  runFailed: {
    engagementId: string;
    engagementName: string;
    reason: FailureReason | null;
    error: string;
  };
  /** `waitsUntil` is in ISO 8601; null if no task waits. */
  questionAsked: AskedInMail;
  released: ReleasedInMail;
  /** The numbers of cited passages that have changed, and of documents that cite them. */
  updateProposed: {
    engagementId: string;
    engagementName: string;
    changes: number;
    documents: number;
  };
  notice: { notice: EngagementNotice };
  /** A person's unread notices of a day, and the words of clients that nobody has read. */
  dailyDigest: NoticeList;
  clientReminder: NoticeList;
  /** `exportedAt` is in ISO 8601. */
  accountExported: { tenantName: string; exportedAt: string };
  accountDeleted: { tenantName: string };
  /** `until` is in ISO 8601. */
  wallEntered: { wallName: string; by: string; reason: string; until: string };
  /** The receiver of a webhook endpoint answered 410. */
  webhookGone: { webhookId: string; host: string };
  /** `changedAt` is in ISO 8601. */
  secondFactorChanged: { tenantName: string; change: FactorChange; changedAt: string };
}
/**
 * A release to a client. `sender` is null for a program; `titles` are those of the documents;
 * `hasAiUse` with a statement of AI use.
 */
interface ReleasedInMail {
  brand: MailBrand;
  engagementName: string;
  sender: string | null;
  titles: string[];
  message: string | null;
  hasAiUse: boolean;
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
  recovery_codes_renewed: {
    subject: 'Recovery codes replaced',
    what: 'The recovery codes were replaced',
  },
  removed_by_admin: {
    subject: 'Second factor removed',
    what: 'An admin removed every second factor',
  },
} as const satisfies Record<string, { subject: MailMessage; what: MailMessage }>;

/** The most characters of a question, an assumption or an impact in a mail. */
const maxQuestionLength = questionLimits.question;

const ignore =
  'If you did not request this email, ignore it. Nothing changes unless you follow the link.';

type WriteMail<K extends keyof MailKinds> = (
  mail: MailKinds[K],
  settings: MailSettings,
  words: MailWords,
) => MailContent;

const contents: { [K in keyof MailKinds]: WriteMail<K> } = {
  magicLink: ({ links }, _settings, { say }) => ({
    subject: say('Your sign-in link'),
    blocks: [
      say(
        'Follow the link to sign in. It works once, for 15 minutes, and confirms that this address is yours.',
      ),
      ...toBlocks(links, (tenant) => say('Sign in to {tenant}', { tenant })),
      say(ignore),
    ],
  }),
  passwordReset: ({ links }, _settings, { say }) => ({
    subject: say('Reset your password'),
    blocks: [
      say(
        'Follow the link to set a new password. It works once, for one hour. A new password ends your other sessions.',
      ),
      ...toBlocks(links, (tenant) => say('Set a new password for {tenant}', { tenant })),
      say(ignore),
    ],
  }),
  confirmation: ({ links }, { abuseContact: contact }, { say }) => ({
    subject: say('Confirm your email address'),
    blocks: [
      say(
        'Somebody has signed up with this address for {tenants}. If it was you, follow the link in the browser in which you signed up. It works once, for 7 days.',
        { tenants: namesOf(links) },
      ),
      ...toBlocks(links, (tenant) => say('Confirm your address for {tenant}', { tenant })),
      say('In another browser the link signs you in as well, and you choose a new password.'),
      say(
        'An account whose address is not confirmed is deleted when nobody has used it for 7 days. If you did not sign up, ignore this email.',
      ),
      say('Report abuse to {contact}.', { contact }),
    ],
  }),
  newAddress: ({ links, email }, { abuseContact: contact }, { say }) => ({
    subject: say('Your address has changed'),
    blocks: [
      say(
        'The directory of {tenants} has given you the email address {email}, which signs nobody in yet.',
        {
          tenants: namesOf(links),
          email,
        },
      ),
      say('If it is yours, follow the link and confirm it. The link works once, for 7 days.'),
      ...toBlocks(links, (tenant) => say('Confirm the new address for {tenant}', { tenant })),
      say(
        'If it is not, tell an admin of the team. Until an admin confirms it, memberships of walls rest.',
      ),
      say('Report abuse to {contact}.', { contact }),
    ],
  }),
  addressChanged: ({ tenantName, email }, _settings, { say }) => ({
    subject: say('Your address has changed'),
    blocks: [
      say('The directory of {tenant} has given you the email address {email}.', {
        tenant: toOneLine(tenantName),
        email,
      }),
      say(
        'If it is not yours, tell an admin of the team. Until an admin confirms it, memberships of walls rest.',
      ),
    ],
  }),
  addressConfirmed: ({ tenantName, email }, _settings, { say }) => ({
    subject: say('Your new address is confirmed'),
    blocks: [
      say(
        'An admin of {tenant} has confirmed the email address {email}, and memberships of walls stand again.',
        {
          tenant: toOneLine(tenantName),
          email,
        },
      ),
      say('If it is not yours, tell the owner of the team.'),
    ],
  }),
  invitation: ({ links, inviterName }, { abuseContact: contact }, { say }) => ({
    subject: say('Invitation to {tenants}', { tenants: namesOf(links) }),
    blocks: [
      say('{inviter} invites you to the team of {tenants}.', {
        inviter: toOneLine(inviterName),
        tenants: namesOf(links),
      }),
      say(
        'Follow the link to sign in. It works once, for 7 days, and confirms that this address is yours.',
      ),
      ...toBlocks(links, (tenant) => say('Join {tenant}', { tenant })),
      say(
        'Later, or if the link has expired, request a sign-in link or set a password on the sign-in page.',
      ),
      say(
        'If you do not know the sender, ignore this email. You join only if you follow the link. Report abuse to {contact}.',
        { contact },
      ),
    ],
  }),
  runStarted: ({ engagementId, engagementName }, { baseUrl }, { say }) => ({
    subject: say('Run started: {engagement}', { engagement: toOneLine(engagementName) }),
    blocks: [
      say('The run of “{engagement}” has started.', { engagement: toOneLine(engagementName) }),
      { label: say('Watch it'), url: engagementUrl(baseUrl, engagementId) },
    ],
  }),
  runCompleted: ({ engagementId, engagementName }, { baseUrl }, { say }) => ({
    subject: say('Run completed: {engagement}', { engagement: toOneLine(engagementName) }),
    blocks: [
      say('The run of “{engagement}” is complete. Its documents are waiting for review.', {
        engagement: toOneLine(engagementName),
      }),
      { label: say('Read the documents'), url: engagementUrl(baseUrl, engagementId) },
    ],
  }),
  runFailed: ({ engagementId, engagementName, ...failure }, { baseUrl }, words) => {
    const { say } = words;
    const engagement = toOneLine(engagementName);
    const reason = describeFailure(failure, words);
    return {
      subject: say('Run failed: {engagement}', { engagement }),
      blocks: [
        say('The run of “{engagement}” has failed. Finished work is kept.', { engagement }),
        ...(reason === null ? [] : [say('Reason: {reason}', { reason: reason.toWellFormed() })]),
        { label: say('Open the engagement'), url: engagementUrl(baseUrl, engagementId) },
      ],
    };
  },
  questionAsked: (asked, { baseUrl }, { say, time }) => {
    const engagement = toOneLine(asked.engagementName);
    const assumption = toOneLine(asked.assumption, maxQuestionLength);
    return {
      subject: say('Question: {engagement}', { engagement }),
      blocks: [
        say('An agent working on “{engagement}” asks:', { engagement }),
        toOneLine(asked.question, maxQuestionLength),
        say('What depends on it: {impact}', { impact: toOneLine(asked.impact, maxQuestionLength) }),
        asked.waitsUntil === null
          ? say('Without an answer it assumes: {assumption}', { assumption })
          : say('The work waits until {time}. Then it assumes: {assumption}', {
              time: time(asked.waitsUntil),
              assumption,
            }),
        { label: say('Answer without signing in'), url: asked.answerUrl },
        say(
          'This link answers this one question, once, for 14 days. Anyone who has it can answer in your name, so do not pass it on.',
        ),
        { label: say('Open the engagement'), url: engagementUrl(baseUrl, asked.engagementId) },
      ],
    };
  },
  released: (release, { abuseContact: contact }, { say }) => {
    const company = toOneLine(release.brand.companyName);
    const engagement = toOneLine(release.engagementName);
    const sender = release.sender === null ? null : toOneLine(release.sender);
    const titles = release.titles.map((title) => toOneLine(title)).join('; ');
    const about = { company, sender, engagement, titles, count: release.titles.length };
    return {
      subject: say('{company}: {engagement}', about),
      look: { title: engagement, brand: { ...release.brand, companyName: company } },
      blocks: [
        say(
          sender === null
            ? '{company} has sent you {count, plural, one {# document} other {# documents}} about “{engagement}”.'
            : '{sender} of {company} has sent you {count, plural, one {# document} other {# documents}} about “{engagement}”.',
          about,
        ),
        ...toParagraphs(release.message ?? ''),
        say('{count, plural, one {Document: {titles}.} other {Documents: {titles}.}}', about),
        ...(release.hasAiUse ? [say('A statement on the use of AI comes with it.')] : []),
        { label: say('Read without signing in'), url: release.portalUrl },
        {
          note: say(
            'This link is meant for you alone. Anyone who has it can read and answer in your name, so do not pass it on.',
          ),
        },
        {
          note: say(
            'If you do not know the sender, ignore this email. Report abuse to {contact}.',
            { contact },
          ),
        },
      ],
    };
  },
  updateProposed: ({ engagementId, engagementName, changes, documents }, { baseUrl }, { say }) => ({
    subject: say('Sources have changed: {engagement}', { engagement: toOneLine(engagementName) }),
    blocks: [
      say('Sources of “{engagement}” have been read again.', {
        engagement: toOneLine(engagementName),
      }),
      say(
        '{changes, plural, one {# cited passage has changed.} other {# cited passages have changed.}} This concerns {documents, plural, one {# document} other {# documents}}.',
        { changes, documents },
      ),
      say(
        'Nothing has been rewritten. You can read what changed and what the amendment would cost, and start or dismiss it.',
      ),
      { label: say('Read the proposal'), url: `${engagementUrl(baseUrl, engagementId)}/updates` },
    ],
  }),
  notice: ({ notice }, { baseUrl }, words) => writeNotice(notice, baseUrl, words),
  dailyDigest: (list, { baseUrl }, words) => writeDigest(list, baseUrl, words),
  clientReminder: (list, { baseUrl }, words) => writeReminder(list, baseUrl, words),
  accountExported: ({ tenantName, exportedAt }, _settings, { say, time }) => ({
    subject: say('Data export of {tenant}', { tenant: toOneLine(tenantName) }),
    blocks: [
      say('All data of “{tenant}” was exported at {time}.', {
        tenant: toOneLine(tenantName),
        time: time(exportedAt),
      }),
      say(
        'An export does not contain passwords, API keys, webhook secrets or the content of attachments.',
      ),
      say(
        'The audit log shows who did it. If none of you did it, revoke your API keys and reset your passwords.',
      ),
    ],
  }),
  wallEntered: ({ wallName, by, reason, until }, _settings, { say, time }) => ({
    subject: say('{person} has entered the wall {wall}', {
      person: toOneLine(by),
      wall: toOneLine(wallName),
    }),
    blocks: [
      say('{person} sees what is behind the wall “{wall}” until {time}.', {
        person: toOneLine(by),
        wall: toOneLine(wallName),
        time: time(until),
      }),
      say('The reason: {reason}', { reason: toOneLine(reason) }),
      say(
        'You get this email because you are a member of the wall. The audit log holds the entry.',
      ),
    ],
  }),
  webhookGone: ({ webhookId, host }, { baseUrl }, { say }) => ({
    subject: say('Webhook disabled: {host}', { host: toOneLine(host) }),
    blocks: [
      say(
        'The receiver at {host} answered that it takes no more deliveries (status 410). So the endpoint is disabled, and deliveries that waited are dropped.',
        { host: toOneLine(host) },
      ),
      say('If the receiver should get events, mend it and enable the endpoint again.'),
      {
        label: say('Open the webhook'),
        url: `${baseUrl}/settings/webhooks/${encodeURIComponent(webhookId)}`,
      },
    ],
  }),
  accountDeleted: ({ tenantName }, _settings, { say }) => ({
    subject: say('{tenant} was deleted', { tenant: toOneLine(tenantName) }),
    blocks: [
      say(
        'The account of “{tenant}” and all its data have been deleted: engagements, documents, files, people and keys.',
        { tenant: toOneLine(tenantName) },
      ),
      say('Any subscription has been cancelled. The remaining audit log entries name no person.'),
      say('This cannot be undone. This is our last email.'),
    ],
  }),
  secondFactorChanged: ({ tenantName, change, changedAt }, { baseUrl }, { say, time }) => ({
    subject: say(factorChanges[change].subject),
    blocks: [
      say('{change} for your sign-in to “{tenant}” at {time}.', {
        change: say(factorChanges[change].what),
        tenant: toOneLine(tenantName),
        time: time(changedAt),
      }),
      { label: say('See how you sign in'), url: `${baseUrl}/settings/security` },
      say('If this was not you, reset your password and ask an admin of the workspace for help.'),
    ],
  }),
};

/**
 * The reader of a mail: their language, null if they chose none, and the token of the link that
 * ends such mails.
 */
interface MailReader {
  language: Language | null;
  unsubscribeToken?: string | undefined;
}

/** Renders a mail's subject, text and HTML in the language of its reader. */
export function renderMail(
  mail: Mail,
  settings: MailSettings,
  { language, unsubscribeToken }: MailReader,
): RenderedMail {
  const write = contents[mail.kind] as (
    mail: Mail,
    settings: MailSettings,
    words: MailWords,
  ) => MailContent;
  const words = wordsIn(language);
  const content = write(mail, settings, words);
  if (unsubscribeToken === undefined) return renderParts(content, words);
  const page = {
    label: words.say('Stop emails of this kind'),
    url: `${settings.baseUrl}/unsubscribe/${unsubscribeToken}`,
  };
  const unsubscribeUrl = `${settings.baseUrl}/api/unsubscribe/${unsubscribeToken}`;
  return {
    ...renderParts({ ...content, blocks: [...content.blocks, page] }, words),
    unsubscribeUrl,
  };
}

const renderParts = (content: MailContent, { language }: MailWords): RenderedMail => ({
  subject: content.subject,
  text: renderText(content),
  html: renderHtml(content, language),
});

/** Limits the length of a paragraph of a message in a mail, in characters. */
const maxParagraphLength = 5_000;

/**
 * Cuts a person's message into paragraphs, which keep their lines and in which nothing becomes a
 * link.
 */
function toParagraphs(text: string): string[] {
  const paragraphs = text.split(/\r?\n\s*\r?\n/).map((paragraph) => {
    const lines = paragraph.split(/\r?\n/).map((line) => toOneLine(line, maxParagraphLength));
    return lines.filter((line) => line !== '').join('\n');
  });
  return paragraphs.filter((paragraph) => paragraph !== '');
}

function namesOf(links: TenantLink[]): string {
  return links.map(({ tenantName }) => toOneLine(tenantName)).join(', ');
}

function toBlocks(links: TenantLink[], label: (tenant: string) => string): MailBlock[] {
  return links.map(({ tenantName, url }) => ({ label: label(toOneLine(tenantName)), url }));
}

function engagementUrl(baseUrl: string, engagementId: string): string {
  return `${baseUrl}/engagements/${encodeURIComponent(engagementId)}`;
}
