import type { Author } from '@ecp/contract/declaring/scalars';
import type { NoteAnswer } from '@ecp/contract/values/review-answers';
import { Check, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAgo } from '../../../base/format/format.ts';
import { versionTexts } from '../../../base/texts/versions.ts';
import { TimeAgo } from '../../../base/ui/badges.tsx';
import { Button, IconButton } from '../../../base/ui/buttons.tsx';
import { classNames } from '../../../base/ui/class-names.ts';
import { AuthorBadge } from '../../../shared/comments/author-badge.tsx';
import type { PassageComment } from '../../../shared/comments/document-words.ts';
import { ReplyForm } from '../../../shared/comments/reply-form.tsx';
import { commentTexts } from '../../../shared/comments/texts.ts';
import { WordChanges } from '../../word-changes.tsx';

const texts = commentTexts.thread;

/** The acts that the reader may do on a comment. An absent one is not offered. */
interface ThreadActions {
  /** Sends a reply. If the promise fails, the field keeps its text. */
  onReply?: ((comment: PassageComment, body: string) => Promise<unknown>) | undefined;
  onResolve?: ((comment: PassageComment, status: PassageComment['status']) => void) | undefined;
  onAccept?: ((comment: PassageComment) => void) | undefined;
}

interface ThreadProps extends ThreadActions {
  comment: PassageComment;
  /** An active thread shows everything, with the field for a reply; another one its beginning. */
  isActive: boolean;
  onActivate: () => void;
  /** Shows no more than a line until it is active, where there are many. */
  isDense?: boolean | undefined;
  /** Shown above the words, such as the passage in a list without it. */
  place?: ReactNode;
  /** Id of the element, which an address may name. */
  id?: string | undefined;
  className?: string | undefined;
}

/** A comment with its replies. Focus or a click makes it active. */
export function Thread(props: ThreadProps) {
  const {
    comment,
    isActive,
    isDense = false,
    onActivate,
    place,
    id,
    className,
    onReply,
    onAccept,
  } = props;
  const { author, body, replies, status, suggestion, quote } = comment;
  const isOpen = status === 'open';
  if (isDense && !isActive) return <ThreadLine comment={comment} id={id} onActivate={onActivate} />;
  return (
    <article
      id={id}
      tabIndex={-1}
      aria-label={texts.label(author.name)}
      data-comment={comment.id}
      onFocus={isActive ? undefined : onActivate}
      className={classNames(
        'group flex scroll-my-24 flex-col gap-1.5 rounded-lg border px-3 py-2.5 text-sm outline-offset-1 transition-shadow',
        isActive
          ? 'border-line-strong/50 bg-surface shadow-black/5 shadow-md'
          : 'bg-canvas hover:border-line-strong/40',
        className,
      )}
    >
      <ThreadHead {...props} />
      {place}
      <p
        dir="auto"
        className={classNames('wrap-anywhere whitespace-pre-wrap', !isActive && 'line-clamp-3')}
      >
        {body}
      </p>
      {suggestion !== undefined && suggestion !== null && quote !== null && (
        <SuggestedWords
          quote={quote}
          suggestion={suggestion}
          isActive={isActive}
          onAccept={isOpen && onAccept ? () => onAccept(comment) : undefined}
        />
      )}
      {comment.answer && (
        <AnswerOfVersion answer={comment.answer} version={comment.answeredVersion ?? null} />
      )}
      {isActive
        ? replies.map((reply) => (
            <div key={reply.id} className="border-t pt-2">
              <Byline author={reply.author} at={reply.createdAt} />
              <p dir="auto" className="wrap-anywhere mt-0.5 whitespace-pre-wrap">
                {reply.body}
              </p>
            </div>
          ))
        : replies.length > 0 && (
            <p className="text-muted text-xs">{texts.replies(replies.length)}</p>
          )}
      {comment.resolvedBy && comment.resolvedAt && !isOpen && (
        <p className="text-muted text-xs">
          {texts.resolvedBy(comment.resolvedBy.name, formatAgo(comment.resolvedAt))}
        </p>
      )}
      {isActive && onReply && (
        <ReplyForm
          name={author.name}
          hint={author.kind === 'client' ? texts.clientSeesReply : undefined}
          onReply={(words) => onReply(comment, words)}
        />
      )}
    </article>
  );
}

function ThreadLine({
  comment: { id: key, author, body },
  id,
  onActivate,
}: Pick<ThreadProps, 'comment' | 'id' | 'onActivate'>) {
  return (
    <article id={id} aria-label={texts.label(author.name)} data-comment={key}>
      <button
        type="button"
        onClick={onActivate}
        className="flex h-6 w-full items-center gap-1.5 rounded-md px-2 text-left text-xs hover:bg-hover"
      >
        <span className="max-w-24 shrink-0 truncate font-medium">{author.name}</span>
        <span className="min-w-0 truncate text-muted">{body}</span>
      </button>
    </article>
  );
}

function ThreadHead({ comment, onResolve }: ThreadProps) {
  const { author, createdAt, status } = comment;
  return (
    <div className="-my-1 flex items-center justify-between gap-2">
      <Byline author={author} at={createdAt} />
      {onResolve &&
        (status === 'open' ? (
          <IconButton
            icon={Check}
            label={texts.resolve}
            onClick={() => onResolve(comment, 'resolved')}
            className="-mr-1.5 size-7"
          />
        ) : (
          <IconButton
            icon={RotateCcw}
            label={texts.reopen}
            onClick={() => onResolve(comment, 'open')}
            className="-mr-1.5 size-7"
          />
        ))}
    </div>
  );
}

function Byline({ author, at }: { author: Author; at: string }) {
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <span className="truncate font-medium">{author.name}</span>
      <AuthorBadge author={author} />
      <TimeAgo at={at} className="shrink-0 text-muted text-xs" />
    </div>
  );
}

interface SuggestedWordsProps {
  quote: string;
  suggestion: string;
  isActive: boolean;
  onAccept: (() => void) | undefined;
}

function SuggestedWords({ quote, suggestion, isActive, onAccept }: SuggestedWordsProps) {
  return (
    <div className="flex flex-col items-start gap-2">
      <div className={classNames(!isActive && 'line-clamp-3')}>
        <WordChanges before={quote} after={suggestion} />
      </div>
      {onAccept && isActive && (
        <Button size="small" onClick={onAccept}>
          {texts.accept}
        </Button>
      )}
    </div>
  );
}

function AnswerOfVersion({ answer, version }: { answer: NoteAnswer; version: number | null }) {
  return (
    <div className="border-l-2 pl-2 text-muted">
      <p className="text-xs">
        {[
          version === null ? '' : texts.answeredIn(version),
          versionTexts.history.outcomes[answer.outcome],
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p dir="auto" className="wrap-anywhere first-letter:uppercase">
        {answer.text === '' ? versionTexts.history.unanswered : answer.text}
      </p>
    </div>
  );
}
