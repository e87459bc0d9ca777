import type { PortalComment, PortalView } from '@ecp/contract/reach/portal';
import { useId } from 'react';
import { formatMoment } from '../../format/format.ts';
import { portalTexts } from '../../texts/en/portal.ts';
import { PortalCommentForm } from './portal-comment-form.tsx';

interface PortalCommentsProps {
  token: string;
  view: PortalView;
  /** The document that the comments are about; null for the whole engagement. */
  filename: string | null;
}

const { comments: texts } = portalTexts;

/** Lists the comments on a document or the engagement, oldest first. Has a form if the link permits comments. */
export function PortalComments({ token, view, filename }: PortalCommentsProps) {
  const id = useId();
  const mayComment = view.permissions.includes('comment');
  const comments = view.comments.filter((comment) => comment.filename === filename);
  if (comments.length === 0 && !mayComment) return null;
  const general = filename === null;
  return (
    <section aria-labelledby={id} className="flex scroll-mt-6 flex-col gap-4 print:hidden">
      <div>
        <h2 id={id} className="font-semibold text-lg">
          {general ? texts.generalTitle : texts.title}
        </h2>
        {general && view.deliverables.length > 0 && <p className="text-muted text-sm">{texts.generalHint}</p>}
      </div>
      {comments.length === 0 ? (
        <p className="text-muted">{texts.noneYet}</p>
      ) : (
        <ol className="flex flex-col gap-3">
          {comments.map((comment) => (
            <Comment key={comment.id} comment={comment} />
          ))}
        </ol>
      )}
      {mayComment && <PortalCommentForm token={token} filename={filename} />}
    </section>
  );
}

function Comment({ comment: { author, body, createdAt } }: { comment: PortalComment }) {
  return (
    <li className="rounded-xl border bg-canvas px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-medium">{author.name}</span>
        <time dateTime={createdAt} className="figures text-muted">
          {formatMoment(createdAt)}
        </time>
      </p>
      <p className="mt-1 whitespace-pre-wrap">{body}</p>
    </li>
  );
}
