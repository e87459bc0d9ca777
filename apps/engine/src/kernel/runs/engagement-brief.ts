import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { detectLanguage } from '@ecp/language/detect-language';
import type { EngagementBrief, ListedTask } from '@ecp/model-calls/prompt-types';
import type { EngineTask } from './engine-task.ts';

/** The parts of a run that its brief is made from. */
export interface BriefedRun {
  input: Pick<StartRunRequest, 'engagement' | 'tasks'>;
  /** The tasks that the run executes. Null while they are planned. */
  tasks: EngineTask[] | null;
  startedAt: Date;
}

/**
 * Returns what all calls of a run share. The list holds the tasks of the engagement: the given ones, even if a rerun
 * executes only some of them, or else the planned ones.
 */
export function briefOf({ input, tasks, startedAt }: BriefedRun): EngagementBrief {
  const { name, client, brief } = input.engagement;
  const executed = tasks ?? [];
  const given = input.tasks.map(({ id, name: taskName, agent, dependsOn = [] }): ListedTask => {
    const assigned = executed.find((task) => task.id === id)?.agentSlug ?? agent ?? '';
    return { id, name: taskName, agent: assigned, dependsOn };
  });
  const planned = executed.map(({ id, name: taskName, agentSlug, dependsOn }): ListedTask => {
    return { id, name: taskName, agent: agentSlug, dependsOn };
  });
  return {
    ...{ name, client, brief, language: detectLanguage(brief) },
    today: startedAt.toISOString().slice(0, 10),
    tasks: given.length > 0 ? given : planned,
  };
}
