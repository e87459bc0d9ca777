import type { PortalComment } from '@ecp/contract/reach/portal';
import type { Author } from '@ecp/contract/values/authors';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatMoment } from '../../../format/format.ts';
import { portalTexts } from '../../../texts/en/portal.ts';
import { classNames } from '../../../ui/class-names.ts';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import { Badge } from '../../../ui/states/badge.tsx';
import { usePortal } from '../portal-context.ts';
import { keepRead, unreadReplies, useReadReplies } from './read-replies.ts';
import { WordsForm } from './words-form.tsx';

const { comments: texts } = portalTexts;

interface PortalThreadProps {
  comment: PortalComment;
  /** The thread that an address or a click has chosen. */
  isActive: boolean;
  /** Shows the passage in the text; undefined where the text does not have it. */
  onShowPassage: (() => void) | undefined;
}

/** A comment of a client with the replies, and a field to go on (CMT-11). Its replies then count as read. */
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
      <Said author={comment.author} at={comment.createdAt} body={comment.body}>
        {comment.quote !== null && <Passage comment={comment} onShow={onShowPassage} />}
      </Said>
      {comment.replies.map(({ id, author, createdAt, body }) => (
        <Said key={id} author={author} at={createdAt} body={body} isNew={fresh.includes(id)} />
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
        <WordsForm
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

interface SaidProps {
  author: Author;
  at: string;
  body: string;
  /** True for a reply that this browser shows for the first time. */
  isNew?: boolean;
  children?: ReactNode;
}

/** The words of one person. The team is told by its mark, never by a name (REL-8). */
function Said({ author, at, body, isNew = false, children }: SaidProps) {
  const { branding } = usePortal().view;
  return (
    <div className="wrap-anywhere min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="font-medium">{author.name}</span>
        {author.kind !== 'client' && <span className="text-accent-text">{branding.companyName}</span>}
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

function Passage({ comment: { quote }, onShow }: { comment: PortalComment; onShow: (() => void) | undefined }) {
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
