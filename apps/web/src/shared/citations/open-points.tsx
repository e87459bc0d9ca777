import { isOpen } from '@ecp/contract/values/citation-counts';
import type { ListedCitation } from '@ecp/contract/values/citations';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type Conflict,
  citationsQuery,
  conflictsQuery,
  titleOf,
  type VersionProps,
} from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { listed, withColon } from '../../base/format/words.ts';
import { readingTexts } from '../../base/texts/reading.ts';
import { linkStyle } from '../../base/ui/buttons.tsx';
import { SkeletonRows } from '../../base/ui/states.tsx';

const texts = readingTexts.openPoints;

export type OpenPoint<C extends ListedCitation = ListedCitation> =
  | { kind: 'citation'; citation: C }
  | { kind: 'conflict'; conflict: Conflict };

/**
 * Lists the open citations of a version in the order of its text, then the open conflicts whose
 * values it gives.
 */
export function listOpenPoints<C extends ListedCitation>(
  citations: readonly C[],
  conflicts: readonly Conflict[],
  filename: string,
): OpenPoint<C>[] {
  const own = conflicts.filter(
    ({ status, documents }) => status === 'open' && documents.includes(filename),
  );
  return [
    ...citations.filter(isOpen).map((citation) => ({ kind: 'citation' as const, citation })),
    ...own.map((conflict) => ({ kind: 'conflict' as const, conflict })),
  ];
}

interface PointTextProps {
  point: OpenPoint;
  engagementId: string;
  /** The document that the point is about. */
  filename: string;
}

/**
 * Says in a sentence what is open: the state and the statement of a citation, or the values of a
 * conflict.
 */
export function PointText({ point, engagementId, filename }: PointTextProps) {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  if (point.kind === 'citation') {
    const { state, claim, quote } = point.citation;
    return (
      <>
        <span className="font-medium text-warn">
          {withColon(readingTexts.citations.state[state])}
        </span>{' '}
        {(claim || (quote ?? '')).replaceAll(' | ', ' · ')}
      </>
    );
  }
  const { about, values } = point.conflict;
  const others = values.filter((value) => value.filename !== filename);
  const own = values.filter((value) => value.filename === filename).map(({ text }) => text);
  const elsewhere = others.map(({ text, filename: other, version }) => {
    return texts.otherwise(text, version === null ? other : titleOf(other, engagement));
  });
  return (
    <>
      <span className="font-medium text-warn">{texts.conflict(about)}</span> –{' '}
      {[listed([...new Set(own)]), listed(elsewhere)].filter(Boolean).join('; ')}
    </>
  );
}

/** More would hide the question that a dialog asks. */
const namedAtMost = 12;
/**
 * Characters of a statement that its link carries: enough to find it, and seldom across a footnote.
 */
const soughtLength = 60;

interface OpenPointListProps extends VersionProps {
  /** Called when a reader follows a link, such as to close the dialog around the list. */
  onLeave?: () => void;
}

/**
 * Lists what is open in the latest version of a document, each with its statement and a link to it.
 * Nothing without open points.
 */
export function OpenPointList({ engagementId, filename, version, onLeave }: OpenPointListProps) {
  const citations = useQuery(citationsQuery(engagementId, filename, version));
  const conflicts = useQuery(conflictsQuery(engagementId));
  if (citations.isPending || conflicts.isPending)
    return <SkeletonRows rows={2} className="h-6 w-full" />;
  const points = listOpenPoints(citations.data?.citations ?? [], conflicts.data ?? [], filename);
  if (points.length === 0) return null;
  return (
    <ul aria-label={texts.label} className="divide-y rounded-lg border text-sm">
      {[...points.slice(0, namedAtMost).entries()].map(([at, point]) => (
        <li key={at} className="flex items-baseline gap-3 px-3 py-2">
          <p dir="auto" className="wrap-anywhere line-clamp-3 min-w-0 flex-1">
            <PointText point={point} engagementId={engagementId} filename={filename} />
          </p>
          {point.kind === 'conflict' ? (
            <Link
              to="/engagements/$engagementId/figures"
              params={{ engagementId }}
              search={{ conflict: point.conflict.id }}
              onClick={onLeave}
              aria-label={texts.settleOf(point.conflict.about)}
              className={`shrink-0 ${linkStyle}`}
            >
              {texts.settle}
            </Link>
          ) : (
            <Link
              to="/engagements/$engagementId/deliverables/$filename"
              params={{ engagementId, filename }}
              search={wordsOf(point.citation)}
              onClick={onLeave}
              aria-label={texts.showOf(point.citation.claim)}
              className={`shrink-0 ${linkStyle}`}
            >
              {texts.show}
            </Link>
          )}
        </li>
      ))}
      {points.length > namedAtMost && (
        <li className="px-3 py-2 text-muted">{texts.more(points.length - namedAtMost)}</li>
      )}
    </ul>
  );
}

/** Returns the first words of a statement, for the address of its document. */
function wordsOf({ claim, quote }: ListedCitation): { words: string } {
  const text = claim || (quote ?? '');
  const start = text.slice(0, soughtLength);
  return { words: text.length > soughtLength ? start.replace(/\s\S*$/, '') : start };
}
