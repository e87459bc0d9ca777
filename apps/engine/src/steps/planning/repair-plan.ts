import { findCycle, freeTaskId } from '@ecp/contract/work/task-graph';
import type { PlannedTask } from '@ecp/model-calls/prompt-types';
import type { Roster } from '../../agents/load-roster.ts';
import { assignAgent } from './assign-agent.ts';

/** Limits of a plan. A task name may be as long as an engagement name (ENG-6). */
export interface PlanBounds {
  maxTasks: number;
}

const maxNameLength = 200;
const maxDescriptionLength = 4_000;

function renameDoubles(tasks: readonly PlannedTask[]): PlannedTask[] {
  const taken = new Set<string>();
  return tasks.map((task, index) => {
    const id = freeTaskId(task.id.trim() || `task-${index + 1}`, taken);
    taken.add(id);
    return { ...task, id };
  });
}

/** Breaks each cycle by removing one dependency of its task that comes first in the plan. */
function breakCycles(tasks: readonly PlannedTask[]): PlannedTask[] {
  const open = tasks.map((task) => ({ ...task }));
  for (let cycle = findCycle(open); cycle; cycle = findCycle(open)) {
    const members = cycle;
    const first = open.find((task) => members.includes(task.id));
    if (!first) break;
    const next = members[(members.indexOf(first.id) + 1) % members.length];
    first.dependsOn = first.dependsOn.filter((id) => id !== next);
  }
  return open;
}

/**
 * Makes a model's plan executable, deterministically. Drops tasks without a name and those beyond `maxTasks`, renames
 * duplicate ids (dependencies refer to the first), drops unknown dependencies, breaks cycles and assigns agents in
 * place of unknown ones. Returns the tasks to store on the engagement (PLN-1). The list is empty if the plan had none.
 */
export function repairPlan(plan: readonly PlannedTask[], roster: Roster, { maxTasks }: PlanBounds): PlannedTask[] {
  const named = plan.filter((task) => task.name.trim() !== '').slice(0, maxTasks);
  const renamed = renameDoubles(named);
  const ids = new Set(renamed.map((task) => task.id));
  const repaired = renamed.map((task) => {
    const name = task.name.trim().slice(0, maxNameLength).trimEnd().toWellFormed();
    const description = task.description.trim().slice(0, maxDescriptionLength).toWellFormed();
    const agent = roster.find(task.agent)?.assignable ? task.agent : assignAgent({ name, description }, roster).slug;
    const wanted = new Set(task.dependsOn.map((id) => id.trim()));
    return {
      id: task.id,
      name,
      description,
      agent,
      ...(task.kind && { kind: task.kind }),
      dependsOn: [...wanted].filter((id) => ids.has(id) && id !== task.id),
    };
  });
  return breakCycles(repaired);
}
