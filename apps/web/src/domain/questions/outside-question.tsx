import { formatMoment } from '../../format/format.ts';
import { outsideQuestionTexts } from '../../texts/en/questions/outside-questions.ts';
import type { AskedQuestion } from './asked-question.ts';
import { QuestionFacts } from './question-facts.tsx';

const texts = outsideQuestionTexts;

interface OutsideQuestionProps {
  question: AskedQuestion;
  /** Id of the heading. */
  id?: string | undefined;
  /** Level of the heading: 1 where the question is the page. */
  level: 1 | 3;
}

/** Shows a question to people outside the workspace, with its wait, assumption and impact. */
export function OutsideQuestion({ question, id, level }: OutsideQuestionProps) {
  const { status, dueAt } = question;
  const Heading = `h${level}` as const;
  return (
    <div className="flex flex-col gap-4">
      <Heading
        id={id}
        dir="auto"
        className="wrap-anywhere whitespace-pre-wrap text-pretty font-semibold text-xl leading-snug tracking-tight"
      >
        {question.question}
      </Heading>
      {status === 'open' && dueAt !== null && (
        <p className="self-start rounded-lg bg-warn-soft px-3 py-2 text-warn">{texts.waits(formatMoment(dueAt))}</p>
      )}
      {status === 'assumed' && <p className="text-muted">{texts.goesOn}</p>}
      <QuestionFacts question={question} names={texts} />
    </div>
  );
}
