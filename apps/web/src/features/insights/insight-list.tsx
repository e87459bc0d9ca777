import type { Insight, InsightOf, Insights } from '@ecp/contract/reach/insights';
import { Lightbulb } from 'lucide-react';
import { insightTexts } from '../../texts/en/insights.ts';
import { Section } from '../../ui/layout/section.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { InsightCard } from './insight-card.tsx';
import { WaitingRubrics } from './waiting-rubrics.tsx';

/** A rubric with too few reviews is no finding. It is listed separately, with the number of missing reviews. */
const isWaiting = (insight: Insight): insight is InsightOf<'rubric_agreement'> =>
  insight.kind === 'rubric_agreement' && insight.evidence.outcome === 'too_few_reviews';

/** Lists findings, those with proposals first. Without findings, it explains what they require. */
export function InsightList({ insights: { insights, proposals, analysis } }: { insights: Insights }) {
  const waiting = insights.filter(isWaiting);
  const proposalsOf = ({ id }: Insight) => proposals.filter(({ insightId }) => insightId === id);
  const found = insights
    .filter((insight) => !isWaiting(insight))
    .toSorted((a, b) => Number(proposalsOf(b).length > 0) - Number(proposalsOf(a).length > 0));
  const { title, advice } = analysis?.status === 'completed' ? insightTexts.nothing : insightTexts.never;
  return (
    <>
      {found.length === 0 ? (
        <>
          <EmptyState icon={Lightbulb} title={title}>
            {advice}
          </EmptyState>
          <Needs />
        </>
      ) : (
        <section aria-label={insightTexts.findings} className="flex flex-col gap-4">
          <h2 className="sr-only">{insightTexts.findings}</h2>
          {found.map((insight) => (
            <InsightCard key={insight.id} insight={insight} proposals={proposalsOf(insight)} />
          ))}
        </section>
      )}
      {waiting.length > 0 && <WaitingRubrics insights={waiting} />}
    </>
  );
}

function Needs() {
  const { title, points } = insightTexts.needs;
  return (
    <Section title={title}>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 marker:text-muted">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Section>
  );
}
