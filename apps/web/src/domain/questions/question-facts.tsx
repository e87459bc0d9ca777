import type { AskedQuestion } from './asked-question.ts';

interface QuestionFactsProps {
  question: Pick<AskedQuestion, 'status' | 'assumption' | 'impact'>;
  names: { assumption: Record<AskedQuestion['status'], string>; impact: string };
}

/** The assumption of an agent and the impact of an answer. An empty text is left out. */
export function QuestionFacts({ question: { status, assumption, impact }, names }: QuestionFactsProps) {
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
