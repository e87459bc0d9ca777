import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { InboxQuestion } from '../../domain/questions/queries.ts';
import { questionTexts } from '../../texts/en/questions/questions.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { LoadMoreError } from '../../ui/states/load-more-error.tsx';
import { QuestionCard } from './question-card.tsx';
import type { PagedList } from './use-every-page.ts';

interface InboxListProps {
  title: string;
  /** Accessible name of the list. */
  list: string;
  questions: readonly InboxQuestion[];
  /** The rest of the list, which loads on demand. */
  rest: PagedList;
}

/** A titled list of questions, each with a link to its engagement. */
export function InboxList({ title, list, questions, rest }: InboxListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="font-semibold text-muted">
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
      {rest.isFetchNextPageError && <LoadMoreError error={rest.error} onRetry={() => void rest.fetchNextPage()} />}
      {rest.hasNextPage && !rest.isFetchNextPageError && (
        <Button className="self-center" busy={rest.isFetchingNextPage} onClick={() => void rest.fetchNextPage()}>
          {questionTexts.more}
        </Button>
      )}
    </section>
  );
}

function EngagementLink({ question: { engagementId, engagementName } }: { question: InboxQuestion }) {
  return (
    <Link to="/engagements/$engagementId/questions" params={{ engagementId }} className={`${linkStyle} wrap-anywhere`}>
      {engagementName}
    </Link>
  );
}
