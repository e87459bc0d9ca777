import type { NoticeFacts } from '@ecp/contract/values/notice-kinds';
import type { EngagementNotice } from '../../kernel/mail/notice-mails.ts';

/** The columns of NoticeRow, from the notice `n` and its engagement `e`. */
export const noticeColumns = 'n.id, n.kind, n.data, n.engagement_id, e.name as engagement_name';

/** A notice with the name of its engagement. */
export interface NoticeRow {
  id: string;
  kind: NoticeFacts['kind'];
  data: NoticeFacts['data'];
  engagement_id: string;
  engagement_name: string;
}

/** Turns a row into a notice with its facts. */
export function toEngagementNotice(row: NoticeRow): EngagementNotice {
  // The kind decides the data; only recordNotice writes both.
  const facts = { kind: row.kind, data: row.data } as NoticeFacts;
  return { ...facts, engagementId: row.engagement_id, engagementName: row.engagement_name };
}
