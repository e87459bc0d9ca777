import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { FailureReason } from '@ecp/contract/values/run-failures';
import type { LogLine } from './log-line.ts';

/** How far a task is; `evaluating` once its document is written. */
export type TaskState = 'waiting' | 'working' | 'evaluating' | 'evaluated' | 'completed' | 'failed' | 'skipped';

/** What is being done for a task that is worked on, as its last paid call tells. */
export type TaskStep = 'preparing' | 'consulting' | 'drafting' | 'observing' | 'revising';

/** A task of a run as its events have told of it. */
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
  /** USD so far; final once it has ended. */
  cost: number;
  /** 0 to 100. */
  score: number | null;
  feedback: string | null;
  error: string | null;
  /** Words of its document; null before that is there. */
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
  /** Answered from the run's record, at no cost. */
  reused: boolean;
  at: string;
}

/** A run as far as its events have told. Parts that did not change stay the same object. */
export interface RunProjection {
  /** Null before the first event. */
  status: EngagementStatus | null;
  /** Why it failed: for people, and as a fact. */
  error: string | null;
  failureReason: FailureReason | null;
  startedAt: string | null;
  endedAt: string | null;
  /** Since when it has been paused; null when it is not. */
  pausedAt: string | null;
  /** How long it was paused, the present pause left out. */
  pausedMs: number;
  cost: number;
  inputTokens: number;
  outputTokens: number;
  steps: number;
  /** Null until the tasks are settled; true when they were planned from the brief. */
  planned: boolean | null;
  tasks: readonly TaskProjection[];
  consultations: readonly ConsultationProjection[];
  /** Internal documents that are there. */
  reports: readonly string[];
  lines: readonly LogLine[];
}

/** A run of which nothing is known yet. */
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
