import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Database } from '@ecp/database/database';
import type { Rubric } from '@ecp/model-calls/prompt-types';
import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { Redact } from '@ecp/tracing/redact-secrets';
import type { Logger } from 'pino';
import type { Roster } from '../agents/roster.ts';
import type { LiveTexts } from '../kernel/live-texts.ts';
import type { RunChangePoller, RunSignals } from '../kernel/waiting.ts';
import type { CatalogModel } from '../models/catalog.ts';
import type { Embedder } from '../models/embedding-models.ts';
import type { KnownForms } from './build-request.ts';
import type { CallSlots, CallsInFlight, ModelHealth, ProviderThrottle } from './gate.ts';
import type { BegunTasks, CallClient, CallLimits, CallTools, PreparedTools, ToolMaterial } from './model-call.ts';
import type { ContextIndexes } from './tool-types.ts';

/** All that a process of the engine holds. It is opened once at the start. */
export interface EngineServices {
  database: Database;
  /** Id of this process as the owner of its workflows and calls (docs/architecture.md). */
  executorId: string;
  /** True if this process has renewed the lease on its work lately. Reads memory only. */
  leaseHeld(): boolean;
  log: Logger;
  /** Removes the configured secrets from a text. */
  redact: Redact;

  roster: Roster;
  /** One rubric for every task kind. */
  rubrics: Readonly<Record<TaskKind, Rubric>>;
  /** The models that can be called to write, at least one. */
  models: CatalogModel[];
  /** The models that only judge, perhaps none. */
  judges: CatalogModel[];
  languageModel(entry: CatalogModel): LanguageModelV4;
  /** Makes the vectors of sources. Null if no configured provider can. */
  embedder: Embedder | null;
  contexts: ContextIndexes;

  signals: RunSignals;
  runChanges: RunChangePoller;
  live: LiveTexts;

  limits: CallLimits;
  slots: CallSlots;
  inFlight: CallsInFlight;
  throttle: ProviderThrottle;
  health: ModelHealth;
  forms: KnownForms;
  begunTasks: BegunTasks;
  /**
   * Prepares the tools of a call: its earlier turns with their results, as messages. Returns the UTF-8 bytes of the
   * turns and tools, which bound their input tokens.
   */
  prepareTools(
    services: EngineServices,
    call: CallClient,
    tools: CallTools,
    material: ToolMaterial,
    fence: string,
  ): Promise<PreparedTools>;
}
