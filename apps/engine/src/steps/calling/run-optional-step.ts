import { TaskEndedError } from './call-model.ts';

/**
 * Runs a step that judges or improves a draft. The draft is already written and paid, so a failed step returns null and
 * the draft stays. Only Stop ends the task.
 */
export async function runOptionalStep<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TaskEndedError && error.result.state !== 'stopped') return null;
    throw error;
  }
}
