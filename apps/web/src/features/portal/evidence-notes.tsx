import { CircleHelp } from 'lucide-react';
import { DerivationView } from '../../domain/citations/derivation-view.tsx';
import { portalTexts } from '../../texts/en/portal.ts';
import { type EvidenceNote, isNotVerified } from './index-notes.ts';

const texts = portalTexts.notes;

/** The notes at the end of a footnote: what is not verified, and how a figure follows (contract 9). */
export function EvidenceNotes({ notes }: { notes: readonly EvidenceNote[] }) {
  if (notes.length === 0) return null;
  return (
    <div className="mt-1 flex flex-col items-start gap-1.5">
      {notes.some(isNotVerified) && <NotVerified />}
      {notes.map(
        ({ derivation }) => derivation && <DerivationView key={derivation.expression} derivation={derivation} />,
      )}
    </div>
  );
}

/** The note behind a statement without a footnote. How its figure follows opens below it. */
export function PlaceNote({ note }: { note: EvidenceNote | undefined }) {
  if (!note) return null;
  const { derivation } = note;
  if (isNotVerified(note))
    return (
      <>
        {' '}
        <NotVerified />
      </>
    );
  if (!derivation) return null;
  const inputs = derivation.inputs.map(
    ({ label, value, unit }) => `${label} = ${[value, unit].filter(Boolean).join(' ')}`,
  );
  return (
    <span className="text-[0.8125em] text-muted">
      {' '}
      ({texts.derived}: {[derivation.expression, ...inputs].join('; ')})
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
