import type { Plan } from '@ecp/contract/work/plans';
import { formatAgo, formatUsd } from '../../format/format.ts';
import { planTexts } from '../../texts/en/plan.ts';

const texts = planTexts.assumptions;

/** Lists the assumptions behind the figures of a plan. */
export function PlanAssumptions({ plan, pinned }: { plan: Plan; pinned: string | null }) {
  const { learnedFromTasks, planningCost, createdAt } = plan;
  const points = [
    learnedFromTasks > 0 ? texts.learned(learnedFromTasks) : texts.shipped,
    pinned === null ? texts.models : texts.pinned(pinned),
    planningCost > 0 ? texts.planning(formatUsd(planningCost)) : '',
    texts.made(formatAgo(createdAt)),
  ];
  return (
    <section aria-label={texts.title} className="text-muted text-sm">
      <h3 className="font-medium text-ink">{texts.title}</h3>
      <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-4">
        {points.filter(Boolean).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}
