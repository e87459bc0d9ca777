import { useQuery } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type Comment,
  type Deliverable,
  documentCommentsQuery,
  engagementCommentsQuery,
} from '../../../base/api/document-queries.ts';
import { useSession } from '../../../base/session/session.ts';
import { ChoiceButtons, IconButton } from '../../../base/ui/buttons.tsx';
import { ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import { commentTexts } from '../../../shared/comments/texts.ts';
import { type Commenting, revealPassage } from './commenting.ts';
import { CommentComposer, TeamThread } from './team-thread.tsx';

interface CommentListProps {
  deliverable: Deliverable;
  isLatest: boolean;
  commenting: Commenting;
  /** Calls `show` with the text, after a panel over the text has closed. */
  onShowWords: (show: (article: HTMLElement) => void) => void;
}

const none: readonly Comment[] = [];

/** The comments on a document and on its engagement, by their state, with the composer. */
export function CommentList({ deliverable, isLatest, commenting, onShowWords }: CommentListProps) {
  const { engagementId, filename, version } = deliverable;
  const { active, placed, composing, compose } = commenting;
  const onDocument = useQuery(documentCommentsQuery(engagementId, filename));
  const onEngagement = useQuery(engagementCommentsQuery(engagementId)).data?.filter(
    ({ status }) => status === 'open',
  );
  const mayWrite = useSession().has('member');
  const comments = onDocument.data ?? none;
  const { filter, setFilter } = useFilter(comments, active);
  const counts = useMemo(() => countComments(comments), [comments]);
  const order = useMemo(() => placed.map(({ comment }) => comment.id), [placed]);
  const shown = useMemo(() => filterComments(comments, filter, order), [comments, filter, order]);
  if (onDocument.isLoadingError) {
    return <ErrorState error={onDocument.error} onRetry={() => void onDocument.refetch()} />;
  }
  if (!onDocument.data) return <SkeletonRows rows={4} className="h-24 w-full" />;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <ChoiceButtons
          label={commentTexts.filter.label}
          choices={(['open', 'resolved', 'orphaned'] as const)
            .filter((value) => value === filter || value === 'open' || counts[value] > 0)
            .map((value) => ({ value, label: `${commentTexts.filter[value]} ${counts[value]}` }))}
          value={filter}
          onChange={(value) => setFilter(value ?? 'open')}
        />
        {mayWrite && (
          <IconButton
            icon={MessageSquarePlus}
            label={commentTexts.commentOnAll}
            onClick={() => compose({ passage: null, version })}
          />
        )}
      </div>
      {composing && <CommentComposer deliverable={deliverable} commenting={commenting} />}
      {shown.length === 0 && !composing && (
        <div className="py-6 text-center text-muted text-sm">
          <p className="font-medium text-ink">{commentTexts.none[filter]}</p>
          {mayWrite && <p>{commentTexts.none.advice}</p>}
        </div>
      )}
      <GrowingList
        key={filter}
        comments={shown}
        active={active}
        render={(comment) => {
          const aim = placed.find((each) => each.comment.id === comment.id);
          return (
            <TeamThread
              deliverable={deliverable}
              isLatest={isLatest}
              comment={comment}
              commenting={commenting}
              isListed
              onShow={aim && (() => onShowWords(() => revealPassage(aim.ranges[0])))}
            />
          );
        }}
      />
      {filter === 'open' && onEngagement !== undefined && onEngagement.length > 0 && (
        <section aria-label={commentTexts.thread.onEngagement} className="mt-3 flex flex-col gap-2">
          <h3 className="font-medium text-muted text-sm">{commentTexts.thread.onEngagement}</h3>
          {onEngagement.map((comment) => (
            <TeamThread
              key={comment.id}
              deliverable={deliverable}
              isLatest={isLatest}
              comment={comment}
              commenting={commenting}
            />
          ))}
        </section>
      )}
    </div>
  );
}

/** The filter of the list. A thread that becomes active is in it. */
function useFilter(comments: readonly Comment[], active: string | null) {
  const aim = comments.find(({ id }) => id === active);
  const [filter, setFilter] = useState<CommentFilter>(aim ? filterOf(aim) : 'open');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a thread that is resolved stays in sight no longer than it is open.
  useEffect(() => {
    if (aim) setFilter(filterOf(aim));
  }, [aim?.id]);
  return { filter, setFilter };
}

interface GrowingListProps {
  comments: readonly Comment[];
  active: string | null;
  render: (comment: Comment) => React.ReactNode;
}

const pageSize = 40;

/**
 * Renders the first comments, and more as their end comes near, so that a thousand cost no more
 * than a few.
 */
function GrowingList({ comments, active, render }: GrowingListProps) {
  const [limit, setLimit] = useState(pageSize);
  const end = useRef<HTMLLIElement>(null);
  const needed = Math.max(limit, comments.findIndex(({ id }) => id === active) + 1);
  const hasMore = needed < comments.length;
  useEffect(() => {
    if (!hasMore || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) =>
        entries.some(({ isIntersecting }) => isIntersecting) && setLimit(needed + pageSize),
      { rootMargin: '600px 0px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, needed]);
  if (comments.length === 0) return null;
  return (
    <ol aria-label={commentTexts.title} className="flex flex-col gap-2">
      {comments.slice(0, needed).map((comment) => (
        <li key={comment.id}>{render(comment)}</li>
      ))}
      {hasMore && <li ref={end} aria-hidden className="h-24" />}
    </ol>
  );
}

/**
 * Which comments a list shows. Those whose words are gone are open, too, and have a list of their
 * own.
 */
type CommentFilter = 'open' | 'resolved' | 'orphaned';

function filterOf({ status, orphaned }: Pick<Comment, 'status' | 'orphaned'>): CommentFilter {
  if (status === 'resolved') return 'resolved';
  return orphaned ? 'orphaned' : 'open';
}

function countComments(
  comments: readonly Pick<Comment, 'status' | 'orphaned'>[],
): Record<CommentFilter, number> {
  const counts = { open: 0, resolved: 0, orphaned: 0 };
  for (const comment of comments) counts[filterOf(comment)] += 1;
  return counts;
}

/**
 * Returns the comments of a list: those on the whole document or engagement first, then in the
 * order of the text, then those that this version does not show.
 * @param order ids of the comments that the text shows, in its order
 */
function filterComments<C extends Pick<Comment, 'id' | 'status' | 'orphaned' | 'quote'>>(
  comments: readonly C[],
  filter: CommentFilter,
  order: readonly string[],
): C[] {
  const rank = new Map(order.map((id, index) => [id, index]));
  const rankOf = ({ id, quote }: C) => (quote === null ? -1 : (rank.get(id) ?? order.length));
  return comments
    .filter((comment) => filterOf(comment) === filter)
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}
