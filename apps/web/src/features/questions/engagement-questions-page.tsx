import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { useReadOnOpen } from '../../domain/notices/use-read-on-open.ts';
import { type Question, type QuestionStatus, questionsQuery } from '../../domain/questions/queries.ts';
import { questionTexts } from '../../texts/en/questions/questions.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { QuestionCard } from './question-card.tsx';
import { StaleAfterAnswers } from './stale-after-answers.tsx';
import { useQuestionKeys } from './use-question-keys.ts';

const route = getRouteApi('/shell/engagements/$engagementId/questions');
const texts = questionTexts.engagement;
const statuses: readonly QuestionStatus[] = ['open', 'assumed', 'answered'];

/** Lists the questions of one engagement by state, and the documents that answers have made stale (ASK-1, ASK-13). */
export function EngagementQuestionsPage() {
  const { engagementId } = route.useParams();
  useReadOnOpen({ engagementId, kinds: ['question_asked', 'client_answer'] });
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const { data, error, isLoadingError, refetch } = useQuery(questionsQuery(engagementId));
  useQuestionKeys();
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || !engagement) return <SkeletonRows rows={3} className="h-44 w-full" />;
  if (data.length === 0) {
    return (
      <EmptyState icon={CircleHelp} title={texts.empty.title}>
        {texts.empty.advice[engagement.askBack]}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <p className="max-w-3xl text-muted">{texts.description}</p>
        <StaleAfterAnswers engagementId={engagementId} />
      </div>
      {statuses.map((status) => (
        <Part
          key={status}
          engagementId={engagementId}
          status={status}
          questions={data.filter((question) => question.status === status)}
        />
      ))}
    </div>
  );
}

interface PartProps {
  engagementId: string;
  status: QuestionStatus;
  questions: readonly Question[];
}

function Part({ engagementId, status, questions }: PartProps) {
  if (questions.length === 0) return null;
  const id = `questions-${status}`;
  // Tasks wait for the open ones, so the oldest comes first.
  const listed = status === 'open' ? questions.toReversed() : questions;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="font-semibold text-lg">
        {texts[status](questions.length)}
      </h2>
      <ul className="flex flex-col gap-3">
        {listed.map((question) => (
          <li key={question.id}>
            <QuestionCard engagementId={engagementId} question={question} />
          </li>
        ))}
      </ul>
    </section>
  );
}
