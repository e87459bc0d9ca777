import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleHelp, MessageSquareText } from 'lucide-react';
import { useEffect, useId } from 'react';
import { questionTexts } from '../../base/texts/questions.ts';
import { linkStyle } from '../../base/ui/buttons.tsx';
import { MoreButton, type PagedQuery } from '../../base/ui/layout/virtual-list.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { QuestionCard, useQuestionKeys } from '../../shared/questions/question-card.tsx';
import { type InboxQuestion, inboxQuery } from '../../shared/questions/question-queries.ts';

const texts = questionTexts;

/** The reader's engagements with those that nobody owns, or all. */
type Scope = 'mine' | 'all';

/**
 * The questions of agents over several engagements, to answer in place: those without an answer, or
 * those with one.
 */
export function QuestionList({ answered, scope }: { answered: boolean; scope: Scope }) {
  useQuestionKeys();
  return (
    <div className="flex flex-col gap-6">
      {answered ? <AnsweredList scope={scope} /> : <ToAnswer scope={scope} />}
    </div>
  );
}

/**
 * Lists unanswered questions: those that hold up a task, oldest first, then those with an
 * assumption, newest first.
 */
function ToAnswer({ scope }: { scope: Scope }) {
  const waiting = useInfiniteQuery(inboxQuery('open', scope));
  const assumed = useInfiniteQuery(inboxQuery('assumed', scope));
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

function AnsweredList({ scope }: { scope: Scope }) {
  const list = useInfiniteQuery(inboxQuery('answered', scope));
  if (list.isLoadingError)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonRows rows={3} className="h-44 w-full" />;
  const questions = listPages(list.data);
  if (questions.length > 0)
    return (
      <InboxList
        title={texts.answered}
        list={texts.answeredList}
        questions={questions}
        rest={list}
      />
    );
  return (
    <EmptyState icon={MessageSquareText} title={texts.noneAnswered.title}>
      {texts.noneAnswered.advice}
    </EmptyState>
  );
}

interface InboxListProps {
  title: string;
  list: string;
  questions: readonly InboxQuestion[];
  /** The rest of the list, which loads on demand. */
  rest: PagedQuery;
}

/** A titled list of questions, each with a link to its engagement. */
function InboxList({ title, list, questions, rest }: InboxListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <ul aria-label={list} className="flex flex-col gap-3">
        {questions.map((question) => (
          <li key={question.id}>
            <QuestionCard
              engagementId={question.engagementId}
              question={question}
              place={<EngagementLink question={question} />}
            />
          </li>
        ))}
      </ul>
      <MoreButton list={rest} label={questionTexts.more} />
    </section>
  );
}

function EngagementLink({
  question: { engagementId, engagementName },
}: {
  question: InboxQuestion;
}) {
  return (
    <Link
      to="/engagements/$engagementId/questions"
      params={{ engagementId }}
      className={`${linkStyle} wrap-anywhere`}
    >
      {engagementName}
    </Link>
  );
}

/**
 * Loads all pages of a list that is shown with its oldest entries first. After a failure only a
 * person retries.
 */
function useEveryPage({
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  fetchNextPage,
}: PagedQuery): void {
  const wants = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (wants) void fetchNextPage();
  }, [wants, fetchNextPage]);
}

/**
 * Lists the questions of all loaded pages. A question that has moved to another page meanwhile is
 * listed once.
 */
function listPages({
  pages,
}: {
  pages: readonly { questions: readonly InboxQuestion[] }[];
}): InboxQuestion[] {
  return [
    ...new Map(
      pages.flatMap(({ questions }) => questions).map((question) => [question.id, question]),
    ).values(),
  ];
}
