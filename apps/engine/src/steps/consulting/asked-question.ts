import type { RunRef } from '../../kernel/events/emit-event.ts';

/** A question of one agent to another, for a task of a run. */
export interface AskedQuestion extends RunRef {
  /** Unique in the run. A repeated execution uses the same id. */
  id: string;
  taskId: string;
  from: string;
  to: string;
  question: string;
  /** Agents that wait for this answer: the lead first, the asker last. */
  chain: string[];
  /** Id of the consultation that led to the question. Null for a question of the lead. */
  parentId: string | null;
}

/** Returns the depth of a question, which is 1 for a question of the lead. */
export const depthOf = ({ chain }: AskedQuestion): number => chain.length;
