import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useAgentName } from '../../domain/agents/use-agent-name.ts';
import { GivenAnswer } from '../../domain/questions/given-answer.tsx';
import type { Question } from '../../domain/questions/queries.ts';
import { QuestionFacts } from '../../domain/questions/question-facts.tsx';
import { questionTexts } from '../../texts/en/questions/questions.ts';
import { focusInView } from '../../ui/keys/step-through.ts';
import { TimeAgo } from '../../ui/states/time-ago.tsx';
import { AnswerInPlace } from './answer-in-place.tsx';
import { QuestionState } from './question-state.tsx';
import { RestingDocuments } from './resting-documents.tsx';

const texts = questionTexts;

interface QuestionCardProps {
  engagementId: string;
  question: Question;
  /** Content before the name of the agent, such as a link to the engagement. */
  place?: ReactNode;
}

/** Shows one question with its assumption and impact, to answer in place. The keys of the page move between cards. */
export function QuestionCard({ engagementId, question, place }: QuestionCardProps) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const agent = useAgentName(question.agent);
  const anchor = `question-${question.id}`;
  useEffect(() => {
    // The cards load after the page, too late for the browser to find the one that the address names.
    if (location.hash === `#${anchor}`) focusInView(card.current);
  }, [anchor]);
  const { status, answer, createdAt, documents } = question;
  return (
    <article
      ref={card}
      id={anchor}
      data-question
      tabIndex={-1}
      aria-labelledby={id}
      className="flex flex-col gap-3.5 rounded-xl border bg-surface p-4 md:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 text-muted text-sm">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          {place}
          <span>{texts.asks(agent ?? question.agent)}</span>
          <TimeAgo at={createdAt} />
        </p>
        <QuestionState question={question} />
      </div>
      <h3 id={id} dir="auto" className="wrap-anywhere whitespace-pre-wrap font-semibold text-base leading-snug">
        {question.question}
      </h3>
      <QuestionFacts question={question} names={texts} />
      <RestingDocuments engagementId={engagementId} documents={documents} isOutdated={status === 'answered'} />
      {answer === null ? (
        <AnswerInPlace engagementId={engagementId} question={question} card={card} />
      ) : (
        <GivenAnswer question={question} />
      )}
    </article>
  );
}
