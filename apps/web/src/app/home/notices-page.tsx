import type { Notice } from '@ecp/contract/reach/notices';
import type { NoticeKind } from '@ecp/contract/values/notice-kinds';
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Bell, CheckCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, nextCursor } from '../../base/api/client.ts';
import { unreadNoticesQuery, useReadNotices } from '../../base/api/waiting-queries.ts';
import { withColon } from '../../base/format/words.ts';
import { shownLanguage } from '../../base/language/language.ts';
import { TimeAgo } from '../../base/ui/badges.tsx';
import { Button, ChoiceButtons, linkStyle } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { Page, PageHeader } from '../../base/ui/layout/page.tsx';
import { MoreButton } from '../../base/ui/layout/virtual-list.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { describeRunFailure } from '../../shared/runs/failures.ts';
import { describeNotice, noticeTexts } from './notice-texts.ts';

const route = getRouteApi('/shell/inbox');
const texts = noticeTexts;
const listChoices = () =>
  [
    { value: undefined, label: texts.all },
    { value: 'unread', label: texts.unread },
  ] as const;

/** What the bell opens: what concerns the user, newest first, over all engagements. */
export function NoticesPage() {
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: unread = 0 } = useQuery(unreadNoticesQuery);
  const read = useReadNotices(false);
  const choose = (next: 'unread' | undefined) =>
    void navigate({ search: next ? { show: next } : {} });
  return (
    <Page>
      <PageHeader
        title={texts.title}
        description={
          <>
            {texts.description}{' '}
            <Link to="/settings/notifications" className={linkStyle}>
              {texts.settings}
            </Link>
          </>
        }
      />
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <ChoiceButtons label={texts.show} choices={listChoices()} value={show} onChange={choose} />
        {unread > 0 && (
          <Button
            icon={CheckCheck}
            size="small"
            busy={read.isPending}
            onClick={() => read.mutate({ all: true })}
          >
            {texts.readAll}
          </Button>
        )}
      </div>
      <NoticeList unread={show === 'unread'} />
    </Page>
  );
}

function NoticeList({ unread }: { unread: boolean }) {
  const inbox = useInfiniteQuery(noticesQuery(unread));
  if (inbox.isLoadingError)
    return <ErrorState error={inbox.error} onRetry={() => void inbox.refetch()} />;
  if (!inbox.data) return <SkeletonRows rows={5} className="h-16 w-full" />;
  // A notice that has moved to another page meanwhile is listed once.
  const listed = inbox.data.pages.flatMap(({ notices }) => notices);
  const notices = [...new Map(listed.map((notice) => [notice.id, notice])).values()];
  if (notices.length === 0) {
    const { title, advice } = unread ? texts.nothingUnread : texts.empty;
    return (
      <EmptyState icon={Bell} title={title}>
        {advice}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label={texts.list} className="overflow-hidden rounded-xl border">
        {notices.map((notice) => (
          <li key={notice.id} className="border-b last:border-0">
            <NoticeRow notice={notice} />
          </li>
        ))}
      </ul>
      <MoreButton list={inbox} label={texts.more} />
    </>
  );
}

/** One notice as a link to its subject. Opening it marks it as read. */
function NoticeRow({ notice }: { notice: Notice }) {
  const { mutate } = useReadNotices(true);
  const { id, readAt, createdAt } = notice;
  const isUnread = readAt === null;
  const words = readWords(notice);
  return (
    <NoticeLink
      notice={notice}
      onClick={() => isUnread && mutate({ ids: [id] })}
      className="flex items-start gap-3 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span
        aria-hidden
        className={classNames(
          'mt-1.5 size-2 shrink-0 rounded-full',
          isUnread ? 'bg-accent' : 'bg-transparent',
        )}
      />
      <span className="flex min-w-0 flex-1 flex-col gap-x-4 gap-y-0.5 sm:flex-row sm:justify-between">
        <span className="min-w-0">
          {isUnread && <span className="sr-only">{withColon(noticeTexts.unread)} </span>}
          <span
            className={classNames('wrap-anywhere block', isUnread ? 'font-medium' : 'text-muted')}
          >
            {describeNotice(notice)}
          </span>
          {words !== '' && (
            <span dir="auto" className="wrap-anywhere line-clamp-3 text-muted">
              {words}
            </span>
          )}
        </span>
        <TimeAgo at={createdAt} className="shrink-0 text-muted text-sm" />
      </span>
    </NoticeLink>
  );
}

/**
 * Returns the words that a notice quotes: of an agent, of a client, or why a run failed; empty
 * without any.
 */
function readWords({ data }: Notice): string {
  if ('words' in data) return data.words;
  if ('question' in data) return data.question;
  if (!('error' in data)) return '';
  // The sentence of a notice says so when the budget is used up. In English the engine's words add
  // its numbers.
  const isSaid = data.reason === 'budget_exhausted' && shownLanguage() !== 'en';
  return isSaid
    ? ''
    : (describeRunFailure({ failureReason: data.reason, error: data.error }) ?? '');
}

/** The page of the engagement that a notice opens if it is not about a document. */
const pages = {
  run_completed: '/engagements/$engagementId',
  run_failed: '/engagements/$engagementId',
  question_asked: '/engagements/$engagementId/questions',
  update_proposed: '/engagements/$engagementId/updates',
  grid_completed: '/engagements/$engagementId',
  owner_assigned: '/engagements/$engagementId',
  client_comment: '/engagements/$engagementId/clients',
  client_answer: '/engagements/$engagementId/questions',
  client_decision: '/engagements/$engagementId/clients',
  approval_needed: '/engagements/$engagementId',
} as const satisfies Record<Exclude<NoticeKind, 'model_key_refused' | 'webhook_gone'>, string>;

interface NoticeLinkProps {
  notice: Notice;
  onClick: () => void;
  className: string;
  children: ReactNode;
}

/** A link to the subject of a notice: a comment, a document, else a page of its engagement. */
function NoticeLink({ notice, ...rest }: NoticeLinkProps) {
  if (notice.kind === 'webhook_gone') {
    return (
      <Link
        {...rest}
        to="/settings/webhooks/$webhookId"
        params={{ webhookId: notice.data.webhookId }}
      />
    );
  }
  if (notice.kind === 'model_key_refused') return <Link {...rest} to="/settings/models" />;
  const { engagementId } = notice;
  const filename = 'filename' in notice.data ? notice.data.filename : null;
  const hash = 'commentId' in notice.data ? `comment-${notice.data.commentId}` : '';
  if (filename === null)
    return <Link {...rest} to={pages[notice.kind]} params={{ engagementId }} hash={hash} />;
  const to = '/engagements/$engagementId/deliverables/$filename';
  return <Link {...rest} to={to} params={{ engagementId, filename }} search={{}} hash={hash} />;
}

/** The open inbox reads its notices at this interval, so that a new one appears soon. */
const pollMs = 10_000;
const pageSize = 50;

/**
 * The inbox, newest notice first, page by page: all notices, or the unread ones. It also counts the
 * unread ones.
 */
const noticesQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: ['notices', 'list', { unread }],
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam, signal, client }) {
      const input = { unread, limit: pageSize, cursor: pageParam };
      const { data, headers } = await api.request('listNotices', input, { signal });
      client.setQueryData(unreadNoticesQuery.queryKey, data.unread);
      return { notices: data.notices, next: nextCursor(headers) };
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : pollMs),
  });
