import { useEffect } from 'react';
import type { Comment, Deliverable } from '../../../base/api/document-queries.ts';
import { usePersistedState } from '../../../base/session/persisted-state.ts';
import { useSession } from '../../../base/session/session.ts';
import { commentTexts } from '../../../shared/comments/texts.ts';
import { useCommentActions } from './comment-actions.ts';
import type { Commenting } from './commenting.ts';
import { type CommentDraft, Composer } from './composer.tsx';
import { Thread } from './thread.tsx';

const texts = commentTexts.thread;

interface TeamThreadProps {
  deliverable: Deliverable;
  /** Whether the version is the latest, into which alone a suggestion can be accepted. */
  isLatest: boolean;
  comment: Comment;
  commenting: Commenting;
  isDense?: boolean;
  /** Shows the passage, in a list that is not beside the text. */
  isListed?: boolean;
  /** Shows the passage in the text; undefined if the version does not show it. */
  onShow?: (() => void) | undefined;
}

/** A comment with what the team may do. Members reply, resolve and accept; viewers read. */
export function TeamThread(props: TeamThreadProps) {
  const { deliverable, isLatest, comment, commenting, isDense, isListed = false, onShow } = props;
  const { reply, setStatus, accept, isAccepting } = useCommentActions(deliverable);
  const mayWrite = useSession().has('member');
  const { id, passage, quote, suggestion } = comment;
  const { active, wanted, activate, want, settle } = commenting;
  const elementId = `comment-${id}`;
  const isWanted = wanted === id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the thread takes the focus once.
  useEffect(() => {
    if (!isWanted) return;
    const element = document.getElementById(elementId);
    element?.focus({ preventScroll: true });
    if (isListed) element?.scrollIntoView({ block: 'nearest' });
    settle();
  }, [isWanted]);
  const isAcceptable =
    isLatest && suggestion !== null && passage !== null && passage.quote === quote && !isAccepting;
  return (
    <Thread
      id={elementId}
      comment={comment}
      isActive={active === id}
      // A line gives way to its thread, which takes the focus over.
      onActivate={() => (isDense ? want(id) : activate(id))}
      isDense={isDense}
      place={isListed && <Place comment={comment} onShow={onShow} />}
      {...(mayWrite && {
        onReply: (_comment, body) => reply(comment, body),
        onResolve: (_comment, status) => {
          if (status === 'resolved') leaveThread(elementId, () => activate(null));
          setStatus(comment, status);
        },
        onAccept: isAcceptable ? () => accept(comment) : undefined,
      })}
    />
  );
}

/** Moves the focus of a keyboard user to the next thread when one is resolved and disappears. */
function leaveThread(elementId: string, onLeave: () => void): void {
  onLeave();
  const threads = [...document.querySelectorAll<HTMLElement>('[data-comment]')];
  const at = threads.findIndex(({ id }) => id === elementId);
  if (threads[at]?.querySelector(':focus-visible')) {
    (threads[at + 1] ?? threads[at - 1])?.focus({ preventScroll: true });
  }
}

/**
 * The words that a comment is about, as a button that shows them, or a word about why it cannot.
 */
function Place({ comment, onShow }: Pick<TeamThreadProps, 'comment' | 'onShow'>) {
  const { quote, orphaned } = comment;
  if (quote === null) return <p className="text-muted text-xs">{texts.onWhole}</p>;
  const words = (
    <span dir="auto" className="line-clamp-2">
      {quote}
    </span>
  );
  const style = 'border-l-2 pl-2 text-left text-muted text-xs';
  if (onShow) {
    return (
      <button
        type="button"
        onClick={onShow}
        title={texts.show}
        className={`${style} border-(--comment) hover:text-ink`}
      >
        {words}
      </button>
    );
  }
  return (
    <div className={style}>
      {words}
      <p className="italic">{orphaned ? texts.orphaned : texts.elsewhere}</p>
    </div>
  );
}

/** The typed texts. The proposed words belong to one quote. */
interface TypedComment extends CommentDraft {
  quote: string | null;
}

const readTypedComment = (text: string) => JSON.parse(text) as TypedComment;
const nothing: TypedComment = { body: '', suggestion: null, quote: null };

interface CommentComposerProps {
  deliverable: Pick<Deliverable, 'engagementId' | 'filename'>;
  commenting: Commenting;
}

/**
 * The composer of the team. What it holds survives reloads and new versions, until it is sent or
 * cleared.
 */
export function CommentComposer({ deliverable, commenting }: CommentComposerProps) {
  const { engagementId, filename } = deliverable;
  const { composing, compose, activate } = commenting;
  const { create } = useCommentActions({ engagementId, filename });
  const { value, change, forget } = usePersistedState(
    `comment ${engagementId} ${filename}`,
    readTypedComment,
    () => nothing,
  );
  if (!composing) return null;
  const { passage, version } = composing;
  const quote = passage?.quote ?? null;
  return (
    <div className="rounded-lg border border-line-strong/50 bg-surface p-2.5 shadow-black/5 shadow-md">
      {passage && (
        <p
          dir="auto"
          className="mb-2 line-clamp-2 border-(--comment) border-l-2 pl-2 text-muted text-xs"
        >
          {passage.quote}
        </p>
      )}
      <Composer
        quote={quote}
        maySuggest={passage?.maySuggest ?? false}
        key={quote}
        initial={value.quote === quote ? value : { body: value.body, suggestion: null }}
        onChange={(draft) => change({ ...draft, quote })}
        onSend={async ({ body, suggestion }) => {
          const { id } = await create({ body, suggestion, passage, version });
          change(nothing);
          forget();
          activate(id);
        }}
        onClose={() => compose(null)}
      />
    </div>
  );
}
