import { namelessClient } from '@ecp/contract/values/authors';
import type { NoticeFacts } from '@ecp/contract/values/notice-kinds';
import { wordsOfFilename } from '@ecp/contract/values/words-of-filename';
import { count, type MailBlock, type MailContent, toOneLine } from './mail-text.ts';

export type EngagementNotice = NoticeFacts & { engagementId: string; engagementName: string };

/** A notice in words, for mails and channels. Names and quoted words hold no links. */
export interface DescribedNotice {
  title: string;
  sentence: string;
  /** The words of a person or an agent; null if nobody said anything. */
  words: string | null;
  /** The label and path of the page where it goes on. */
  label: string;
  path: string;
}

/** The most characters of quoted words. */
const maxWords = 500;

const decisions = { approve: 'approved', request_revision: 'asked for a revision of', reject: 'rejected' } as const;

/** Describes a notice in English. */
export function describeNotice(notice: EngagementNotice): DescribedNotice {
  const name = toOneLine(notice.engagementName);
  const path = `/engagements/${encodeURIComponent(notice.engagementId)}`;
  const open = { words: null, label: 'Open the engagement', path };
  switch (notice.kind) {
    case 'run_completed':
      return { ...open, title: `Run completed: ${name}`, sentence: `The run of “${name}” is complete.` };
    case 'run_failed': {
      const reason = notice.data.error === null ? '' : ` ${toOneLine(notice.data.error, maxWords)}`;
      return { ...open, title: `Run failed: ${name}`, sentence: `The run of “${name}” has failed.${reason}` };
    }
    case 'question_asked': {
      const sentence = `An agent working on “${name}” asks:`;
      const words = toOneLine(notice.data.question, maxWords);
      return { title: `Question: ${name}`, sentence, words, label: 'Answer', path: `${path}/questions` };
    }
    case 'update_proposed': {
      const sentence = `Sources of “${name}” have changed.`;
      const to = { words: null, label: 'Read the proposal', path: `${path}/updates` };
      return { title: `Sources have changed: ${name}`, sentence, ...to };
    }
    case 'owner_assigned': {
      const sentence = `${toOneLine(notice.data.assignedBy)} has made you the owner of “${name}”.`;
      return { ...open, title: `Assigned to you: ${name}`, sentence };
    }
    default:
      return describeClientNotice(notice, name, path);
  }
}

/** A notice of what a client did. */
export type ClientNotice = Extract<EngagementNotice, { kind: 'client_comment' | 'client_answer' | 'client_decision' }>;

/** Every sentence says that a client speaks, because the firm chooses the name. */
function describeClientNotice(notice: ClientNotice, name: string, path: string): DescribedNotice {
  const { author } = notice.data;
  const client = author === namelessClient ? 'A client' : `The client ${toOneLine(author)}`;
  const words = notice.data.words === '' ? null : toOneLine(notice.data.words, maxWords);
  if (notice.kind === 'client_answer') {
    const to = { label: 'Read the answer', path: `${path}/questions` };
    return { title: `Client answered: ${name}`, sentence: `${client} answered a question in “${name}”:`, words, ...to };
  }
  const { filename } = notice.data;
  const document = filename === null ? '' : `“${toOneLine(wordsOfFilename(filename))}” in `;
  const page = filename === null ? `${path}/clients` : `${path}/deliverables/${encodeURIComponent(filename)}`;
  if (notice.kind === 'client_comment') {
    const sentence = `${client} commented on ${document}“${name}”:`;
    const place = `${page}#comment-${encodeURIComponent(notice.data.commentId)}`;
    return { title: `Client comment: ${name}`, sentence, words, label: 'Read and reply', path: place };
  }
  const { action, version } = notice.data;
  const sentence = `${client} ${decisions[action]} version ${version} of ${document}“${name}”${words === null ? '.' : ':'}`;
  return { title: `Client decision: ${name}`, sentence, words, label: 'Open the document', path: page };
}

/** The notices of a daily mail, oldest first; `more` of them are left out. */
export interface NoticeList {
  tenantName: string;
  notices: readonly EngagementNotice[];
  more: number;
}

/** Writes the mail about one notice. */
export function writeNotice(notice: EngagementNotice, baseUrl: string): MailContent {
  return { subject: describeNotice(notice).title, blocks: toBlocks(notice, baseUrl) };
}

/** Writes the daily mail of what a person has not read. */
export function writeDigest(list: NoticeList, baseUrl: string): MailContent {
  const unread = list.notices.length + list.more;
  return writeList(list, baseUrl, {
    subject: `${count(unread, 'unread notice')} in ${toOneLine(list.tenantName)}`,
    lead: `You have not yet read these notices in “${toOneLine(list.tenantName)}”:`,
  });
}

/** Writes the daily mail of what clients said and nobody has read. */
export function writeReminder(list: NoticeList, baseUrl: string): MailContent {
  return writeList(list, baseUrl, {
    subject: `Nobody has read what a client said in ${toOneLine(list.tenantName)}`,
    lead: 'A client said this more than a day ago, and nobody has read it:',
  });
}

function writeList(
  { notices, more }: NoticeList,
  baseUrl: string,
  { subject, lead }: { subject: string; lead: string },
): MailContent {
  const rest = more === 0 ? [] : [`${count(more, 'more notice')} ${more === 1 ? 'is' : 'are'} in your inbox.`];
  return { subject, blocks: [lead, ...notices.flatMap((notice) => toBlocks(notice, baseUrl)), ...rest] };
}

function toBlocks(notice: EngagementNotice, baseUrl: string): MailBlock[] {
  const { sentence, words, label, path } = describeNotice(notice);
  return [sentence, ...(words === null ? [] : [words]), { label, url: baseUrl + path }];
}
