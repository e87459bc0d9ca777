import type {
  ControlledEngineRun,
  EngineLogs,
  EngineRun,
  EventPage,
  StartRunRequest,
} from '@ecp/contract/engine/engine-api';
import type { EnginePlan, EnginePlanRequest } from '@ecp/contract/engine/engine-plans';
import type { Agent } from '@ecp/contract/reach/service';

/** Code of an answer that was larger than the platform takes. */
export const answerTooLarge = 'answer_too_large';

/** The engine could not be reached, was too slow or answered an error; `message` may be shown to users. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
  /** The engine's own status, or null when there was no answer. */
  readonly status: number | null;
  /** The engine's own code; `answerTooLarge` for an answer that was cut off; else null. */
  readonly code: string | null;
  constructor(message: string, status: number | null, { code, cause }: { code?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
    this.code = code ?? null;
  }
}

/** Port to the execution engine (packages/contract, engine-api). Every call throws EngineUnavailableError on failure. */
export interface EngineClient {
  /** The roster; kept in memory for a minute, and as long as the engine is unreachable. */
  listAgents(): Promise<Agent[]>;
  startRun(tenantId: string, request: StartRunRequest): Promise<EngineRun>;
  /** The plan of an order, once it is made; after two minutes as far as it is. */
  makePlan(tenantId: string, request: EnginePlanRequest): Promise<EnginePlan>;
  /** Null when the engine does not know the run. */
  getRun(tenantId: string, runId: string): Promise<EngineRun | null>;
  pauseRun(tenantId: string, runId: string): Promise<ControlledEngineRun>;
  resumeRun(tenantId: string, runId: string): Promise<ControlledEngineRun>;
  stopRun(tenantId: string, runId: string): Promise<ControlledEngineRun>;
  /** Null when the engine does not know the run. */
  listEvents(
    tenantId: string,
    runId: string,
    page: { after: number; limit: number; waitMs: number },
    signal?: AbortSignal,
  ): Promise<EventPage | null>;
  getLogs(tenantId: string, runId: string, offset: number): Promise<EngineLogs>;
  /** The engine's event stream as bytes; the caller ends it by `signal`. */
  openStream(
    tenantId: string,
    runId: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>>;
  /** Returns when the engine answers that it is well, within three seconds. */
  checkHealth(): Promise<void>;
  /** Erases what the engine has of an engagement; of `runIds`, which it may not have yet, a late start is refused. */
  eraseEngagement(tenantId: string, engagementId: string, runIds: string[]): Promise<void>;
  close(): Promise<void>;
}

declare module '../../kernel/services.ts' {
  interface Services {
    engine: EngineClient;
  }
}
