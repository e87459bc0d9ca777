import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Roster } from '../../agents/load-roster.ts';
import type { EngineTask } from '../../kernel/runs/engine-task.ts';
import { assignAgent } from './assign-agent.ts';
import { taskFilename } from './task-filename.ts';
import { taskKindOf } from './task-kind.ts';

/**
 * Turns an engagement's tasks into tasks of the engine: adds kind, file name, and an agent if none is named. Pure and
 * deterministic. The list must be valid; only an agent that has left the roster is replaced. `earlierFiles` has the
 * file names of earlier versions by task id: a task keeps its file name even if it was renamed.
 */
export function normalizeTasks(
  tasks: readonly TaskConfiguration[],
  roster: Roster,
  earlierFiles: ReadonlyMap<string, string> = new Map(),
): EngineTask[] {
  const taken = new Set(tasks.flatMap(({ id }) => earlierFiles.get(id) ?? []));
  return tasks.map((task, index) => {
    const words = { name: task.name, description: task.description ?? '' };
    const named = roster.find(task.agent ?? '');
    const filename = earlierFiles.get(task.id) ?? taskFilename(task.name, index + 1, taken);
    taken.add(filename);
    return {
      id: task.id,
      ...words,
      kind: task.synthesis === true ? ('synthesis' as const) : taskKindOf(words),
      agentSlug: (named?.assignable ? named : assignAgent(words, roster)).slug,
      dependsOn: [...new Set(task.dependsOn)],
      filename,
    };
  });
}
