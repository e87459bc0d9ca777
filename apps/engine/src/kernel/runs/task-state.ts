/** How a task of a run ended; what its workflow returns. */
export type TaskResult =
  | { state: 'completed'; taskId: string; filename: string }
  /** `error` is for the user. */
  | { state: 'failed'; taskId: string; error: string }
  /** The budget ended here: the run fails with this message. */
  | { state: 'exhausted'; taskId: string; error: string }
  | { state: 'stopped'; taskId: string }
  /** A task that it depends on did not complete. */
  | { state: 'skipped'; taskId: string; error: string };
