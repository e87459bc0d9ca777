import type { TaskFailureReason } from '@ecp/contract/values/run-facts';

/** The result of a task, which its workflow returns. `error` is for people, `reason` for programs. */
export type TaskResult =
  | { state: 'completed'; taskId: string; filename: string }
  | { state: 'failed'; taskId: string; reason: TaskFailureReason; error: string }
  /** The budget was exhausted in this task. The run fails with this message. */
  | { state: 'exhausted'; taskId: string; error: string }
  | { state: 'stopped'; taskId: string }
  | { state: 'skipped'; taskId: string; reason: TaskFailureReason; error: string };

/** The end of a task's workflow: its result, or that the task waits for an answer. Another workflow continues it. */
export type TaskEnding = TaskResult | { state: 'waiting'; taskId: string };
