import type { EnginePlan, EnginePlanRequest } from '@ecp/contract/engine/engine-plans';

const cost = { lowUsd: 0.5, expectedUsd: 1, highUsd: 2 };

/** The tasks that the scripted planner makes for a brief without tasks. */
export const scriptedPlanTasks = [
  { id: 'task-1', name: 'Situation analysis', description: 'Where the client stands.', dependsOn: [] },
  { id: 'task-2', name: 'Recommendations', description: 'What to do.', dependsOn: ['task-1'] },
];

/** Makes the plan of a request: its tasks or two planned ones, one dollar each. Planning costs a cent. */
export function makeScriptedPlan(request: EnginePlanRequest, spentUsd: number): EnginePlan {
  const planned = request.tasks.length === 0;
  const given = planned ? scriptedPlanTasks : request.tasks;
  const priced = given.filter(({ id = '' }) => request.taskIds?.includes(id) ?? true);
  const tasks = priced.map(({ id, name, description = '', dependsOn = [], ...task }) => {
    const agent = 'agent' in task && typeof task.agent === 'string' ? task.agent : 'corporate-strategist';
    return { id, name, description, agent, kind: 'strategy', dependsOn, model: 'scripted-model', cost };
  });
  const { lowUsd, expectedUsd, highUsd } = cost;
  const count = tasks.length;
  return {
    planId: request.planId,
    status: 'completed',
    error: null,
    failureReason: null,
    planned,
    tasks,
    cost: { lowUsd: lowUsd * count, expectedUsd: expectedUsd * count, highUsd: highUsd * count },
    planningCostUsd: planned ? 0.01 : 0,
    planningSpentUsd: spentUsd,
    spentUsd,
    learnedFromTasks: 0,
  };
}
