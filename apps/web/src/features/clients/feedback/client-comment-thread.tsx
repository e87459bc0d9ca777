import type { PortalComment } from '@ecp/contract/reach/portal';
import { AuthorBadge } from '../../../domain/authors/author-badge.tsx';
import { ReplyForm } from '../../../domain/passage-comments/reply-form.tsx';
import { useSession } from '../../../session/session.ts';
import { commentTexts } from '../../../texts/en/documents/comments.ts';
import { TimeAgo } from '../../../ui/states/time-ago.tsx';
import { useCommentActs } from './use-comment-acts.ts';

interface ClientCommentThreadProps {
  engagementId: string;
  comment: PortalComment;
}

/** Shows the replies to a client's comment, and lets the team reply (CMT-11). */
export function ClientCommentThread({ engagementId, comment: { id, replies, author } }: ClientCommentThreadProps) {
  const mayWrite = useSession().has('member');
  const { reply } = useCommentActs(engagementId, id);
  return (
    <div className="mt-2 flex max-w-2xl flex-col gap-2">
      {replies.length > 0 && (
        <ul className="flex flex-col gap-2 border-l-2 pl-3">
          {replies.map((one) => (
            <li key={one.id} className="wrap-anywhere">
              <p className="flex flex-wrap items-center gap-x-2 text-sm">
                <span className="font-medium">{one.author.name}</span>
                <AuthorBadge author={one.author} />
                <TimeAgo at={one.createdAt} className="text-muted" />
              </p>
              <p dir="auto" className="whitespace-pre-wrap">
                {one.body}
              </p>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <ReplyForm name={author.name} hint={commentTexts.thread.tellsClient} onReply={reply.mutateAsync} />}
    </div>
  );
}
