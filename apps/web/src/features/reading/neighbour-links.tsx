import { Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { nameSlug } from '../../format/name-slug.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import type { Neighbours } from './use-neighbours.ts';

const texts = readingTexts.page;
const cardStyle =
  'flex min-w-0 flex-1 basis-64 flex-col gap-0.5 rounded-xl border px-4 py-3 transition-colors hover:bg-hover';

/** Links to the previous and the next deliverable at the end of a text. */
export function NeighbourLinks({ engagementId, neighbours }: { engagementId: string; neighbours: Neighbours }) {
  const { previous, next } = neighbours;
  if (previous === undefined && next === undefined) return null;
  const to = '/engagements/$engagementId/deliverables/$filename';
  return (
    <nav aria-label={texts.neighbours} className="mt-14 flex flex-wrap gap-3 print:hidden">
      {previous !== undefined && (
        <Link to={to} params={{ engagementId, filename: previous }} className={cardStyle}>
          <span className="flex items-center gap-1.5 text-muted text-sm">
            <ArrowLeft aria-hidden className="size-3.5" />
            {texts.previous}
          </span>
          <span className="font-medium">{nameSlug(previous)}</span>
        </Link>
      )}
      {next !== undefined && (
        <Link to={to} params={{ engagementId, filename: next }} className={`${cardStyle} items-end text-right`}>
          <span className="flex items-center gap-1.5 text-muted text-sm">
            {texts.next}
            <ArrowRight aria-hidden className="size-3.5" />
          </span>
          <span className="font-medium">{nameSlug(next)}</span>
        </Link>
      )}
    </nav>
  );
}
