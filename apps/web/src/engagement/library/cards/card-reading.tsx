import type { CardStatus } from '@ecp/contract/values/card-kinds';
import type { LibraryCardDetail } from '@ecp/contract/work/cards';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { formatMoment } from '../../../base/format/format.ts';
import { useSession } from '../../../base/session/session.ts';
import { Badge, type Tone } from '../../../base/ui/badges.tsx';
import { DocumentLink } from '../../../base/ui/document-link.tsx';
import { CardActions, CardForm } from './card-editing.tsx';
import { MarkedText, RevealSummary } from './marked-text.tsx';
import { libraryTexts } from './texts.ts';

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
          <h2
            ref={heading}
            tabIndex={-1}
            className="wrap-anywhere font-semibold text-xl tracking-tight outline-none"
          >
            <MarkedText
              text={card.title}
              marks={card.marks.filter(({ field }) => field === 'title')}
            />
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

function Origin({ card }: { card: LibraryCardDetail }) {
  const {
    engagementId,
    engagementName,
    filename,
    documentTitle,
    version,
    status,
    releasedBy,
    releasedAt,
    createdAt,
  } = card;
  const { from, made, gone, released } = libraryTexts.origin;
  return (
    <div className="wrap-anywhere flex flex-col gap-1 text-muted text-sm">
      {engagementId !== null && filename !== null && version !== null ? (
        <p>
          {from}{' '}
          <DocumentLink engagementId={engagementId} filename={filename} version={version}>
            {libraryTexts.document({ filename, documentTitle, version })}
          </DocumentLink>{' '}
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

const citingTexts = libraryTexts.uses;

function CardUses({ card: { uses, useCount, status } }: { card: LibraryCardDetail }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t pt-4">
      <h3 id={id} className="font-semibold">
        {citingTexts.title}
      </h3>
      {uses.length === 0 && <p className="mt-1 text-muted">{citingTexts.none[status]}</p>}
      {uses.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1.5">
          {uses.map(({ engagementId, engagementName, filename, documentTitle, version }) => (
            <li key={`${engagementId} ${filename} ${version}`} className="wrap-anywhere">
              <DocumentLink engagementId={engagementId} filename={filename} version={version}>
                {libraryTexts.document({ filename, documentTitle, version })}
              </DocumentLink>{' '}
              <span className="text-muted">· {engagementName}</span>
            </li>
          ))}
        </ul>
      )}
      {useCount > uses.length && (
        <p className="mt-2 text-muted text-sm">{citingTexts.more(useCount - uses.length)}</p>
      )}
    </section>
  );
}

const tones: Record<CardStatus, Tone> = {
  proposed: 'warn',
  released: 'good',
  withdrawn: 'neutral',
};

export function StatusOfCard({ status }: { status: CardStatus }) {
  return <Badge tone={tones[status]}>{libraryTexts.statuses[status]}</Badge>;
}
