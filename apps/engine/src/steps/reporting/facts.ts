import type { EngineEventOf } from '@ecp/contract/engine/engine-events';
import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { StoredRun } from '../../kernel/runs/run-store.ts';
import type { TaskResult } from '../../kernel/runs/task-state.ts';
import type { RoutingCandidate } from '../../routing/choice.ts';

/** One task of the run and how it turned out. */
export interface TaskFacts {
  id: string;
  name: string;
  kind: TaskKind;
  agentSlug: string;
  dependsOn: string[];
  filename: string;
  /** `not_started`: the run ended before it. */
  state: TaskResult['state'] | 'not_started';
  error: string | null;
  /** Null where the task never got to choose one. */
  model: string | null;
  reason: string | null;
  /** The router tried out another model than the one that it thought best. */
  explored: boolean;
  /** Every model that the router weighed, in the order of the catalogue; empty where none was chosen. */
  candidates: RoutingCandidate[];
  observerScore: number | null;
  evaluation: Pick<EngineEventOf<'score'>, 'score' | 'rubricType' | 'rubricVersion' | 'criteria'> | null;
  /** Words of the document that this run delivered; null when it delivered none. */
  wordCount: number | null;
  costNanoUsd: number;
  /** From its start to its end, pauses included; null where it did not both start and end. */
  durationMs: number | null;
  /** True when an earlier run left a version of its document. */
  hasEarlierVersion: boolean;
}

/** Calls to models, added up per task, agent, model and purpose. */
export interface CallFacts {
  taskId: string | null;
  agentSlug: string;
  model: string;
  purpose: string;
  /** Times a model was asked. */
  tries: number;
  /** Tries after the first one of the same call. */
  retries: number;
  answered: number;
  costNanoUsd: number;
  inputTokens: number;
  outputTokens: number;
  /** Time between asking and the end of the tries. */
  durationMs: number;
}

/** Tries without a usable answer, added up per cause. */
export interface LostTryFacts {
  taskId: string | null;
  agentSlug: string;
  model: string;
  purpose: string;
  /** `none`: not billed; `billed`: paid for nothing; `unknown`: nobody knows, counted at its worst case. */
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
  /** Answered from the record of the run. */
  reused: boolean;
}

/** Everything that the reports of a run say, as numbers and names; no document's content. Money in nano-USD. */
export interface RunFacts {
  runId: string;
  engagement: StoredRun['input']['engagement'];
  sourceTitles: string[];
  /** True when the engine made the tasks from the brief. */
  planned: boolean;
  startedAtMs: number;
  /** The moment of these facts. */
  gatheredAtMs: number;
  pausedMs: number;
  costNanoUsd: number;
  inputTokens: number;
  outputTokens: number;
  budget: { limitNanoUsd: number; spentNanoUsd: number; reservedNanoUsd: number };
  tasks: TaskFacts[];
  calls: CallFacts[];
  lostTries: LostTryFacts[];
  delegations: DelegationFacts[];
  /** One line for each search of an agent in the sources. */
  searches: string[];
  /** One line a delivered task: how many of its citations hold. */
  evidence: string[];
  /** Who is who, by slug; an agent that left the roster is missing. */
  agents: ReadonlyMap<string, { name: string; role: string; department: string }>;
  /** Models that work without a provider (MOD-4). */
  offlineModels: ReadonlySet<string>;
}
