import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';
import { useState } from 'react';
import { isActive } from '../../domain/engagements/is-active.ts';
import { sumSpent } from '../../domain/plans/sum-spent.ts';
import { planTexts } from '../../texts/en/plan.ts';
import { comparePlan } from './compare-plan.ts';
import { PlanActions } from './plan-actions.tsx';
import { PlanAssumptions } from './plan-assumptions.tsx';
import { PlanCost } from './plan-cost.tsx';
import { PlanGraph } from './plan-graph.tsx';
import { PlanTasks, planTaskElementId } from './plan-tasks.tsx';

interface PlanViewProps {
  plan: Plan;
  engagement: EngagementDetail;
  onMake: () => void;
  onEdit: () => void;
}

/** Shows a plan: its state, its cost, its tasks and their order. */
export function PlanView({ plan, engagement, onMake, onEdit }: PlanViewProps) {
  const [selected, select] = useSelectedTask();
  const state = comparePlan(plan, engagement);
  const { title, advice } = planTexts.states[isActive(engagement.status) ? 'active' : state];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-52 flex-1">
          <h2 className="font-semibold text-lg">{title}</h2>
          <p className="text-muted">{advice}</p>
        </div>
        {!isActive(engagement.status) && (
          <PlanActions plan={plan} engagement={engagement} state={state} onMake={onMake} onEdit={onEdit} />
        )}
      </div>
      <PlanCost plan={plan} budget={engagement.budget} spent={sumSpent(engagement, plan)} />
      <div className="flex min-w-0 flex-col gap-3">
        <h2 className="font-semibold">{planTexts.tasks.title(plan.tasks.length)}</h2>
        <PlanGraph plan={plan} engagement={engagement} selected={selected} onSelect={select} />
        <PlanTasks tasks={plan.tasks} selected={selected} />
      </div>
      <PlanAssumptions plan={plan} pinned={engagement.model} />
    </>
  );
}

/** The task that was clicked in the graph, and how to select one: its row comes into view and takes the focus. */
function useSelectedTask(): [string | undefined, (taskId: string) => void] {
  const [selected, setSelected] = useState<string>();
  const select = (taskId: string) => {
    setSelected(taskId);
    document.getElementById(planTaskElementId(taskId))?.focus();
  };
  return [selected, select];
}
