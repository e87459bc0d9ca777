import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, MessageSquare } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { feedbackTexts as texts } from '../../../texts/en/clients/feedback.ts';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import { Badge } from '../../../ui/states/badge.tsx';
import { TimeAgo } from '../../../ui/states/time-ago.tsx';
import { ClientCommentThread } from './client-comment-thread.tsx';
import type { ClientFeedback } from './merge-client-feedback.ts';
import { ResolveButton } from './resolve-button.tsx';

const looks = {
  approved: { icon: CircleCheck, color: 'text-good' },
  rejected: { icon: CircleX, color: 'text-danger' },
  commented: { icon: MessageSquare, color: 'text-muted' },
} as const;

interface ClientFeedbackItemProps {
  engagementId: string;
  feedback: ClientFeedback;
  /** Title of the deliverable; null for the whole engagement. */
  title: string | null;
  isNew: boolean;
}

/** Shows one comment or decision of a client, with a link to its subject, and the replies to a comment. */
export function ClientFeedbackItem({ engagementId, feedback, title, isNew }: ClientFeedbackItemProps) {
  const { kind, author, at, filename, version, text, comment } = feedback;
  const { icon: Icon, color } = looks[kind];
  const place = commentPlace(comment);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // The router has scrolled before the comments were there.
    if (place !== undefined && location.hash === `#${place}`) item.current?.scrollIntoView({ block: 'center' });
  }, [place]);
  return (
    <li ref={item} id={place} className="flex gap-3 border-b px-4 py-3 last:border-0">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{author}</span> {texts[kind]}{' '}
          {filename === null ? (
            texts.onWhole
          ) : (
            <Link
              to="/engagements/$engagementId/deliverables/$filename"
              params={{ engagementId, filename }}
              search={version === null ? {} : { version: String(version) }}
              hash={place ?? ''}
              className={linkStyle}
            >
              {title}
            </Link>
          )}
          {version !== null && `, ${texts.version(version)}`}
        </p>
        {comment?.quote && (
          <blockquote dir="auto" className="wrap-anywhere mt-1 line-clamp-3 border-l-2 pl-3 text-muted text-sm">
            {comment.quote}
          </blockquote>
        )}
        {text && (
          <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap">
            {text}
          </p>
        )}
        <p className="mt-1 flex items-center gap-2 text-muted text-sm">
          <TimeAgo at={at} />
          {isNew && <Badge tone="accent">{texts.fresh}</Badge>}
          {comment?.status === 'resolved' && <Badge>{texts.resolved}</Badge>}
          {comment && <ResolveButton engagementId={engagementId} comment={comment} />}
        </p>
        {comment && <ClientCommentThread engagementId={engagementId} comment={comment} />}
      </div>
    </li>
  );
}

/** The place of a comment in an address, on this page and on that of its document. */
const commentPlace = (comment: ClientFeedback['comment']): string | undefined =>
  comment ? `comment-${comment.id}` : undefined;
