import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CircleCheckBig, CircleHelp, FileCheck, MessageSquare, TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { hasEngagementsQuery } from '../api/engagement-queries.ts';
import {
  type QueueFilter,
  type QueueItem,
  type QueueKind,
  queueCountQuery,
  queueQuery,
  sumOf,
} from '../api/waiting-queries.ts';
import { NoEngagements } from '../brief/no-engagements.tsx';
import { countOf, nameSlug } from '../format/words.ts';
import { useSession } from '../session/session.ts';
import { engagementTexts } from '../texts/engagements.ts';
import { TimeAgo } from '../ui/badges.tsx';
import { buttonStyle, ChoiceButtons } from '../ui/buttons.tsx';
import { classNames } from '../ui/class-names.ts';
import { stepThrough, usePageShortcuts, useSingleKeys } from '../ui/keys.tsx';
import { Page, PageHeader } from '../ui/layout/page.tsx';
import { PagedList } from '../ui/layout/virtual-list.tsx';
import { useMedia } from '../ui/screen.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx';

const queueTexts = {
  title: 'Waiting for you',
  description: 'Documents to review, questions, comments and failed runs in all engagements, oldest first.',
  keyHint: 'Press J and K to move, Enter to open',
  scope: 'Whose engagements',
  scopes: { mine: 'Mine and unassigned', all: 'Everyone’s' },
  kind: 'Kind of item',
  allKinds: 'All',
  kinds: { review: 'Reviews', question: 'Questions', comment: 'Comments', failed_run: 'Failed runs' },
  listLabel: 'Waiting',
  /** The action of a person on an item. */
  tasks: {
    review: (version: number | null) => (version === null || version === 1 ? 'Review' : `Review version ${version}`),
    question: 'Answer',
    comment: 'Comment',
    failed_run: 'Look into the failure',
  },
  failures: {
    stopped: 'The run was stopped',
    budget_exhausted: 'The run failed: its budget is used up',
    tasks_failed: 'The run failed: some tasks did not complete',
    planning_failed: 'The run failed: it could not be planned',
    task_missing: 'The run failed: its task no longer exists',
    start_failed: 'The run failed: it could not start',
    engine_lost: 'The run failed: the engine lost it',
    internal_error: 'The run failed: there was an internal error',
  } satisfies Record<NonNullable<QueueItem['failureReason']>, string>,
  failed: 'The run failed',
  keys: { next: 'Next item', previous: 'Previous item' },
  loadingMore: 'Loading more',
  shown: (count: number, more: boolean) =>
    more ? `${count} items loaded; more load as you scroll.` : countOf(count, 'item'),
  empty: {
    title: 'Nothing is waiting for you',
    advice:
      'You are up to date. New documents, questions, comments and failed runs appear here as they arrive. Meanwhile, start the next engagement or look at those in progress.',
    ofKind: 'Nothing of this kind is waiting',
    ofKindAdvice: 'Other items may be waiting.',
    allKinds: 'Show all kinds',
    others: (count: number) => `${countOf(count, 'item is', 'items are')} waiting for others on your team.`,
    showOthers: 'Show everyone’s',
    engagements: 'See the engagements',
  },
} as const;

const route = getRouteApi('/shell/queue');
const scopes = [
  { value: undefined, label: queueTexts.scopes.mine },
  { value: 'all', label: queueTexts.scopes.all },
] as const;
const kinds = [
  { value: undefined, label: queueTexts.allKinds },
  ...(['review', 'question', 'comment', 'failed_run'] as const).map((value) => ({
    value,
    label: queueTexts.kinds[value],
  })),
];

