import type { LinkedQuestion } from '@ecp/contract/reach/question-link';
import { formatMoment } from '../../format/format.ts';
import { outsideQuestionTexts } from '../../texts/en/questions/outside-questions.ts';
import { QuestionFacts } from './question-facts.tsx';

const texts = outsideQuestionTexts;

export type OutsideQuestionFields = LinkedQuestion['question'];

interface OutsideQuestionProps {
  question: OutsideQuestionFields;
  /** Id of the heading. */
  id?: string | undefined;
  /** Level of the heading: 1 where the question is the page. */
  level: 1 | 3;
}

/** A question as people outside the workspace read it: what waits, what is assumed, and what depends on the answer. */
export function OutsideQuestion({ question: asked, id, level }: OutsideQuestionProps) {
  const { question, assumption, impact, status, dueAt } = asked;
  const Heading = `h${level}` as const;
  return (
    <div className="flex flex-col gap-4">
      <Heading
        id={id}
        dir="auto"
        className="wrap-anywhere whitespace-pre-wrap text-pretty font-semibold text-xl leading-snug tracking-tight"
      >
        {question}
      </Heading>
      {status === 'open' && dueAt !== null && (
        <p className="self-start rounded-lg bg-warn-soft px-3 py-2 text-warn">{texts.waits(formatMoment(dueAt))}</p>
      )}
      {status === 'assumed' && <p className="text-muted">{texts.goesOn}</p>}
      <QuestionFacts
        facts={[
          [texts.assumption[status], assumption],
          [texts.impact, impact],
        ]}
      />
    </div>
  );
}
