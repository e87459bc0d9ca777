import type { InsightOf } from '@ecp/contract/reach/insights';
import { firmAnalyticsTexts } from '../../texts/en/analytics/firm-analytics.ts';
import { Section } from '../../ui/layout/section.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';

const texts = firmAnalyticsTexts.waiting;

/** Lists rubrics whose scores cannot be compared with reviews yet, and how many reviews are missing. */
export function WaitingRubrics({ insights }: { insights: readonly InsightOf<'rubric_agreement'>[] }) {
  return (
    <Section title={texts.title} description={<p className="max-w-3xl">{texts.advice}</p>}>
      <ul className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {insights.map(({ id, evidence: { rubricType, rubricVersion, reviewed, leastReviewed: needed } }) => {
          const name = texts.rubric(rubricType, rubricVersion);
          return (
            <li key={id} className="flex flex-col gap-1.5">
              <p className="flex justify-between gap-4">
                <span className="first-letter:uppercase">{name}</span>
                <span className="figures text-muted">{texts.of(reviewed, needed)}</span>
              </p>
              <ProgressBar label={name} value={reviewed / needed} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
