import { reviewTexts } from '../../texts/en/review.ts';
import { Badge, type Tone } from '../../ui/states/badge.tsx';
import type { Answer } from './answers.ts';

const tones: Record<Answer['outcome'], Tone> = { met: 'good', partly: 'warn', not_met: 'danger' };

/** The points of a review, each with how it was met and what the agent says to it. */
export function AnswerList({ answers }: { answers: readonly Answer[] }) {
  return (
    <ol className="@container flex flex-col gap-3">
      {[...answers.entries()].map(([at, { point, outcome, answer }]) => (
        <li key={at} className="grid items-start gap-x-3 gap-y-1 @md:grid-cols-[5.5rem_minmax(0,1fr)]">
          <span>
            <Badge tone={tones[outcome]}>{reviewTexts.history.outcomes[outcome]}</Badge>
          </span>
          <div className="min-w-0">
            <p>{point}</p>
            <p className="text-muted text-sm first-letter:uppercase">{answer}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
