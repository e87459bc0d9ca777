import type { EngineEventOf } from '@ecp/contract/engine/engine-events';
import type { CitationCounts } from '@ecp/contract/values/citations';
import type { Language } from '@ecp/language/language';
import type { KnownConflict } from '@ecp/model-calls/prompt-types';
import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { StoredRun, TaskResult } from '../../kernel/runs.ts';
import type { RoutingCandidate } from '../../routing/choose-model.ts';

/** One task of the run and its outcome. */
export interface TaskFacts {
  id: string;
  name: string;
  kind: TaskKind;
  agentSlug: string;
  dependsOn: string[];
  filename: string;
  /** `not_started` means that the run ended before the task could start. */
  state: TaskResult['state'] | 'not_started';
  error: string | null;
  /** The model that wrote the document, else the chosen one. Null if the task ended before a model was chosen. */
  model: string | null;
  reason: string | null;
  /** True if the router tried another model than the one that it preferred. */
  explored: boolean;
  /**
   * The models that the router compared: the chosen one, then the others, next best first. Empty if none was chosen.
   */
  candidates: RoutingCandidate[];
  observerScore: number | null;
  evaluation: Pick<EngineEventOf<'score'>, 'score' | 'rubricType' | 'rubricVersion' | 'criteria'> | null;
  /** Number of words of the document that this run delivered. Null if it delivered none. */
  wordCount: number | null;
  costNanoUsd: number;
  /** Time from the task's start to its end, including pauses. Null unless it both started and ended. */
  durationMs: number | null;
  /** True if an earlier run delivered a version of its document. */
  hasEarlierVersion: boolean;
}

/** Calls to models, summed by task, agent, model and purpose. */
export interface CallFacts {
  taskId: string | null;
  agentSlug: string;
  model: string;
  purpose: string;
  /** Number of attempts. */
  tries: number;
  /** Number of attempts after the first one of the same call. */
  retries: number;
  answered: number;
  costNanoUsd: number;
  inputTokens: number;
  outputTokens: number;
  /** Total time of the attempts, from request to end. */
  durationMs: number;
}

/** Attempts without a usable answer, summed by cause. */
export interface LostTryFacts {
  taskId: string | null;
  agentSlug: string;
  model: string;
  purpose: string;
  /** `none`: not billed. `billed`: paid without a usable answer. `unknown`: counted at the worst case. */
  billing: 'none' | 'billed' | 'unknown';
  error: string;
  tries: number;
  costNanoUsd: number;
}

export interface DelegationFacts {
  taskId: string;
  from: string;
  to: string;
  question: string;
  costNanoUsd: number;
  /** True if the question was answered from the record of the run. */
  reused: boolean;
}

/** A query of an agent over the tables of the engagement, which gave a result. */
export interface QueryFacts {
  agentSlug: string;
  /** The id by which documents cite it. */
  id: string;
  title: string;
  /** Rows of the result. */
  rows: number;
  /** True if the result has more rows. */
  truncated: boolean;
}

/** The number of a delivered document's citations in each state. */
export interface EvidenceFacts extends CitationCounts {
  taskId: string;
}

/** All numbers and names in the reports of a run, without the content of documents. Amounts are in nano-USD. */
export interface RunFacts {
  runId: string;
  engagement: StoredRun['input']['engagement'];
  /** The language of the brief, in which the reports are written. */
  language: Language;
  sourceTitles: string[];
  /** True if the engine planned the tasks from the brief. */
  planned: boolean;
  startedAtMs: number;
  /** When these facts were gathered. */
  gatheredAtMs: number;
  pausedMs: number;
  costNanoUsd: number;
  inputTokens: number;
  /** The part of `inputTokens` that providers read from their caches, and what that saved. */
  cachedInputTokens: number;
  savedNanoUsd: number;
  outputTokens: number;
  budget: { limitNanoUsd: number; spentNanoUsd: number; reservedNanoUsd: number };
  tasks: TaskFacts[];
  calls: CallFacts[];
  lostTries: LostTryFacts[];
  delegations: DelegationFacts[];
  /** One line for each search of an agent in the sources. */
  searches: string[];
  /** Oldest first. */
  queries: QueryFacts[];
  /** The citations of each delivered task, in the order of delivery. */
  evidence: EvidenceFacts[];
  /** The figures to which the documents of the engagement give different values. */
  conflicts: KnownConflict[];
  /** Agents by slug. An agent that left the roster is missing. */
  agents: ReadonlyMap<string, { name: string; role: string; department: string }>;
  /** Models that need no provider. */
  offlineModels: ReadonlySet<string>;
}

/** Returns the mean, or null for an empty list. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the sum of one number of each item. */
export const sumOf = <Part extends string>(items: readonly Record<Part, number>[], part: Part): number =>
  items.reduce((sum, item) => sum + item[part], 0);
