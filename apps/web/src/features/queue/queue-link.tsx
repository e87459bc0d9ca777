import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { QueueItem } from '../../domain/queue/queries.ts';

interface QueueLinkProps {
  item: QueueItem;
  className: string;
  children: ReactNode;
}

/**
 * Opens an item at what waits (QUE-5): the document of a review or comment, the question, or the run. A comment on the
 * whole engagement opens the clients' page, which shows it.
 */
export function QueueLink({ item, ...rest }: QueueLinkProps) {
  const { kind, engagementId, filename, questionId, commentId } = item;
  const hash = commentId === null ? '' : `comment-${commentId}`;
  const common = { ...rest, 'data-queue-item': true };
  if (kind === 'question') {
    const place = `question-${questionId}`;
    return <Link to="/engagements/$engagementId/questions" params={{ engagementId }} hash={place} {...common} />;
  }
  if (filename !== null) {
    const params = { engagementId, filename };
    return <Link to="/engagements/$engagementId/deliverables/$filename" params={params} hash={hash} {...common} />;
  }
  if (kind === 'comment') {
    return <Link to="/engagements/$engagementId/clients" params={{ engagementId }} hash={hash} {...common} />;
  }
  return <Link to="/engagements/$engagementId" params={{ engagementId }} {...common} />;
}