/** The first page: what waits for a person over all engagements. The filter is stored in the URL. */
export function QueuePage() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const hasKeys = useSingleKeys();
  const isEmpty = useNothingWaits();
  useQueueKeys();
  const chooseScope = (scope: 'all' | undefined) =>
    void navigate({ search: ({ scope: _old, ...rest }) => (scope ? { ...rest, scope } : rest) });
  const chooseKind = (kind: QueueKind | undefined) =>
    void navigate({ search: ({ kind: _old, ...rest }) => (kind ? { ...rest, kind } : rest) });
  return (
    <Page>
      <PageHeader title={queueTexts.title} description={queueTexts.description} />
      {/* The filters keep their room, so that the page does not jump when the count arrives. */}
      <div className={classNames('flex flex-wrap items-center gap-x-6 gap-y-2', isEmpty && 'invisible')}>
        <ChoiceButtons label={queueTexts.kind} choices={kinds} value={filter.kind} onChange={chooseKind} />
        <ChoiceButtons label={queueTexts.scope} choices={scopes} value={filter.scope} onChange={chooseScope} />
        {hasKeys && <p className="hidden text-muted text-sm lg:ml-auto lg:block">{queueTexts.keyHint}</p>}
      </div>
      <QueueList filter={filter} />
    </Page>
  );
}

const rowHeightPx = { wide: 44, narrow: 60 };

/** The items that match the filter, oldest first. More load on scrolling. */
function QueueList({ filter }: { filter: QueueFilter }) {
  const list = useInfiniteQuery(queueQuery(filter));
  const isWide = useMedia('(min-width: 64rem)');
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  if (list.isPending) return <SkeletonRows rows={8} />;
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (items.length === 0) return <NothingWaits filter={filter} />;
  return (
    <PagedList
      // The filter and the height of rows change what a scroll position means.
      resetKey={JSON.stringify([filter, isWide])}
      label={queueTexts.listLabel}
      list={list}
      items={items}
      itemKey={keyOf}
      rowHeightPx={isWide ? rowHeightPx.wide : rowHeightPx.narrow}
      renderItem={(item) => <QueueRow item={item} />}
      texts={queueTexts}
    />
  );
}

const keyOf = ({ engagementId, filename, version, questionId, commentId, runId }: QueueItem): string =>
  [engagementId, filename, version, questionId, commentId, runId].join(' ');

const icons = { review: FileCheck, question: CircleHelp, comment: MessageSquare, failed_run: TriangleAlert };

/** One item of the queue: on a wide screen in one line, on a phone in two. The whole row is a link. */
function QueueRow({ item }: { item: QueueItem }) {
  const Icon = icons[item.kind];
  const tone = item.kind === 'failed_run' ? 'text-danger' : 'text-muted';
  const title = titleOf(item);
  return (
    <QueueLink
      item={item}
      className="flex h-full items-center gap-3 border-b px-4 hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2"
    >
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      <span className="flex min-w-0 flex-1 flex-col lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,1fr)] lg:items-center lg:gap-4">
        <span dir="auto" className="truncate font-medium" title={title}>
          {title}
        </span>
        <span className="flex min-w-0 gap-1.5 text-muted text-sm lg:contents">
          <span className="min-w-0 truncate lg:text-base" title={item.engagementName}>
            {item.engagementName}
          </span>
          <span aria-hidden className="lg:hidden">
            ·
          </span>
          <span className="shrink-0 lg:shrink lg:truncate lg:text-base">{taskOf(item)}</span>
        </span>
      </span>
      <TimeAgo at={item.since} className="figures shrink-0 lg:w-24 text-right text-muted text-sm" />
    </QueueLink>
  );
}

function titleOf({ kind, title, filename, failureReason }: QueueItem): string {
  if (kind === 'failed_run') return failureReason ? queueTexts.failures[failureReason] : queueTexts.failed;
  return title ?? nameSlug(filename ?? '');
}

function taskOf({ kind, version }: QueueItem): string {
  return kind === 'review' ? queueTexts.tasks.review(version) : queueTexts.tasks[kind];
}

interface QueueLinkProps {
  item: QueueItem;
  className: string;
  children: ReactNode;
}

