import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { EnginePage, EngineQuery, EngineTable } from '@ecp/contract/engine/tool-access';
import type { Database } from '@ecp/database/database';
import type { Language } from '@ecp/language/language';
import type {
  PromptInputs,
  PromptOutputs,
  PromptPurpose,
  SourceDocument,
  UpstreamDeliverable,
} from '@ecp/model-calls/prompt-types';
import { LRUCache } from 'lru-cache';
import type { RunRef } from '../kernel/events.ts';
import { retryDuringDatabaseOutage } from '../kernel/waiting.ts';
import type { CatalogModel } from '../models/catalog.ts';
import type { ToolDefinition, ToolTurn } from './tool-types.ts';

/** The tools of one call and its earlier tool turns. */
export interface CallTools {
  definitions: ToolDefinition[];
  turns: ToolTurn[];
}

/** The tools of a call and its conversation so far. */
export interface OfferedTools {
  tools: ToolDefinition[];
  /** False in the last turn, in which the model must answer. */
  open: boolean;
  /** The earlier turns with their results, which follow the prompt. */
  turns: LanguageModelV4Message[];
}

/** One call of a run to a model. */
export interface ModelCall<P extends PromptPurpose> extends RunRef {
  engagementId: string;
  taskId: string | null;
  /** Unique in the run. A repeated step recognises its own finished call by it. */
  callKey: string;
  purpose: P;
  agentSlug: string;
  /** The models that may make the call, best first. One is left for the next after it has failed. */
  models: readonly CatalogModel[];
  /** 0 (easy) to 1 (hard). A reasoning model reasons by it. */
  difficulty: number;
  /** Called when a model is left after it has failed. */
  onLeft?(model: CatalogModel): Promise<void>;
  /** Reads the material of the prompt. It runs only if the call is to be made and its run is not paused. */
  gather(): Promise<PromptInputs[P]>;
  /**
   * The tools that the call offers if it has material for them, and its earlier turns. Absent for a call without tools.
   */
  tools?: CallTools | null;
}

/** Why a call gets no answer. A stop needs no record, because the run has it. */
export interface CallFailure {
  outcome: 'failed' | 'exhausted';
  message: string;
}

/** How a call ended for the workflow. Repeated executions get the same outcome. Expected failures are not thrown. */
export type CallOutcome<P extends PromptPurpose> =
  /** `cut` is true for a text that was truncated at the output limit. */
  | { outcome: 'answered'; answer: PromptOutputs[P]; cut: boolean; costNanoUsd: number }
  | { outcome: 'stopped' }
  | CallFailure;

/** How a call that offers tools ended: the model may also ask for tools instead of answering. */
export type TurnOutcome<P extends PromptPurpose> =
  | CallOutcome<P>
  | { outcome: 'asked'; turn: ToolTurn; costNanoUsd: number };

/** The tools of a call that is about to be made. */
export interface PreparedTools {
  offer: OfferedTools;
  /** UTF-8 bytes of turns and tools. */
  bytes: number;
  /** The findings of the earlier turns. */
  found: Found;
}

/** The findings of a call's tools. Its conversation shows them. */
export interface Found {
  queries: EngineQuery[];
  pages: EnginePage[];
  questionIds: string[];
}

/** The call that a tool works for. */
export type CallClient = RunRef & { engagementId: string; taskId: string | null; agentSlug: string; callKey: string };

/** The texts that tools can read, and how much of them they may return. */
export interface ToolMaterial {
  sources: SourceDocument[];
  /** Pages, results of queries and answers, by their titles to cite. */
  read: SourceDocument[];
  /** The documents that the task builds on. */
  documents: UpstreamDeliverable[];
  /** The language of the documents, in which calculations are written. */
  language: Language;
  /** The tables that tools describe and query. Empty if the run cannot query. */
  tables: EngineTable[];
  /** True if the call may ask people. */
  canAsk: boolean;
  /** True if the call may search and read the web. */
  doesResearch: boolean;
  /** UTF-8 bytes for all results together. */
  spareBytes: number;
}

/**
 * Returns once this process certainly owned its work a moment ago. Ask it between a reservation and its request: a
 * process that stood still in between would ask for an answer that its successor already has. After the loss of the
 * lease it never settles, and this process ends.
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

/** Another process considered this one dead and took over its call. This process must discard its result. */
export class CallTakenOverError extends Error {
  override readonly name = 'CallTakenOverError';
  constructor() {
    super('Another process has taken over the call');
  }
}

/** Most tasks that are remembered. One that is forgotten has its next call looked up. */
const maxTasks = 10_000;

/** A task, or the part of a run that belongs to none. */
type TaskRef = RunRef & { taskId: string | null };

/**
 * Remembers the tasks whose records this process has read to the end. No process has made their next calls before, so
 * these need not be looked up. Calls of a task come one after the other, and a reservation refuses what is recorded.
 */
export interface BegunTasks {
  /** Remembers a task of which a call without a record was looked up, with the marker of its run's prompts. */
  add(task: TaskRef, fence: string): void;
  /** Returns the marker of the run's prompts, or undefined if the next call must be looked up. */
  fenceOf(task: TaskRef): string | undefined;
  /** Forgets a task of which a record was found. */
  drop(task: TaskRef): void;
}

/** Creates an empty memory, which forgets the task that was used least recently when it is full. */
export function createBegunTasks(): BegunTasks {
  const fences = new LRUCache<string, string>({ max: maxTasks });
  return {
    add: (task, fence) => void fences.set(keyOf(task), fence),
    fenceOf: (task) => fences.get(keyOf(task)),
    drop: (task) => void fences.delete(keyOf(task)),
  };
}

const keyOf = ({ tenantId, runId, taskId }: TaskRef): string => JSON.stringify([tenantId, runId, taskId]);

/** Limits of one model call. */
export interface CallLimits {
  /** Most tries of one model while another one is left (contract 7). */
  triesWithFallback: number;
  /** Most tries of the last model. */
  maxTries: number;
  /** Wait before the second try. It doubles for each further one, with jitter. */
  backoffMs: number;
  /** Longest wait, even if the provider asks for more. */
  maxBackoffMs: number;
  /** Longest time of one request in all. */
  timeoutMs: number;
  /** Longest time of one request without a byte. */
  idleTimeoutMs: number;
  /** Most calls in flight in this process. */
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
 * Returns the wait before try `tries` (2, 3 …): exponential with jitter, or the provider's advice if that is longer.
 */
export function backoffBefore(tries: number, limits: CallLimits, adviceMs: number | null, random: number): number {
  const exponentialMs = limits.backoffMs * 2 ** (tries - 2) * (0.75 + random / 2);
  return Math.min(limits.maxBackoffMs, Math.max(exponentialMs, adviceMs ?? 0));
}
