import type { RunRef } from '../../kernel/events/emit-event.ts';

/** A question of one agent to another, for a task of a run. */
export interface AskedQuestion extends RunRef {
  /** Unique in the run, and the same in a repeated execution. */
  id: string;
  taskId: string;
  from: string;
  to: string;
  question: string;
  /** Who is waiting for this answer: the lead first, the asker last. */
  chain: string[];
  /** Id of the consultation in which the question came up; null for a question of the lead. */
  parentId: string | null;
}

/** How deep a question lies: 1 for one of the lead. */
export const depthOf = ({ chain }: AskedQuestion): number => chain.length;
