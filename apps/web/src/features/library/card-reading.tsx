import type { LibraryCardDetail } from '@ecp/contract/work/cards';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatMoment } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { libraryTexts } from '../../texts/en/library.ts';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { CardActions } from './card-actions.tsx';
import { CardForm } from './card-form.tsx';
import { CardUses } from './card-uses.tsx';
import { MarkedText } from './marked-text.tsx';
import { RevealSummary } from './reveal-summary.tsx';
import { StatusOfCard } from './status-of-card.tsx';

/**
 * Shows a card with the details that it may reveal. Members edit, release and withdraw it. On a phone it replaces the
 * list.
 */
export function CardReading({ card }: { card: LibraryCardDetail }) {
  const { has } = useSession();
  const [editing, setEditing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  // Screen readers start at the heading when the card replaces the list.
  useEffect(focusHeading, []);
  // A closing dialog restores the focus first. Waiting two frames lets the heading keep it.
  const focusHeadingLater = () => requestAnimationFrame(() => requestAnimationFrame(focusHeading));
  const closeForm = () => {
    setEditing(false);
    focusHeadingLater();
  };
  return (
    <article className="flex min-w-0 flex-col gap-5">
      <Link
        from="/library"
        to="/library"
        search={({ card: _closed, ...rest }) => rest}
        className="inline-flex items-center gap-1.5 self-start text-muted hover:text-ink lg:hidden"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {libraryTexts.back}
      </Link>
      <header className="flex flex-col gap-3">
        <div>
          <h2 ref={heading} tabIndex={-1} className="wrap-anywhere font-semibold text-xl tracking-tight outline-none">
            <MarkedText text={card.title} marks={card.marks.filter(({ field }) => field === 'title')} />
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
            <StatusOfCard status={card.status} />
            <span>{libraryTexts.kinds[card.kind]}</span>
          </p>
        </div>
        <Origin card={card} />
        {has('member') && !editing && (
          <CardActions card={card} onEdit={() => setEditing(true)} onChanged={focusHeadingLater} />
        )}
      </header>
      {editing ? (
        <CardForm card={card} onDone={closeForm} />
      ) : (
        <>
          <RevealSummary card={card} />
          <MarkedText
            text={card.body}
            marks={card.marks.filter(({ field }) => field === 'body')}
            className="wrap-anywhere max-w-[75ch] whitespace-pre-wrap rounded-xl border bg-surface p-5 leading-relaxed"
          />
        </>
      )}
      <CardUses card={card} />
    </article>
  );
}

/** Names the document that the card comes from, and the person who released it. */
function Origin({ card }: { card: LibraryCardDetail }) {
  const { engagementId, engagementName, filename, version, status, releasedBy, releasedAt, createdAt } = card;
  const { from, made, gone, released } = libraryTexts.origin;
  return (
    <div className="wrap-anywhere flex flex-col gap-1 text-muted text-sm">
      {engagementId !== null && filename !== null && version !== null ? (
        <p>
          {from}{' '}
          <Link
            to="/engagements/$engagementId/deliverables/$filename"
            params={{ engagementId, filename }}
            search={{ version: String(version) }}
            className={linkStyle}
          >
            {libraryTexts.document(filename, version)}
          </Link>{' '}
          · {engagementName} · {made(formatMoment(createdAt))}
        </p>
      ) : (
        <p>{gone}</p>
      )}
      {status === 'released' && releasedBy !== null && releasedAt !== null && (
        <p>{released(releasedBy, formatMoment(releasedAt))}</p>
      )}
    </div>
  );
}
