import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DemoError, exitCodes } from '../demo-error.ts';

/** The recorded answers of a case: `plan.json`, and for each task a folder with `draft.md` and its other answers. */
export interface Recordings {
  /** Names of the planned tasks, in their order. */
  taskNames: readonly string[];
  /** Returns the recorded answer to a call about a task (null for the plan), or null when there is none. */
  find(purpose: string, taskName: string | null): string | null;
}

/** The file of each recorded answer to a task. A task whose agent may ask nobody has no `delegate.json`. */
const files = { draft: 'draft.md', delegate: 'delegate.json', observe: 'observe.json', evaluate: 'evaluate.json' };

interface RecordedPlan {
  tasks: { id: string; name: string }[];
}

/** Reads the folder `recorded` of a case. Throws a DemoError when it has no plan that can be read. */
export async function readRecordings(folder: string): Promise<Recordings> {
  const plan = await readOptional(join(folder, 'plan.json'));
  if (plan === null) throw new DemoError(`There are no recorded answers in ${folder}`, exitCodes.badInput);
  const { tasks } = JSON.parse(plan) as RecordedPlan;
  const entries = tasks.flatMap(({ id, name }) =>
    Object.entries(files).map(async ([purpose, file]) => {
      return [keyOf(purpose, name), await readOptional(join(folder, id, file))] as const;
    }),
  );
  const answers = new Map([[keyOf('plan', null), plan] as const, ...(await Promise.all(entries))]);
  return {
    taskNames: tasks.map(({ name }) => name),
    find: (purpose, taskName) => answers.get(keyOf(purpose, taskName)) ?? null,
  };
}

const keyOf = (purpose: string, taskName: string | null) => JSON.stringify([purpose, taskName]);

async function readOptional(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
