import { formatMoment } from '../../format/format.ts';
import { givenAnswerTexts } from '../../texts/en/questions/given-answer.ts';
import type { AskedQuestion } from './asked-question.ts';

type GivenAnswerProps = { question: Pick<AskedQuestion, 'answer' | 'answeredBy' | 'answeredAt'> };

/** Shows an answer as it was given, with its author and time. */
export function GivenAnswer({ question: { answer, answeredBy, answeredAt } }: GivenAnswerProps) {
  const about = [answeredBy && givenAnswerTexts.by(answeredBy), answeredAt && formatMoment(answeredAt)];
  return (
    <figure className="border-accent-text/50 border-l-2 pl-3">
      <blockquote dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {answer}
      </blockquote>
      <figcaption className="mt-1 text-muted text-sm">{about.filter(Boolean).join(', ')}</figcaption>
    </figure>
  );
}