/** Opens an item at what waits. A comment on the whole engagement opens the clients' page, which shows it. */
function QueueLink({ item, ...rest }: QueueLinkProps) {
  const { kind, engagementId, filename, questionId, commentId } = item;
  const hash = commentId === null ? '' : `comment-${commentId}`;
  const common = { ...rest, 'data-queue-item': true };
  if (kind === 'question') {
    const place = `question-${questionId}`;
    return <Link to="/engagements/$engagementId/questions" params={{ engagementId }} hash={place} {...common} />;
  }
  if (filename !== null) {
    const params = { engagementId, filename };
    return <Link to="/engagements/$engagementId/deliverables/$filename" params={params} hash={hash} {...common} />;
  }
  if (kind === 'comment') {
    return <Link to="/engagements/$engagementId/clients" params={{ engagementId }} hash={hash} {...common} />;
  }
  return <Link to="/engagements/$engagementId" params={{ engagementId }} {...common} />;
}

const emptyTexts = queueTexts.empty;

/** Shown when the queue is empty. It says what to do next: look at the rest, help others, or begin something. */
function NothingWaits({ filter: { scope, kind } }: { filter: QueueFilter }) {
  const { has } = useSession();
  const { data: counts, isPending } = useQuery(queueCountQuery('all'));
  const { data: hasEngagements, isPending: isUnknown } = useQuery(hasEngagementsQuery);
  if (kind !== undefined) {
    const showAll = (
      <Link to="/queue" search={scope ? { scope } : {}} className={buttonStyle()}>
        {emptyTexts.allKinds}
      </Link>
    );
    return <Nothing title={emptyTexts.ofKind} advice={emptyTexts.ofKindAdvice} action={showAll} />;
  }
  if (isPending || isUnknown) return <SkeletonRows rows={4} />;
  if (hasEngagements === false) return <NoEngagements />;
  const others = counts && scope !== 'all' ? sumOf(counts) : 0;
  if (others > 0) {
    const showOthers = (
      <Link to="/queue" search={{ scope: 'all' }} className={buttonStyle('primary')}>
        {emptyTexts.showOthers}
      </Link>
    );
    return <Nothing title={emptyTexts.title} advice={emptyTexts.others(others)} action={showOthers} />;
  }
  const next = (
    <div className="flex flex-wrap justify-center gap-2">
      <Link to="/engagements" search={{}} className={buttonStyle()}>
        {emptyTexts.engagements}
      </Link>
      {has('member') && (
        <Link to="/engagements/new" search={{}} className={buttonStyle('primary')}>
          {engagementTexts.create}
        </Link>
      )}
    </div>
  );
  return <Nothing title={emptyTexts.title} advice={emptyTexts.advice} action={next} />;
}

function Nothing({ title, advice, action }: { title: string; advice: string; action: ReactNode }) {
  return (
    <EmptyState icon={CircleCheckBig} title={title} action={action}>
      {advice}
    </EmptyState>
  );
}

/** Returns whether nothing waits for anybody; false while that is unknown. */
function useNothingWaits(): boolean {
  const { data: mine } = useQuery(queueCountQuery());
  const isMineEmpty = mine !== undefined && sumOf(mine) === 0;
  const { data: all } = useQuery({ ...queueCountQuery('all'), enabled: isMineEmpty });
  return isMineEmpty && all !== undefined && sumOf(all) === 0;
}

const { keys } = queueTexts;
const itemOf = '[data-queue-item]';

const shortcuts = [
  { key: 'j', does: keys.next, act: () => stepThrough(itemOf, 1), among: itemOf },
  { key: 'k', does: keys.previous, act: () => stepThrough(itemOf, -1), among: itemOf },
];

/** Lets `j` and `k` move between the items of the queue. Enter opens the focused one, as any link. */
const useQueueKeys = (): void => usePageShortcuts(shortcuts);
