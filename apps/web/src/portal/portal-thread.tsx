import type { Author } from '@ecp/contract/declaring/scalars';
import type { PortalComment, PortalCommentBody } from '@ecp/contract/reach/portal';
import { commentLimits } from '@ecp/contract/values/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { callOnce } from '../base/api/call-once.ts';
import { formatMoment } from '../base/format/format.ts';
import { Badge } from '../base/ui/badges.tsx';
import { Button, linkStyle } from '../base/ui/buttons.tsx';
import { classNames } from '../base/ui/class-names.ts';
import { createListeners } from '../base/ui/create-listeners.ts';
import { FormError, TextAreaField } from '../base/ui/fields/fields.tsx';
import { readForm } from '../base/ui/forms.tsx';
import { keepRead, unreadReplies, useReadReplies } from './asked.ts';
import { portalClient, portalQuery, usePortal, VisitorNote } from './portal.tsx';
import { portalTexts } from './texts.ts';

const { comments: texts } = portalTexts;

interface PortalThreadProps {
  comment: PortalComment;
  /** The thread that an address or a click has chosen. */
  isActive: boolean;
  /** Shows the passage in the text; undefined where the text does not have it. */
  onShowPassage: (() => void) | undefined;
}

/** A comment of a client with the replies, and a field to go on. Its replies then count as read. */
export function PortalThread({ comment, isActive, onShowPassage }: PortalThreadProps) {
  const { view } = usePortal();
  const element = useRef<HTMLLIElement>(null);
  const [isReplying, setIsReplying] = useState(false);
  const known = useReadReplies();
  // The marks stay while the thread is open, although its replies count as read.
  const [knownBefore] = useState(known);
  const fresh = unreadReplies(comment, knownBefore);
  useEffect(() => keepRead(unreadReplies(comment, known)), [comment, known]);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const mayReply = view.permissions.includes('comment');
  return (
    <li
      ref={element}
      className={classNames(
        'flex scroll-my-16 flex-col gap-2.5 border-l-2 py-1 pl-3.5',
        isActive ? 'border-accent-text' : 'border-line',
      )}
    >
      <Message author={comment.author} at={comment.createdAt} body={comment.body}>
        {comment.quote !== null && <Passage comment={comment} onShow={onShowPassage} />}
      </Message>
      {comment.replies.map(({ id, author, createdAt, body }) => (
        <Message key={id} author={author} at={createdAt} body={body} isNew={fresh.includes(id)} />
      ))}
      {comment.status === 'resolved' && <p className="text-muted text-sm">{texts.resolved}</p>}
      {mayReply && !isReplying && (
        <button
          type="button"
          aria-label={texts.replyTo(comment.author.name)}
          onClick={() => setIsReplying(true)}
          className={`${linkStyle} self-start text-sm`}
        >
          {texts.reply}
        </button>
      )}
      {isReplying && (
        <CommentForm
          about={{ to: comment.id }}
          label={texts.yourReply}
          placeholder={texts.replyPlaceholder}
          send={texts.sendReply}
          cancel={{ label: texts.cancel, onCancel: () => setIsReplying(false) }}
          onSent={() => setIsReplying(false)}
        />
      )}
    </li>
  );
}

interface MessageProps {
  author: Author;
  at: string;
  body: string;
  /** True for a reply that this browser shows for the first time. */
  isNew?: boolean;
  children?: ReactNode;
}

/** The words of one person. The team is told by its mark, never by a name. */
function Message({ author, at, body, isNew = false, children }: MessageProps) {
  const { branding } = usePortal().view;
  return (
    <div className="wrap-anywhere min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="font-medium">{author.name}</span>
        {author.kind !== 'client' && (
          <span className="text-accent-text">{branding.companyName}</span>
        )}
        <time dateTime={at} className="figures text-muted">
          {formatMoment(at)}
        </time>
        {isNew && <Badge tone="info">{texts.isNew}</Badge>}
      </p>
      {children}
      <p dir="auto" className="mt-1 whitespace-pre-wrap">
        {body}
      </p>
    </div>
  );
}

function Passage({
  comment: { quote },
  onShow,
}: {
  comment: PortalComment;
  onShow: (() => void) | undefined;
}) {
  const words = (
    <span dir="auto" className="line-clamp-2">
      “{quote}”
    </span>
  );
  if (!onShow) return <p className="mt-1 text-muted text-sm">{words}</p>;
  return (
    <button
      type="button"
      aria-label={texts.showPassage(quote ?? '')}
      onClick={onShow}
      className="mt-1 block rounded text-left text-muted text-sm hover:text-ink"
    >
      {words}
    </button>
  );
}

