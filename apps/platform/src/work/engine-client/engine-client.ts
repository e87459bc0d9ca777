import { ApiError } from '@ecp/contract/declaring/errors';
import type {
  ControlledEngineRun,
  EngineCalls,
  EngineLogs,
  EngineRun,
  EventPage,
  StartRunRequest,
} from '@ecp/contract/engine/engine-api';
import type { EngineJudgement, EngineJudgementRequest } from '@ecp/contract/engine/engine-judgements';
import type { EnginePlan, EnginePlanRequest } from '@ecp/contract/engine/engine-plans';
import type { Agent, ModelList } from '@ecp/contract/reach/service';
import type { RunFailure } from '@ecp/contract/values/run-facts';

/** Code of a response that is larger than the platform accepts. */
export const answerTooLarge = 'answer_too_large';

/** The engine could not be reached, was too slow or responded with an error. `message` may be shown to users. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
  /** The engine's status. Null when there was no response of the engine's own, as when a proxy answered. */
  readonly status: number | null;
  /** The engine's code, `answerTooLarge` for a response that was cut off, otherwise null. */
  readonly code: string | null;
  constructor(message: string, status: number | null, { code, cause }: { code?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
    this.code = code ?? null;
  }
}

/**
 * Port to the execution engine (packages/contract, engine-api). Every call throws EngineUnavailableError on failure.
 */
export interface EngineClient {
  /** Returns the roster, cached for a minute, and longer while the engine is unreachable. */
  listAgents(): Promise<Agent[]>;
  /** Returns the models that the engine can call, cached like the roster. */
  listModels(): Promise<ModelList['models']>;
  /** Stores an image before the start of a run that names it. Repeating it changes nothing. */
  storeImage(tenantId: string, engagementId: string, image: { sha256: string; content: Uint8Array }): Promise<void>;
  startRun(tenantId: string, request: StartRunRequest): Promise<EngineRun>;
  /** Returns the plan of a request when it is made, or its state after two minutes. */
  makePlan(tenantId: string, request: EnginePlanRequest): Promise<EnginePlan>;
  /** Returns what a judge says about the statements of a text, or its state after two minutes. */
  judge(tenantId: string, request: EngineJudgementRequest): Promise<EngineJudgement>;
  /** Null when the engine does not know the run. */
  getRun(tenantId: string, runId: string): Promise<EngineRun | null>;
  pauseRun(tenantId: string, runId: string): Promise<ControlledEngineRun>;
  resumeRun(tenantId: string, runId: string): Promise<ControlledEngineRun>;
  stopRun(tenantId: string, runId: string): Promise<ControlledEngineRun>;
  /** Gives a person's answer. False if the engine has gone on from the assumption, or the run is over. */
  answerQuestion(
    tenantId: string,
    question: { runId: string; questionId: string },
    given: { answer: string; answeredBy: string },
  ): Promise<boolean>;
  /** Null when the engine does not know the run. */
  listEvents(
    tenantId: string,
    runId: string,
    page: { after: number; limit: number; waitMs: number },
    signal?: AbortSignal,
  ): Promise<EventPage | null>;
  getLogs(tenantId: string, runId: string, offset: number): Promise<EngineLogs>;
  /** Opens the engine's event stream as bytes; the caller ends it by `signal`. */
  openStream(
    tenantId: string,
    runId: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>>;
  /** Resolves when the engine reports that it is healthy, within three seconds. */
  checkHealth(): Promise<void>;
  /** Returns a page of what models were asked for an engagement; `after` is the cursor of the page before. */
  listCalls(tenantId: string, engagementId: string, after: string): Promise<EngineCalls>;
  /**
   * Erases the engine's data of an engagement. The engine refuses a late start of `runIds`, which it may not have yet.
   */
  eraseEngagement(tenantId: string, engagementId: string, runIds: string[]): Promise<void>;
  close(): Promise<void>;
}

declare module '../../kernel/services.ts' {
  interface Services {
    engine: EngineClient;
  }
}

/** The failure of a stopped run (RUN-11). */
export const stoppedByUser: RunFailure = { reason: 'stopped', message: 'Stopped by user' };

/** Makes the error `Engine error: <reason>` for a failure of the engine (RUN-6, RUN-15). */
export function engineErrorOf(error: EngineUnavailableError): ApiError {
  return new ApiError('engine_error', { values: { reason: error.message }, cause: error });
}

/** Tells whether the engine refused a start because Stop came before it (packages/contract, engine-api). */
export function wasStoppedFirst(error: EngineUnavailableError): boolean {
  return error.status === 409 && error.code === 'run_stopped';
}

/** Returns the failure of a run whose start the engine refused or did not answer (RUN-6). */
export function startFailure(error: EngineUnavailableError): RunFailure {
  if (wasStoppedFirst(error)) return stoppedByUser;
  return { reason: 'start_failed', message: engineErrorOf(error).message };
}
