import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import { inboxQuery } from '../../domain/questions/queries.ts';
import { questionTexts } from '../../texts/en/questions/questions.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { InboxList } from './inbox-list.tsx';
import { listPages } from './list-pages.ts';
import { useEveryPage } from './use-every-page.ts';

const texts = questionTexts;

/**
 * Lists the unanswered questions: those that hold up a task, the oldest first, then those whose task continued with an
 * assumption, the newest first, because documents have long built on the oldest ones.
 */
export function ToAnswer() {
  const waiting = useInfiniteQuery(inboxQuery('open'));
  const assumed = useInfiniteQuery(inboxQuery('assumed'));
  useEveryPage(waiting);
  const failed = [waiting, assumed].find(({ isLoadingError }) => isLoadingError);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!waiting.data || !assumed.data) return <SkeletonRows rows={3} className="h-44 w-full" />;
  const holding = listPages(waiting.data).toReversed();
  const decided = listPages(assumed.data);
  if (holding.length + decided.length === 0) {
    return (
      <EmptyState icon={CircleHelp} title={texts.empty.title}>
        {texts.empty.advice}
      </EmptyState>
    );
  }
  return (
    <>
      {holding.length > 0 && <InboxList {...texts.waiting} questions={holding} rest={waiting} />}
      {decided.length > 0 && <InboxList {...texts.assumed} questions={decided} rest={assumed} />}
    </>
  );
}
