import { isOpen } from '@ecp/contract/values/count-citations';
import { CircleHelp } from 'lucide-react';
import { DerivationView } from '../../../domain/citations/derivation-view.tsx';
import { formatQuantity } from '../../../domain/data/format-cell.ts';
import { isOwnAddress } from '../../../domain/markdown/own-address.ts';
import { formatMoment } from '../../../format/format.ts';
import { portalTexts } from '../../../texts/en/portal.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import type { EvidenceNote } from './index-notes.ts';

const texts = portalTexts.notes;

interface EvidenceNotesProps {
  notes: readonly EvidenceNote[];
  /** The number that the reader sees at the calls of a footnote, by its label in lower case. */
  numbers: ReadonlyMap<string, string>;
}

/**
 * The notes at the end of a footnote: a mark if it is not verified, the derivation of a figure, and the cited archived
 * page. Clients are not told which check failed (contract 9).
 */
export function EvidenceNotes({ notes, numbers }: EvidenceNotesProps) {
  if (notes.length === 0) return null;
  const pages = new Map(notes.map(({ page }) => [page && `${page.url} ${page.fetchedAt}`, page]));
  const nameInput = (label: string) => readingTexts.derivation.footnote(numbers.get(label.toLowerCase()) ?? label);
  return (
    <div className="mt-1 flex flex-col items-start gap-1.5">
      {notes.some(isOpen) && <NotVerified />}
      {[...pages].map(([key, page]) => page && <ArchivedNote key={key} page={page} />)}
      {notes.map(
        ({ derivation }) =>
          derivation && (
            <DerivationView key={JSON.stringify(derivation)} derivation={derivation} renderSource={nameInput} />
          ),
      )}
    </div>
  );
}

/** The note behind a statement without a footnote. How its figure follows opens below it. */
export function PlaceNote({ note }: { note: EvidenceNote | undefined }) {
  if (!note) return null;
  const { derivation, page } = note;
  if (isOpen(note))
    return (
      <>
        {' '}
        <NotVerified />
      </>
    );
  if (page) return <ArchivedNote page={page} />;
  if (!derivation) return null;
  const inputs = derivation.inputs.map(({ label, value, unit }) => `${label} = ${formatQuantity(value, unit)}`);
  return (
    <span className="text-[0.8125em] text-muted">
      {' '}
      ({texts.derived}: {[derivation.expression, ...inputs].join('; ')})
    </span>
  );
}

/** Names an archived page with its address and time. Clients do not see its text, which is the team's. */
function ArchivedNote({ page: { title, url, fetchedAt } }: { page: NonNullable<EvidenceNote['page']> }) {
  return (
    <span className="wrap-anywhere text-[0.8125em] text-muted">
      {' '}
      <span dir="auto" className="font-medium">
        {title}
      </span>
      {' · '}
      {isOwnAddress(url) ? (
        url
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={linkStyle}>
          {url}
          <span className="sr-only">{readingTexts.markdown.outside}</span>
        </a>
      )}
      {' · '}
      <time dateTime={fetchedAt}>{texts.archived(formatMoment(fetchedAt))}</time>
    </span>
  );
}

function NotVerified() {
  return (
    <span className="inline-flex items-center gap-1 rounded-md bg-warn-soft px-1.5 py-0.5 font-medium text-[0.8125em] text-warn leading-none">
      <CircleHelp aria-hidden className="size-3.5" />
      {texts.notVerified}
    </span>
  );
}
