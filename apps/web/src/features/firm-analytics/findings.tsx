import type { Insight, Insights } from '@ecp/contract/reach/insights';
import { ChartColumn } from 'lucide-react';
import { firmAnalyticsTexts } from '../../texts/en/analytics/firm-analytics.ts';
import { Section } from '../../ui/layout/section.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { InsightCard } from './insight-card.tsx';
import { isWaiting } from './is-waiting.ts';
import { Outliers } from './outliers.tsx';
import { type EngagementRun, findOutliers } from './sum-up-runs.ts';
import { WaitingRubrics } from './waiting-rubrics.tsx';

interface FindingsProps {
  insights: Insights;
  runs: readonly EngagementRun[];
}

/** Lists outliers and findings, those with proposals first. Without findings, it explains their requirements. */
export function Findings({ insights: { insights, proposals, analysis }, runs }: FindingsProps) {
  const waiting = insights.filter(isWaiting);
  const proposalsOf = ({ id }: Insight) => proposals.filter(({ insightId }) => insightId === id);
  const found = insights
    .filter((insight) => !isWaiting(insight))
    .toSorted((a, b) => Number(proposalsOf(b).length > 0) - Number(proposalsOf(a).length > 0));
  const outliers = findOutliers(runs);
  return (
    <>
      {outliers.length > 0 && <Outliers outliers={outliers} />}
      {found.length === 0 ? (
        <NoFindings isAnalyzed={analysis?.status === 'completed'} hasRuns={runs.length > 0} />
      ) : (
        <section aria-label={firmAnalyticsTexts.findings} className="flex flex-col gap-4">
          <h2 className="font-semibold text-lg">{firmAnalyticsTexts.findings}</h2>
          {found.map((insight) => (
            <InsightCard key={insight.id} insight={insight} proposals={proposalsOf(insight)} />
          ))}
        </section>
      )}
      {waiting.length > 0 && <WaitingRubrics insights={waiting} />}
    </>
  );
}

/** Explains why there are no findings, and their requirements. With figures below it takes little room. */
function NoFindings({ isAnalyzed, hasRuns }: { isAnalyzed: boolean; hasRuns: boolean }) {
  const { title, advice } = isAnalyzed ? firmAnalyticsTexts.nothing : firmAnalyticsTexts.never;
  if (!hasRuns) {
    return (
      <EmptyState icon={ChartColumn} title={title}>
        {advice}
      </EmptyState>
    );
  }
  const { title: needs, points } = firmAnalyticsTexts.needs;
  return (
    <Section title={title} description={advice}>
      <details>
        <summary className="cursor-pointer rounded font-medium">{needs}</summary>
        <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 marker:text-muted">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </details>
    </Section>
  );
}
