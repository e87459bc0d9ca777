import type { ImprovementProposal, Insight } from '@ecp/contract/reach/insights';
import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { BarList } from '../../charts/bar-list.tsx';
import { firmAnalyticsTexts } from '../../texts/en/analytics/firm-analytics.ts';
import { Badge } from '../../ui/states/badge.tsx';
import { AgreementFigure } from './agreement-figure.tsx';
import { toBars } from './to-bars.ts';

interface InsightCardProps {
  insight: Insight;
  proposals: readonly ImprovementProposal[];
}

/** Shows a finding with its chart, its evidence and its improvement proposals. */
export function InsightCard({ insight, proposals }: InsightCardProps) {
  const id = useId();
  const { kind, title, description } = insight;
  return (
    <article aria-labelledby={id} className="grid overflow-hidden rounded-xl border bg-surface lg:grid-cols-2">
      <div className="flex flex-col gap-4 p-5">
        <div>
          <Badge>{firmAnalyticsTexts.kinds[kind]}</Badge>
          <h3 id={id} className="mt-2 font-semibold text-lg">
            {title}
          </h3>
          <p className="mt-1 text-muted">{description}</p>
        </div>
        {proposals.map((proposal) => (
          <Proposal key={proposal.id} proposal={proposal} />
        ))}
      </div>
      <div className="min-w-0 border-t bg-canvas p-5 lg:border-t-0 lg:border-l">
        <Picture insight={insight} />
      </div>
    </article>
  );
}

function Picture({ insight }: { insight: Insight }) {
  if (insight.kind === 'rubric_agreement') return <AgreementFigure evidence={insight.evidence} />;
  const comparison = toBars(insight);
  if (!comparison) return null;
  const { label, max, bars } = comparison;
  return (
    <>
      <p className="mb-3 font-medium text-muted text-sm">{label}</p>
      <BarList
        label={label}
        bars={bars.map((bar) => ({ key: bar.label, ...bar }))}
        {...(max === undefined ? {} : { max })}
      />
    </>
  );
}

function Proposal({ proposal: { title, description, expectedEffect } }: { proposal: ImprovementProposal }) {
  return (
    <div className="rounded-lg bg-accent-soft p-4">
      <p className="font-medium text-accent-text text-sm">{firmAnalyticsTexts.proposal}</p>
      <p className="mt-0.5 font-semibold">{title}</p>
      <p className="mt-1">{description}</p>
      <p className="mt-2 flex items-start gap-2 text-sm">
        <ArrowRight aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
        <span>
          <span className="font-medium">{firmAnalyticsTexts.effect}:</span> {expectedEffect}
        </span>
      </p>
    </div>
  );
}