interface CommentFormProps {
  about: Omit<NewMessage, 'body'>;
  label: string;
  placeholder: string;
  send: string;
  /** Offers a way out of the form, which forgets the words. */
  cancel?: { label: string; onCancel: () => void };
  onSent?: () => void;
  /** Puts the focus into the field, as after a choice of words on the page. */
  focuses?: boolean;
}

const focusInPlace = (field: HTMLTextAreaElement | null) => field?.focus({ preventScroll: true });

/** A field for a client's words. It keeps them until they are recorded, even while it is closed. */
export function CommentForm({
  about,
  label,
  placeholder,
  send,
  cancel,
  onSent,
  focuses = false,
}: CommentFormProps) {
  const { token, view } = usePortal();
  const body = useUnsentText(token, about);
  const words = useSendMessage();
  const { commentsReachClients } = view;
  const write = (text: string) => keepUnsentText(token, about, text);
  return (
    <form
      onSubmit={(event) =>
        words.mutate(
          { ...about, ...readForm(event, 'body'), saidToReachClients: commentsReachClients },
          { onSuccess: () => onSent?.() },
        )
      }
      className="flex flex-col gap-3"
    >
      <VisitorNote isComment />
      <TextAreaField
        label={label}
        name="body"
        ref={focuses ? focusInPlace : undefined}
        required
        rows={3}
        maxLength={commentLimits.body}
        // Read-only while sending, because a successful response clears the field.
        readOnly={words.isPending}
        placeholder={placeholder}
        value={body}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        // Below 16 px phones zoom in when the field gets the focus.
        className="max-lg:text-lg"
      />
      {words.error instanceof MoreReadersError ? (
        <p role="alert" className="text-sm text-warn">
          {texts.moreReaders}
        </p>
      ) : (
        <FormError error={words.error} />
      )}
      <div className="flex justify-end gap-2">
        {cancel && (
          <Button
            kind="quiet"
            onClick={() => {
              write('');
              cancel.onCancel();
            }}
          >
            {cancel.label}
          </Button>
        )}
        <Button type="submit" busy={words.isPending}>
          {send}
        </Button>
      </div>
    </form>
  );
}

/** A comment, or a reply to the comment with the id `to`. */
type NewMessage = Omit<PortalCommentBody, 'author'> & { to?: string };

/** Other clients would read words that were written for the team alone. Nothing is sent. */
class MoreReadersError extends Error {}

/**
 * Sends a client's comment or reply, once even after a lost connection, and reads the page again.
 * It sends nothing if other clients would read it, and the page has not said so.
 */
function useSendMessage() {
  const { token } = usePortal();
  const queryClient = useQueryClient();
  const { queryKey } = portalQuery(token);
  return useMutation({
    meta: { showsError: true },
    async mutationFn({
      to,
      saidToReachClients,
      ...words
    }: NewMessage & { saidToReachClients: boolean }) {
      // The query could return the answer of an earlier request.
      const { commentsReachClients } = await portalClient(token).getPortal();
      if (commentsReachClients && !saidToReachClients) throw new MoreReadersError();
      return callOnce([token, to, words], (options) => {
        const client = portalClient(token);
        if (to === undefined) return client.commentInPortal(words, options);
        return client.replyInPortal({ commentId: to, body: words.body }, options);
      });
    },
    onSuccess(_comment, words) {
      keepUnsentText(token, words, '');
    },
    // Refetches even after a refusal: if the link was revoked in the meantime, the page says so.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

type CommentPlace = Pick<PortalCommentBody, 'filename' | 'quote'> & { to?: string };

const { subscribe, notify } = createListeners();
const begun = new Map<string, string>();

/**
 * All passages of a document have one key: a client who selects another passage goes on with the
 * same comment.
 */
const keyOf = (token: string, { filename, to, quote }: CommentPlace): string =>
  JSON.stringify([token, filename ?? null, to ?? null, Boolean(quote)]);

/**
 * Keeps unsent words until the page is left, so that a closed sheet or another document does not
 * lose them.
 */
function keepUnsentText(token: string, place: CommentPlace, words: string): void {
  if (words === '') begun.delete(keyOf(token, place));
  else begun.set(keyOf(token, place), words);
  notify();
}

/** Returns the words that are kept for a place; an empty text if there are none. */
const useUnsentText = (token: string, place: CommentPlace): string =>
  useSyncExternalStore(subscribe, () => begun.get(keyOf(token, place)) ?? '');
