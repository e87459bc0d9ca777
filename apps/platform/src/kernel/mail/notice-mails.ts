import { describeNotice, type EngagementNotice } from './describe-notice.ts';
import { count, type MailBlock, type MailContent, toOneLine } from './mail-text.ts';

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

/** Writes the daily mail of what a person has not read (NOT-9). */
export function writeDigest(list: NoticeList, baseUrl: string): MailContent {
  const unread = list.notices.length + list.more;
  return writeList(list, baseUrl, {
    subject: `${count(unread, 'unread notice')} in ${toOneLine(list.tenantName)}`,
    lead: `You have not yet read these notices in “${toOneLine(list.tenantName)}”:`,
  });
}

/** Writes the daily mail of what clients said and nobody has read (NOT-7). */
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
