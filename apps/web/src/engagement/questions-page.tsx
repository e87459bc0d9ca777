import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CircleHelp, History, RotateCcw } from 'lucide-react';
import {
  deliverableListQuery,
  type ListedDeliverable,
  latestOfFiles,
  titleOf,
} from '../base/api/document-queries.ts';
import { engagementQuery } from '../base/api/engagement-queries.ts';
import { useReadOnOpen } from '../base/api/waiting-queries.ts';
import { useSession } from '../base/session/session.ts';
import { questionTexts } from '../base/texts/questions.ts';
import { versionTexts } from '../base/texts/versions.ts';
import { Button } from '../base/ui/buttons.tsx';
import { DocumentLink } from '../base/ui/document-link.tsx';
import { FormError } from '../base/ui/fields/fields.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../base/ui/states.tsx';
import { QuestionCard, useQuestionKeys } from '../shared/questions/question-card.tsx';
import {
  type Question,
  type QuestionStatus,
  questionsQuery,
} from '../shared/questions/question-queries.ts';
import { useEngagementRun } from '../shared/runs/engagement-run.ts';
import { StalePrice, useRerunStale } from '../shared/runs/rerun-stale.tsx';

const route = getRouteApi('/shell/engagements/$engagementId/questions');
const texts = questionTexts.engagement;
const statuses: readonly QuestionStatus[] = ['open', 'assumed', 'answered'];

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

const staleTexts = questionTexts.stale;

/** Names the documents whose assumptions have been answered, and reruns them at the shown price. */
function StaleAfterAnswers({ engagementId }: { engagementId: string }) {
  const { has } = useSession();
  const { data: listed = [] } = useQuery(deliverableListQuery(engagementId));
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const { isActive } = useEngagementRun(engagementId);
  const rerun = useRerunStale(engagementId);
  const filenames = listAnsweredSince(listed);
  if (filenames.length === 0) return null;
  return (
    <section
      aria-labelledby="stale-after-answers"
      className="flex flex-wrap items-start gap-3 rounded-xl bg-warn-soft px-4 py-3 text-warn"
    >
      <History aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1.5">
        <h2 id="stale-after-answers" className="font-medium">
          {staleTexts.title(filenames.length)}
        </h2>
        <ul className="flex flex-wrap gap-x-4">
          {filenames.map((filename) => (
            <li key={filename}>
              <DocumentLink
                engagementId={engagementId}
                filename={filename}
                className="rounded font-medium underline underline-offset-2"
              >
                {titleOf(filename, engagement)}
              </DocumentLink>
            </li>
          ))}
        </ul>
        {!isActive && <StalePrice engagementId={engagementId} />}
        <FormError error={rerun.error} />
      </div>
      {has('member') && (
        <Button
          icon={RotateCcw}
          className="text-ink"
          busy={rerun.isPending}
          disabled={isActive}
          onClick={() => rerun.mutate()}
        >
          {isActive ? versionTexts.rerun.busy : staleTexts.rerun}
        </Button>
      )}
    </section>
  );
}

/** Lists the files whose latest version rests on an assumption that has been answered since. */
export const listAnsweredSince = (listed: readonly ListedDeliverable[]): string[] =>
  latestOfFiles(listed)
    .filter(({ answeredAssumptions }) => answeredAssumptions.length > 0)
    .map(({ filename }) => filename);
