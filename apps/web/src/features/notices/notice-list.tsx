import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { noticeTexts } from '../../texts/en/notices/notices.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadMoreError } from '../../ui/states/load-more-error.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { NoticeRow } from './notice-row.tsx';
import { noticesQuery } from './queries.ts';

const texts = noticeTexts;

/** Lists all notices of the user, or the unread ones. Older ones load on demand. */
export function NoticeList({ unread }: { unread: boolean }) {
  const inbox = useInfiniteQuery(noticesQuery(unread));
  if (inbox.isLoadingError) return <ErrorState error={inbox.error} onRetry={() => void inbox.refetch()} />;
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
      {inbox.isFetchNextPageError && <LoadMoreError error={inbox.error} onRetry={() => void inbox.fetchNextPage()} />}
      {inbox.hasNextPage && !inbox.isFetchNextPageError && (
        <Button className="self-center" busy={inbox.isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </>
  );
}
