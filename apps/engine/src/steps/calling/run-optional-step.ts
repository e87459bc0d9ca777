import { TaskEndedError } from './call-model.ts';

/**
 * A draft is written and paid: that a judgement or a better version of it cannot be had loses nothing of it, and gives
 * null. Stop does end the task.
 */
export async function runOptionalStep<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TaskEndedError && error.result.state !== 'stopped') return null;
    throw error;
  }
}
