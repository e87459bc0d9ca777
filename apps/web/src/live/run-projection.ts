import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { FailureReason } from '@ecp/contract/values/run-failures';
import type { LogLine } from './log-line.ts';

/** State of a task; `evaluating` once its document is written. */
export type TaskState = 'waiting' | 'working' | 'evaluating' | 'evaluated' | 'completed' | 'failed' | 'skipped';

/** Current step of a working task, derived from its last paid call. */
export type TaskStep = 'preparing' | 'consulting' | 'drafting' | 'observing' | 'revising';

/** The state of a task, computed from events. */
export interface TaskProjection {
  id: string;
  name: string;
  description: string;
  agent: string;
  dependsOn: readonly string[];
  filename: string;
  state: TaskState;
  step: TaskStep;
  /** Null before it starts. */
  model: string | null;
  startedAt: string | null;
  endedAt: string | null;
  /** USD so far; final once the task has ended. */
  cost: number;
  /** From 0 to 100. */
  score: number | null;
  feedback: string | null;
  error: string | null;
  /** Number of words of its document; null before it is written. */
  wordCount: number | null;
}

/** A question of one agent to another, with its answer. */
export interface ConsultationProjection {
  id: string;
  taskId: string;
  from: string;
  to: string;
  question: string;
  /** Null in runs of an earlier release. */
  answer: string | null;
  cost: number;
  /** Whether the answer came from the run's record, at no cost. */
  reused: boolean;
  at: string;
}

/** The state of a run, computed from events. Unchanged parts stay the same objects. */
export interface RunProjection {
  /** Null before the first event. */
  status: EngagementStatus | null;
  /** Why the run failed, in words; `failureReason` is the code. */
  error: string | null;
  failureReason: FailureReason | null;
  startedAt: string | null;
  endedAt: string | null;
  /** Start of the current pause; null if the run is not paused. */
  pausedAt: string | null;
  /** Duration of all pauses without the current one. */
  pausedMs: number;
  cost: number;
  inputTokens: number;
  outputTokens: number;
  steps: number;
  /** Whether the tasks were planned from the brief; null until the tasks are known. */
  planned: boolean | null;
  tasks: readonly TaskProjection[];
  consultations: readonly ConsultationProjection[];
  /** Names of the internal files so far. */
  reports: readonly string[];
  lines: readonly LogLine[];
}

/** The projection before the first event. */
export const emptyRunProjection: RunProjection = {
  status: null,
  error: null,
  failureReason: null,
  startedAt: null,
  endedAt: null,
  pausedAt: null,
  pausedMs: 0,
  cost: 0,
  inputTokens: 0,
  outputTokens: 0,
  steps: 0,
  planned: null,
  tasks: [],
  consultations: [],
  reports: [],
  lines: [],
};
