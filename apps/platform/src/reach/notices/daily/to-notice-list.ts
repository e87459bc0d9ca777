import type { NoticeList } from '../../../kernel/mail/notice-mails.ts';
import { type NoticeRow, toEngagementNotice } from '../notice-rows.ts';

/** The most notices that one mail lists. */
const maxListed = 50;

/** Makes the list of a daily mail. */
export function toNoticeList(tenantName: string, rows: readonly NoticeRow[]): NoticeList {
  const notices = rows.slice(0, maxListed).map(toEngagementNotice);
  return { tenantName, notices, more: rows.length - notices.length };
}
