import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { EngineTable } from '@ecp/contract/engine/tool-access';
import type { RunPhase, SpendLimit } from '@ecp/contract/values/run-facts';
import type { Database } from '@ecp/database/database';
import type { Language } from '@ecp/language/language';
import type {
  PromptInputs,
  PromptOutputs,
  PromptPurpose,
  RaisedObjection,
  SourceDocument,
  UpstreamDeliverable,
} from '@ecp/model-calls/prompt-types';
import { LRUCache } from 'lru-cache';
import type { RunRef } from '../kernel/events.ts';
import { retryDuringDatabaseOutage } from '../kernel/waiting.ts';
import type { CatalogModel } from '../models/catalog.ts';
import type { FinishedTurn, ToolDefinition, ToolTurn } from './tool-types.ts';

export interface CallTools {
  definitions: ToolDefinition[];
  /** The earlier turns of the call, oldest first. */
  turns: FinishedTurn[];
}

export interface OfferedTools {
  tools: ToolDefinition[];
  open: boolean;
  turns: LanguageModelV4Message[];
}

export interface ModelCall<P extends PromptPurpose> extends RunRef {
  engagementId: string;
  taskId: string | null;
  /** The phase of the run. It is absent for a call of a single task. */
  phase?: RunPhase | undefined;
  /** The key of the call, unique in the run. A repeated step finds its finished call by it. */
  callKey: string;
  purpose: P;
  agentSlug: string;
  models: readonly CatalogModel[];
  /** 0 (easy) to 1 (hard). It sets the effort of reasoning models. */
  difficulty: number;
  onLeft?(model: CatalogModel): Promise<void>;
  /** Reads the material of the prompt, if the call is to be made and its run is not paused. */
  gather(): Promise<PromptInputs[P]>;
  tools?: CallTools | null;
}

/** The reason for which a call gets no answer. A stop is recorded by the run alone. */
export type CallFailure =
  | { outcome: 'failed'; message: string }
  | { outcome: 'exhausted'; reason: SpendLimit; message: string };

/**
 * The ending of a call. Repeated executions get the same outcome. Expected failures are not thrown.
 */
export type CallOutcome<P extends PromptPurpose> =
  /** `cut` is true for an answer that was truncated at the output limit. */
  | { outcome: 'answered'; answer: PromptOutputs[P]; cut: boolean; costNanoUsd: number }
  | { outcome: 'stopped' }
  | CallFailure;

/** The outcome of a call that offers tools, which the model may ask for. */
export type TurnOutcome<P extends PromptPurpose> =
  | CallOutcome<P>
  | { outcome: 'asked'; turn: ToolTurn; costNanoUsd: number };

export type CallClient = RunRef & {
  /** The phase of the run. It is absent for a call of a single task. */
  phase?: RunPhase | undefined;
  engagementId: string;
  taskId: string | null;
  agentSlug: string;
  callKey: string;
};

export interface ToolMaterial {
  sources: SourceDocument[];
  read: SourceDocument[];
  documents: UpstreamDeliverable[];
  language: Language;
  tables: EngineTable[];
  canAsk: boolean;
  doesResearch: boolean;
  /** The objections that a submitted answer must settle. */
  objections: readonly RaisedObjection[];
}

/**
 * Returns once this process has proved after a reservation that it owns its work. Without the
 * proof, a process that stood still would pay for an answer that its successor already has. After
 * the loss of the lease it never returns.
 */
export async function confirmLease({
  leaseHeld,
  database,
}: {
  leaseHeld(): boolean;
  database: Database;
}): Promise<void> {
  if (leaseHeld()) return;
  // Each transaction begins with the fence, so an empty one is enough.
  await retryDuringDatabaseOutage(() => database.batchSystem([]));
}

/** Another process took over the call of this one, which must discard its result. */
export class CallTakenOverError extends Error {
  override readonly name = 'CallTakenOverError';
  constructor() {
    super('Another process has taken over the call');
  }
}

/** Limits the tasks in memory. The next call of a forgotten task is looked up. */
const maxTasks = 10_000;

/** A task, or the part of a run that belongs to none. */
type TaskRef = RunRef & { taskId: string | null };

/**
 * The tasks of which this process has read all records. Their next calls need no look-up, because
 * calls of a task are sequential and a reservation refuses recorded ones.
 */
export interface BegunTasks {
  add(task: TaskRef, fence: string): void;
  /** Returns the marker of the run's prompts, or undefined if the next call must be looked up. */
  fenceOf(task: TaskRef): string | undefined;
  drop(task: TaskRef): void;
}

/** Creates an empty memory, which drops the least recently used task when it is full. */
export function createBegunTasks(): BegunTasks {
  const fences = new LRUCache<string, string>({ max: maxTasks });
  return {
    add: (task, fence) => void fences.set(keyOf(task), fence),
    fenceOf: (task) => fences.get(keyOf(task)),
    drop: (task) => void fences.delete(keyOf(task)),
  };
}

const keyOf = ({ tenantId, runId, taskId }: TaskRef): string =>
  JSON.stringify([tenantId, runId, taskId]);

export interface CallLimits {
  triesWithFallback: number;
  maxTries: number;
  /** Wait before the second try. It doubles for each further one, with jitter. */
  backoffMs: number;
  /** Limits the wait, even if the provider asks for more. */
  maxBackoffMs: number;
  timeoutMs: number;
  idleTimeoutMs: number;
  maxConcurrent: number;
}

export const defaultCallLimits: CallLimits = {
  triesWithFallback: 2,
  maxTries: 4,
  backoffMs: 1_000,
  maxBackoffMs: 30_000,
  timeoutMs: 1_200_000,
  idleTimeoutMs: 60_000,
  maxConcurrent: 1_024,
};

/**
 * Returns the wait before try `tries` (from 2) in ms: exponential with jitter, or the provider's
 * longer advice.
 */
export function backoffBefore(
  tries: number,
  limits: CallLimits,
  adviceMs: number | null,
  random: number,
): number {
  const exponentialMs = limits.backoffMs * 2 ** (tries - 2) * (0.75 + random / 2);
  return Math.min(limits.maxBackoffMs, Math.max(exponentialMs, adviceMs ?? 0));
}
