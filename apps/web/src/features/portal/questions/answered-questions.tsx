import type { AskedQuestion } from '../../../domain/questions/asked-question.ts';
import { GivenAnswer } from '../../../domain/questions/given-answer.tsx';
import { outsideQuestionTexts } from '../../../texts/en/questions/outside-questions.ts';

interface AnsweredQuestionsProps {
  questions: readonly AskedQuestion[];
  /** True if they are unfolded at first. */
  isOpen: boolean;
}

/** Shows the answered questions, newest first, to unfold. Renders nothing without one. */
export function AnsweredQuestions({ questions, isOpen }: AnsweredQuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary className="w-fit cursor-pointer rounded text-muted hover:text-ink">
        {outsideQuestionTexts.answered(questions.length)}
      </summary>
      <ul className="mt-3 flex flex-col gap-3">
        {questions.map((question) => (
          <li key={question.id} className="flex flex-col gap-2.5 rounded-xl border bg-canvas px-4 py-3">
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap font-medium">
              {question.question}
            </p>
            {question.answer === null ? (
              <p className="text-muted text-sm">{outsideQuestionTexts.byOther(null)}</p>
            ) : (
              <GivenAnswer question={question} />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
