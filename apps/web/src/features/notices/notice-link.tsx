import type { Notice } from '@ecp/contract/reach/notices';
import type { NoticeKind } from '@ecp/contract/values/notice-kinds';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The page of the engagement that a notice opens if it tells of no document. */
const pages = {
  run_completed: '/engagements/$engagementId',
  run_failed: '/engagements/$engagementId',
  question_asked: '/engagements/$engagementId/questions',
  update_proposed: '/engagements/$engagementId/updates',
  owner_assigned: '/engagements/$engagementId',
  client_comment: '/engagements/$engagementId/clients',
  client_answer: '/engagements/$engagementId/questions',
  client_decision: '/engagements/$engagementId/clients',
} as const satisfies Record<NoticeKind, string>;

interface NoticeLinkProps {
  notice: Notice;
  onClick: () => void;
  className: string;
  children: ReactNode;
}

/** A link to what a notice tells of: a comment, a document, else a page of its engagement. */
export function NoticeLink({ notice, ...rest }: NoticeLinkProps) {
  const { engagementId } = notice;
  const filename = 'filename' in notice.data ? notice.data.filename : null;
  const hash = 'commentId' in notice.data ? `comment-${notice.data.commentId}` : '';
  if (filename === null) return <Link {...rest} to={pages[notice.kind]} params={{ engagementId }} hash={hash} />;
  const to = '/engagements/$engagementId/deliverables/$filename';
  return <Link {...rest} to={to} params={{ engagementId, filename }} search={{}} hash={hash} />;
}
