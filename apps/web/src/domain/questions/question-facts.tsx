interface QuestionFactsProps {
  /** Names and texts, such as what an agent assumes without an answer. */
  facts: readonly (readonly [name: string, text: string])[];
}

/** The assumption of an agent and the impact of an answer. An empty text is left out. */
export function QuestionFacts({ facts }: QuestionFactsProps) {
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
