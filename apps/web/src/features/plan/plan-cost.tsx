import type { Plan } from '@ecp/contract/work/plans';
import { formatShare, formatUsd } from '../../format/format.ts';
import { planTexts } from '../../texts/en/plan.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Warning } from '../../ui/states/warning.tsx';
import { CostRangeFigure } from './cost-range-figure.tsx';

const texts = planTexts.cost;

/** Compares the cost range of the plan with the remaining budget. */
export function PlanCost({ plan, budget, spent }: { plan: Plan; budget: number; spent: number }) {
  const { cost, cachedShare = 0, savedUsd = 0, warnings } = plan;
  const left = Math.max(0, budget - spent);
  const isFree = cost.high === 0;
  return (
    <Section title={texts.title}>
      <div className="flex flex-col gap-5">
        <dl className="flex flex-wrap gap-x-12 gap-y-4">
          <Figure
            term={texts.expected}
            value={isFree ? texts.free : formatUsd(cost.expected)}
            remark={isFree ? texts.freeHint : texts.range(formatUsd(cost.low), formatUsd(cost.high))}
          />
          <Figure
            term={texts.left}
            value={formatUsd(left)}
            remark={[texts.ofBudget(formatUsd(budget)), spent > 0 ? texts.spent(formatUsd(spent)) : '']
              .filter(Boolean)
              .join(' · ')}
          />
          {savedUsd > 0 && (
            <Figure term={texts.saved} value={formatUsd(savedUsd)} remark={texts.cached(formatShare(cachedShare))} />
          )}
        </dl>
        {!isFree && <CostRangeFigure cost={cost} left={left} />}
        {warnings.map((warning) => (
          <Warning key={warning}>{warning}</Warning>
        ))}
      </div>
    </Section>
  );
}

function Figure({ term, value, remark }: { term: string; value: string; remark: string }) {
  return (
    <div>
      <dt className="text-muted text-sm">{term}</dt>
      <dd>
        <span className="figures font-semibold text-2xl tracking-tight">{value}</span>
        <span className="figures block text-muted text-sm">{remark}</span>
      </dd>
    </div>
  );
}
