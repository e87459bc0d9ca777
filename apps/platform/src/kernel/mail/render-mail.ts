import { type MailBlock, type MailContent, renderHtml, renderText, toOneLine } from './mail-text.ts';

/** A mailed link for one of the tenants that an address belongs to. */
export interface TenantLink {
  tenantName: string;
  url: string;
}

/** What each kind of mail needs; a new kind is a member here and an entry of `contents`. */
export interface MailKinds {
  magicLink: { links: TenantLink[] };
  passwordReset: { links: TenantLink[] };
  invitation: { links: TenantLink[]; inviterName: string };
  runStarted: { engagementId: string; engagementName: string };
  runCompleted: { engagementId: string; engagementName: string };
  runFailed: { engagementId: string; engagementName: string; error: string };
  /** `exportedAt` in ISO 8601. */
  accountExported: { tenantName: string; exportedAt: string };
  accountDeleted: { tenantName: string };
}
export type Mail = { [K in keyof MailKinds]: { kind: K } & MailKinds[K] }[keyof MailKinds];

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const ignore = 'If you did not ask for this, ignore this mail: nothing changes unless the link is followed.';

const contents: { [K in keyof MailKinds]: (mail: MailKinds[K], baseUrl: string) => MailContent } = {
  magicLink: ({ links }) => ({
    subject: 'Your sign-in link',
    blocks: [
      'Follow the link to sign in. It works once, within 15 minutes, and confirms that this address is yours.',
      ...toBlocks('Sign in to', links),
      ignore,
    ],
  }),
  passwordReset: ({ links }) => ({
    subject: 'Reset your password',
    blocks: [
      'Follow the link to set a new password. It works once, within one hour. Other sessions end when it is set.',
      ...toBlocks('Set a new password for', links),
      ignore,
    ],
  }),
  invitation: ({ links, inviterName }) => ({
    subject: `Invitation to ${namesOf(links)}`,
    blocks: [
      `${toOneLine(inviterName)} invites you to the team of ${namesOf(links)}.`,
      'Follow the link to sign in. It works once, within 7 days, and confirms that this address is yours.',
      ...toBlocks('Join', links),
      'Later, or when the link has expired, ask for a sign-in link or set a password on the sign-in page.',
      'If you do not know who invites you, ignore this mail: you join only if you follow the link.',
    ],
  }),
  runStarted: ({ engagementId, engagementName }, baseUrl) => ({
    subject: `Run started: ${toOneLine(engagementName)}`,
    blocks: [
      `The run of “${toOneLine(engagementName)}” has started.`,
      { label: 'Watch it', url: engagementUrl(baseUrl, engagementId) },
    ],
  }),
  runCompleted: ({ engagementId, engagementName }, baseUrl) => ({
    subject: `Run completed: ${toOneLine(engagementName)}`,
    blocks: [
      `The run of “${toOneLine(engagementName)}” is complete. Its deliverables are waiting for review.`,
      { label: 'Read the deliverables', url: engagementUrl(baseUrl, engagementId) },
    ],
  }),
  runFailed: ({ engagementId, engagementName, error }, baseUrl) => ({
    subject: `Run failed: ${toOneLine(engagementName)}`,
    blocks: [
      `The run of “${toOneLine(engagementName)}” has failed. What it had finished is kept.`,
      `Reason: ${error.toWellFormed()}`,
      { label: 'Open the engagement', url: engagementUrl(baseUrl, engagementId) },
    ],
  }),
  accountExported: ({ tenantName, exportedAt }) => ({
    subject: `Data export of ${toOneLine(tenantName)}`,
    blocks: [
      `All data of “${toOneLine(tenantName)}” was exported at ${exportedAt.slice(0, 16).replace('T', ' ')} UTC.`,
      'Passwords, API keys, webhook secrets and the content of attachments are not part of an export.',
      'The audit log tells who did it. If nobody of you did, revoke your API keys and reset your passwords.',
    ],
  }),
  accountDeleted: ({ tenantName }) => ({
    subject: `${toOneLine(tenantName)} was deleted`,
    blocks: [
      `The account of “${toOneLine(tenantName)}” and all its data were deleted: engagements, deliverables, files, people and keys.`,
      'A subscription, if there was one, has ended. What is left in the audit log tells of nobody.',
      'This cannot be undone. This mail is the last one.',
    ],
  }),
};

/** Subject, plain and HTML part of a mail; `baseUrl` is the public address that its links begin with. */
export function renderMail(mail: Mail, baseUrl: string): RenderedMail {
  const write = contents[mail.kind] as (mail: Mail, baseUrl: string) => MailContent;
  const content = write(mail, baseUrl);
  return { subject: content.subject, text: renderText(content), html: renderHtml(content) };
}

function namesOf(links: TenantLink[]): string {
  return links.map(({ tenantName }) => toOneLine(tenantName)).join(', ');
}

function toBlocks(label: string, links: TenantLink[]): MailBlock[] {
  return links.map(({ tenantName, url }) => ({ label: `${label} ${toOneLine(tenantName)}`, url }));
}

function engagementUrl(baseUrl: string, engagementId: string): string {
  return `${baseUrl}/engagements/${encodeURIComponent(engagementId)}`;
}
