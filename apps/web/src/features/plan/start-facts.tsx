import type { Plan } from '@ecp/contract/work/plans';
import type { ReactNode } from 'react';
import { formatCount, formatUsd } from '../../format/format.ts';
import { planTexts, startRunTexts } from '../../texts/en/plan.ts';

interface StartFactsProps {
  /** Remaining budget in US dollars. */
  left: number;
  cost: Plan['cost'] | undefined;
  tasks: number;
}

/** Shows the maximum and the expected cost of a run before it starts. */
export function StartFacts({ left, cost, tasks }: StartFactsProps) {
  return (
    <dl className="divide-y rounded-lg border">
      <Fact term={startRunTexts.most} hint={startRunTexts.mostHint}>
        <span className="font-semibold text-lg">{formatUsd(left)}</span>
      </Fact>
      {cost && (
        <Fact
          term={startRunTexts.expected}
          hint={
            cost.high > 0 ? planTexts.cost.range(formatUsd(cost.low), formatUsd(cost.high)) : planTexts.cost.freeHint
          }
        >
          {cost.high > 0 ? formatUsd(cost.expected) : planTexts.cost.free}
        </Fact>
      )}
      <Fact term={startRunTexts.tasks}>{tasks > 0 ? formatCount(tasks) : startRunTexts.planned}</Fact>
    </dl>
  );
}

function Fact({ term, hint, children }: { term: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 px-3.5 py-2.5">
      <dt>
        {term}
        {hint && <span className="figures block text-muted text-sm">{hint}</span>}
      </dt>
      <dd className="figures shrink-0">{children}</dd>
    </div>
  );
}
