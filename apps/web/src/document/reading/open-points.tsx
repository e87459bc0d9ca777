import { countAll, countOpen } from '@ecp/contract/values/citation-counts';
import type { CitationCounts } from '@ecp/contract/values/citations';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { conflictsQuery, type Deliverable } from '../../base/api/document-queries.ts';
import { listed } from '../../base/format/words.ts';
import { readingTexts } from '../../base/texts/reading.ts';
import { IconButton, linkStyle } from '../../base/ui/buttons.tsx';
import { isKeyOwned, type PageShortcut, usePageShortcuts } from '../../base/ui/keys.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import {
  listOpenPoints,
  type OpenPoint as Point,
  PointText,
} from '../../shared/citations/open-points.tsx';
import type { NumberedCitation } from './citations/citation-index.ts';
import type { ReadingState } from './use-reading.ts';

const texts = readingTexts.openPoints;

type OpenPoint = Point<NumberedCitation>;

interface OpenPointsBarProps {
  deliverable: Deliverable;
  reading: ReadingState;
}

/**
 * Counts what a reviewer has to look at, open citations and conflicts, and leads from one to the
 * next.
 */
export function OpenPointsBar({ deliverable, reading }: OpenPointsBarProps) {
  const { engagementId, filename, citations } = deliverable;
  const { points, at, step, conflicts } = useOpenPoints(deliverable, reading);
  if (citations === null) return null;
  const open = countOpen(citations);
  const isFine = open + conflicts === 0;
  const all = countAll(citations);
  const tone = isFine
    ? all === 0 || citations.unjudged > 0
      ? 'text-muted'
      : 'text-good'
    : 'text-warn';
  const shown = at === null ? undefined : points[at];
  const Icon = isFine ? CircleCheck : TriangleAlert;
  return (
    <section aria-label={texts.label} className="border-b px-4 py-1.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
        <p className="figures min-w-0 flex-1">{describeChecks(citations, conflicts)}</p>
        <Link
          to="/engagements/$engagementId/figures"
          params={{ engagementId }}
          search={{}}
          className={linkStyle}
        >
          {texts.figures}
        </Link>
        {points.length > 0 && (
          <span className="flex items-center">
            <span aria-live="polite" className="figures mr-1 text-muted">
              {at !== null && texts.position(at + 1, points.length)}
            </span>
            <IconButton
              icon={ChevronUp}
              label={texts.previous}
              aria-keyshortcuts="b"
              onClick={() => step(-1)}
            />
            <IconButton
              icon={ChevronDown}
              label={texts.next}
              aria-keyshortcuts="n"
              onClick={() => step(1)}
            />
          </span>
        )}
      </div>
      {shown && <PointLine point={shown} engagementId={engagementId} filename={filename} />}
    </section>
  );
}

/**
 * Says what was checked and what is open. It claims nothing about conflicts that nobody has
 * recorded.
 */
export function describeChecks(counts: CitationCounts, conflicts: number): string {
  const { verified, computed, unjudged, setByText, uncited } = counts;
  const held = verified + computed;
  const faulty = countOpen(counts) - uncited;
  const parts = [
    held > 0 && texts.verified(held),
    unjudged > 0 && texts.unjudged(unjudged),
    setByText > 0 && texts.setByText(setByText),
    faulty > 0 && texts.faulty(faulty),
    uncited > 0 && texts.uncited(uncited),
    conflicts > 0 && texts.conflicts(conflicts),
  ];
  return listed(parts) || texts.none;
}

interface PointProps {
  point: OpenPoint;
  engagementId: string;
  filename: string;
}

function PointLine({ point, engagementId, filename }: PointProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 pb-1">
      <p aria-live="polite" dir="auto" className="line-clamp-2 min-w-0 text-muted">
        <PointText point={point} engagementId={engagementId} filename={filename} />
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

/** The marks in the text, which take the focus. */
const places = '[data-citation]';

/** The open points of a version, and steps from one to the next, by `n` and `b` too. */
function useOpenPoints(
  { engagementId, filename, version, conflicts: counted }: Deliverable,
  reading: ReadingState,
) {
  const { citations, found, latest, article } = reading;
  // Conflicts are those of the latest versions.
  const { data, isLoading } = useQuery({
    ...conflictsQuery(engagementId),
    enabled: version === latest,
  });
  // A step over half of the points would lead past the others, so all of them appear at once.
  const isComplete = !(found.isPending || isLoading);
  const listed = listOpenPoints(
    citations?.all ?? [],
    version === latest ? (data ?? []) : [],
    filename,
  );
  const points = isComplete ? listed : [];
  const [chosen, setAt] = useState<number | null>(null);
  // Conflicts are read again after a run, and may then be fewer.
  const at = chosen !== null && chosen < points.length ? chosen : null;
  const show = (point: OpenPoint) => {
    if (point.kind === 'citation') return reading.showEvidence(point.citation);
    void showValue(article.current, point, filename);
  };
  const step = (by: 1 | -1) => {
    const start = by === 1 ? -1 : 0;
    const next = ((at ?? start) + by + points.length) % points.length;
    const point = points[next];
    if (!point) return;
    setAt(next);
    show(point);
  };
  const keys: PageShortcut[] = [
    { key: 'n', does: texts.next, act: () => step(1), among: places },
    { key: 'b', does: texts.previous, act: () => step(-1), among: places },
  ];
  usePageShortcuts(points.length > 0 ? keys : []);
  const shownConflicts = points.filter(({ kind }) => kind === 'conflict').length;
  return { points, at, step, conflicts: isComplete && data ? shownConflicts : counted };
}

/**
 * Shows where the document gives a value of a conflict. The code loads when a reader asks for it.
 */
async function showValue(
  article: HTMLElement | null,
  { conflict }: Extract<OpenPoint, { kind: 'conflict' }>,
  filename: string,
): Promise<void> {
  const { showConflict } = await import('./show-words.ts');
  // A reader may have opened a window while the code loaded. Moving the focus would close it.
  if (isKeyOwned()) return;
  const isFound = article !== null && showConflict(article, conflict, filename);
  if (!isFound) showDoneToast(readingTexts.citations.notInText);
}
