import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { inboxQuery } from '../../domain/questions/queries.ts';
import { questionTexts } from '../../texts/en/questions/questions.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { InboxList } from './inbox-list.tsx';
import { listPages } from './list-pages.ts';

const texts = questionTexts;

/** Lists the answered questions of all engagements, newest first. */
export function AnsweredList() {
  const list = useInfiniteQuery(inboxQuery('answered'));
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonRows rows={3} className="h-44 w-full" />;
  const questions = listPages(list.data);
  if (questions.length > 0)
    return <InboxList title={texts.answered} list={texts.answeredList} questions={questions} rest={list} />;
  return (
    <EmptyState icon={MessageSquareText} title={texts.noneAnswered.title}>
      {texts.noneAnswered.advice}
    </EmptyState>
  );
}
