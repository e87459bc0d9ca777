import { countAll, countOpen } from '@ecp/contract/values/citation-counts';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, CircleCheck, TriangleAlert } from 'lucide-react';
import type { Deliverable } from '../../../domain/deliverables/queries.ts';
import { nameSlug } from '../../../format/name-slug.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import type { ReadingState } from '../use-reading.ts';
import type { OpenPoint } from './list-open-points.ts';
import { useOpenPoints } from './use-open-points.ts';

const texts = readingTexts.openPoints;

interface OpenPointsBarProps {
  deliverable: Deliverable;
  reading: ReadingState;
}

/** Counts what a reviewer has to look at, open citations and conflicts, and leads from one to the next. */
export function OpenPointsBar({ deliverable, reading }: OpenPointsBarProps) {
  const { engagementId, filename, version, citations } = deliverable;
  const { points, at, step, conflicts } = useOpenPoints(deliverable, reading);
  if (citations === null) return null;
  const open = countOpen(citations);
  const isFine = open + conflicts === 0;
  const all = countAll(citations);
  const tone = isFine ? (all === 0 ? 'text-muted' : 'text-good') : 'text-warn';
  const shown = at === null ? undefined : points[at];
  const Icon = isFine ? CircleCheck : TriangleAlert;
  return (
    <section aria-label={texts.label} className="border-b px-4 py-1.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
        <p className="figures min-w-0 flex-1">
          {isFine
            ? texts.none(all, version === reading.latest)
            : [open > 0 && texts.citations(open), conflicts > 0 && texts.conflicts(conflicts)]
                .filter(Boolean)
                .join(', ')}
        </p>
        <Link to="/engagements/$engagementId/figures" params={{ engagementId }} search={{}} className={linkStyle}>
          {texts.figures}
        </Link>
        {points.length > 0 && (
          <span className="flex items-center">
            <span aria-live="polite" className="figures mr-1 text-muted">
              {at !== null && texts.position(at + 1, points.length)}
            </span>
            <IconButton label={texts.previous} aria-keyshortcuts="b" onClick={() => step(-1)}>
              <ChevronUp aria-hidden />
            </IconButton>
            <IconButton label={texts.next} aria-keyshortcuts="n" onClick={() => step(1)}>
              <ChevronDown aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      {shown && <PointLine point={shown} engagementId={engagementId} filename={filename} />}
    </section>
  );
}

interface PointProps {
  point: OpenPoint;
  engagementId: string;
  filename: string;
}

/** Says in a line what the current point is. */
function PointLine({ point, engagementId, filename }: PointProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 pb-1">
      <p aria-live="polite" dir="auto" className="line-clamp-2 min-w-0 text-muted">
        <PointText point={point} filename={filename} />
      </p>
      {point.kind === 'conflict' && (
        <Link
          to="/engagements/$engagementId/figures"
          params={{ engagementId }}
          search={{ conflict: point.conflict.id }}
          className={linkStyle}
        >
          {texts.settle}
        </Link>
      )}
    </div>
  );
}

function PointText({ point, filename }: Omit<PointProps, 'engagementId'>) {
  if (point.kind === 'citation') {
    const { state, claim } = point.citation;
    return (
      <>
        <span className="font-medium text-warn">{readingTexts.citations.state[state]}:</span> {claim}
      </>
    );
  }
  const { about, values } = point.conflict;
  const others = values.filter((value) => value.filename !== filename);
  const own = values.filter((value) => value.filename === filename).map(({ text }) => text);
  const elsewhere = others.map(({ text, filename: other, version }) => {
    return texts.otherwise(text, version === null ? other : nameSlug(other));
  });
  return (
    <>
      <span className="font-medium text-warn">{texts.conflict(about)}</span> –{' '}
      {[[...new Set(own)].join(', '), elsewhere.join(', ')].filter(Boolean).join('; ')}
    </>
  );
}
