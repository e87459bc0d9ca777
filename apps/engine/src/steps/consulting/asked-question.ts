import type { RunRef } from '../../kernel/events/emit-event.ts';

/** A question of a task's lead to a colleague. */
export interface AskedQuestion extends RunRef {
  /** Unique in the run. A repeated execution uses the same id. */
  id: string;
  taskId: string;
  from: string;
  to: string;
  question: string;
}
