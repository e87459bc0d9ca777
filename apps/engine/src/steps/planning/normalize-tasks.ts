import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Roster } from '../../agents/load-roster.ts';
import type { EngineTask } from '../../kernel/runs/engine-task.ts';
import { assignAgent } from './assign-agent.ts';
import { taskFilename } from './task-filename.ts';
import { taskKindOf } from './task-kind.ts';

/**
 * Turns an engagement's tasks into the engine's: kind, agent where none is named, and file name. Pure and
 * deterministic. The list is trusted as validated; only an agent that left the roster since is replaced. `earlierFiles`
 * are the files of earlier versions by task id: a task keeps its own, also when it was renamed since.
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
      kind: taskKindOf(words),
      agentSlug: (named?.assignable ? named : assignAgent(words, roster)).slug,
      dependsOn: [...new Set(task.dependsOn)],
      filename,
    };
  });
}
