import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';
import { isActive } from '../../domain/engagements/is-active.ts';
import { useRunView } from '../../domain/runs/use-run-view.ts';
import { TaskGraph } from '../../domain/tasks/graph/task-graph.tsx';
import { appearanceOf } from '../../domain/tasks/task-appearance.ts';
import { formatUsd } from '../../format/format.ts';
import { planTexts } from '../../texts/en/plan.ts';

interface PlanGraphProps {
  plan: Plan;
  engagement: EngagementDetail;
  selected: string | undefined;
  onSelect: (taskId: string) => void;
}

/** Shows the tasks of a plan in their order with agents and cost ranges; during a run, each in its state (PLN-5). */
export function PlanGraph({ engagement, plan, ...props }: PlanGraphProps) {
  const costs = new Map(
    plan.tasks.flatMap(({ id, cost: { low, high } }) =>
      high > 0 ? [[id, planTexts.tasks.costRange(formatUsd(low), formatUsd(high))]] : [],
    ),
  );
  const graph = { ...props, tasks: plan.tasks, costs };
  return isActive(engagement.status) ? <LiveGraph engagementId={engagement.id} {...graph} /> : <TaskGraph {...graph} />;
}

type LiveGraphProps = Omit<Parameters<typeof TaskGraph>[0], 'looks'> & { engagementId: string };

function LiveGraph({ engagementId, ...graph }: LiveGraphProps) {
  const view = useRunView(engagementId);
  const asking = new Set(view?.openQuestions.map(({ taskId }) => taskId));
  const looks =
    view &&
    new Map(view.projection.tasks.map((task) => [task.id, appearanceOf(task, view.status, asking.has(task.id))]));
  return <TaskGraph {...graph} looks={looks} />;
}
