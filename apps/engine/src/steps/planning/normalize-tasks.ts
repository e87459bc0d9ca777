import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { makeSlug } from '@ecp/language/slug';
import { type TaskKind, taskKinds } from '@ecp/model-calls/task-kinds';
import type { Roster } from '../../agents/load-roster.ts';
import type { EngineTask } from '../../kernel/runs/engine-task.ts';
import { assignAgent } from './assign-agent.ts';
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
  return tasks.map((task) => {
    const words = { name: task.name, description: task.description ?? '' };
    const named = roster.find(task.agent ?? '');
    const filename = earlierFiles.get(task.id) ?? taskFilename(task.name, taken);
    taken.add(filename);
    return {
      id: task.id,
      ...words,
      kind:
        task.synthesis === true
          ? ('synthesis' as const)
          : (namedKind('kind' in task ? task.kind : undefined) ?? taskKindOf(words)),
      agentSlug: (named?.assignable ? named : assignAgent(words, roster)).slug,
      dependsOn: [...new Set(task.dependsOn)],
      filename,
    };
  });
}

/** Returns the kind that a planner gave a task; undefined for a task of people, whose words tell it. */
const namedKind = (kind: unknown): TaskKind | undefined => taskKinds.find((one) => one === kind && one !== 'synthesis');

const [extension, maxFilenameLength] = ['.md', 80];

/**
 * Returns the file name of a task's deliverable: the slug of its name with `.md`, at most 80 characters. A name in
 * `taken` gets `-2`, `-3` … It never starts with `_`, which marks internal files.
 */
function taskFilename(name: string, taken: ReadonlySet<string>): string {
  for (let copy = 1; ; copy += 1) {
    const suffix = copy === 1 ? extension : `-${copy}${extension}`;
    const filename = makeSlug(name.replace(/\.md$/i, ''), 'task', maxFilenameLength - suffix.length) + suffix;
    if (!taken.has(filename)) return filename;
  }
}
