import { namelessClient } from '@ecp/contract/values/authors';
import type { NoticeData, NoticeKind } from '@ecp/contract/values/notice-kinds';
import { countOf, nameSlug } from '../format/words.ts';

export const noticeTexts = {
  title: 'Notices',
  description: 'What has happened in your engagements. Notices are kept for 90 days.',
  settings: 'Choose what you get by email',
  list: 'Notices',
  show: 'Which notices',
  all: 'All',
  unread: 'Unread',
  readAll: 'Mark all as read',
  more: 'Load older notices',
  empty: {
    title: 'No notices yet',
    advice:
      'A notice appears here when a run that you started ends, when an agent asks a question, and when a client comments, answers or decides.',
  },
  nothingUnread: { title: 'Nothing unread', advice: 'You have read all your notices.' },
} as const;

const decisions: Record<NoticeData['client_decision']['action'], string> = {
  approve: 'approved',
  request_revision: 'asked for a revision of',
  reject: 'rejected',
};
const document = (filename: string) => `“${nameSlug(filename)}”`;

/** Every sentence says that a client speaks, because the firm chooses the name. */
const client = (author: string) => (author === namelessClient ? 'A client' : `The client ${author}`);

/** The sentence of each kind of notice. Each about a client says so, because clients choose their names freely. */
const sentences: { [K in NoticeKind]: (engagement: string, data: NoticeData[K]) => string } = {
  run_completed: (engagement) => `The run of “${engagement}” is complete.`,
  run_failed: (engagement, { reason }) =>
    reason === 'budget_exhausted'
      ? `The run of “${engagement}” ended early: its budget is used up.`
      : `The run of “${engagement}” has failed.`,
  question_asked: (engagement) => `An agent working on “${engagement}” asks:`,
  update_proposed: (engagement, { changes, documents }) =>
    `Sources of “${engagement}” have changed: ${countOf(changes, 'cited passage')} in ${countOf(documents, 'document')}.`,
  owner_assigned: (engagement, { assignedBy }) => `${assignedBy} has made you the owner of “${engagement}”.`,
  client_comment: (engagement, { author, filename }) =>
    filename === null
      ? `${client(author)} commented on “${engagement}”:`
      : `${client(author)} commented on ${document(filename)} in “${engagement}”:`,
  client_answer: (engagement, { author }) => `${client(author)} answered a question in “${engagement}”:`,
  client_decision: (engagement, { author, action, version, filename, words }) =>
    `${client(author)} ${decisions[action]} version ${version} of ${document(filename)} in “${engagement}”${
      words === '' ? '.' : ':'
    }`,
};

export function describeNotice<K extends NoticeKind>(notice: {
  kind: K;
  engagementName: string;
  data: NoticeData[K];
}): string {
  return sentences[notice.kind](notice.engagementName, notice.data);
}
