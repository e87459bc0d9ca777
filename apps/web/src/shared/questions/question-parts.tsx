import type { LinkedQuestion } from '@ecp/contract/reach/portal';
import { formatMoment } from '../../base/format/format.ts';
import { t } from '../../base/language/translate.ts';

/**
 * A question with the fields that each of its readers gets: the team, a client, and the reader of a
 * mailed link.
 */
export type AskedQuestion = LinkedQuestion['question'];

interface QuestionFactsProps {
  question: Pick<AskedQuestion, 'status' | 'assumption' | 'impact'>;
  names: { assumption: Record<AskedQuestion['status'], string>; impact: string };
}

/** The assumption of an agent and the impact of an answer. An empty text is left out. */
export function QuestionFacts({
  question: { status, assumption, impact },
  names,
}: QuestionFactsProps) {
  const facts = [
    [names.assumption[status], assumption],
    [names.impact, impact],
  ] as const;
  return (
    <dl className="flex flex-col gap-2.5">
      {facts
        .filter(([, text]) => text.trim() !== '')
        .map(([name, text]) => (
          <div key={name}>
            <dt className="text-muted text-sm">{name}</dt>
            <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {text}
            </dd>
          </div>
        ))}
    </dl>
  );
}

type GivenAnswerProps = { question: Pick<AskedQuestion, 'answer' | 'answeredBy' | 'answeredAt'> };

export function GivenAnswer({ question: { answer, answeredBy, answeredAt } }: GivenAnswerProps) {
  const about = [
    answeredBy && givenAnswerTexts.by(answeredBy),
    answeredAt && formatMoment(answeredAt),
  ];
  return (
    <figure className="border-accent-text/50 border-l-2 pl-3">
      <blockquote dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {answer}
      </blockquote>
      <figcaption className="mt-1 text-muted text-sm">
        {about.filter(Boolean).join(', ')}
      </figcaption>
    </figure>
  );
}

const givenAnswerTexts = { by: (name: string) => t('Answered by {name}', { name }) } as const;
