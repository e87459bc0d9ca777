import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Database } from '@ecp/database/database';
import type { Rubric } from '@ecp/model-calls/prompt-types';
import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { Semaphore } from '@ecp/semaphore/semaphore';
import type { Redact } from '@ecp/tracing/redact-secrets';
import type { Logger } from 'pino';
import type { RunEffects } from '../../kernel/ports.ts';
import type { Roster } from '../agents/roster.ts';
import type { AgentMaterial } from '../kernel/agent-material.ts';
import type { LiveTexts } from '../kernel/live-texts.ts';
import type { TextWork } from '../kernel/text-work.ts';
import type { RunChangePoller, RunSignals } from '../kernel/waiting.ts';
import type { CatalogModel } from '../models/catalog.ts';
import type { Embedder } from '../models/embedding-models.ts';
import type { KeyEvent, KeyHolder, ModelKeySource } from '../models/key-requests.ts';
import type { OwnModelStore } from '../models/own-models.ts';
import type { KnownForms } from './build-request.ts';
import type { CallSlots, CallsInFlight, ModelHealth, ProviderThrottle } from './gate.ts';
import type { BegunTasks, CallLimits } from './model-call.ts';
import type { ContextIndexes } from './tool-types.ts';

/** The services that a process of the engine opens once at the start. */
export interface EngineServices {
  database: Database;
  /** The effects of events on the engagement, in the transaction of each event. */
  effects: RunEffects;
  /** This process as the owner of its workflows and calls (docs/architecture.md). */
  executorId: string;
  /** Returns whether this process has renewed its lease lately. It reads memory only. */
  leaseHeld(): boolean;
  log: Logger;
  redact: Redact;

  roster: Roster;
  rubrics: Readonly<Record<TaskKind, Rubric>>;
  models: CatalogModel[];
  judges: CatalogModel[];
  languageModel(entry: CatalogModel): LanguageModelV4 | Promise<LanguageModelV4>;
  /** The embedder. It is null if no configured provider offers embeddings. */
  embedder: Embedder | null;
  ownModels: OwnModelStore;
  /**
   * The tenant, if it has keys of its own. It is absent where the installation's models serve the
   * tenant.
   */
  keyHolder?: KeyHolder;
  /** The services with the installation's models, in services with a tenant's own. */
  shared?: EngineServices;
  contexts: ContextIndexes;
  texts: TextWork;

  /** The tables, sources and web of an engagement, for its agents. */
  material: AgentMaterial;
  keySource: ModelKeySource;
  signals: RunSignals;
  runChanges: RunChangePoller;
  live: LiveTexts;

  /** True if runs with a connected model are worked by phases, with a lead, a challenger and an author. */
  hasPhases: boolean;
  limits: CallLimits;
  /**
   * The limit of what calls of a tenant may cost the operator on a day. It is null for no limit.
   */
  maxTenantNanoUsdPerDay: number | null;
  slots: CallSlots;
  inFlight: CallsInFlight;
  throttle: ProviderThrottle;
  health: ModelHealth;
  forms: KnownForms;
  begunTasks: BegunTasks;
  /** The turns of runs that may have ended processes: one begins at a time. */
  suspects: Semaphore;
}

/**
 * The services of a process that starts, controls and reads runs, whether or not it executes any.
 * The models are those that the tenant of the call may use.
 */
export type CallerServices = Pick<
  EngineServices,
  | 'database'
  | 'effects'
  | 'signals'
  | 'runChanges'
  | 'live'
  | 'inFlight'
  | 'contexts'
  | 'roster'
  | 'rubrics'
  | 'models'
  | 'judges'
  | 'hasPhases'
  | 'keyHolder'
  | 'log'
>;

/**
 * Returns the services with a tenant's own models, if it has any: the keys of now, which the
 * source gives within `limitMs` milliseconds. Throws UnreadableKeysError.
 */
export async function servicesOf(
  services: EngineServices,
  keyHolder: KeyHolder | undefined,
  limitMs: number,
): Promise<EngineServices> {
  const { shared = services } = services;
  if (!keyHolder) return shared;
  const own = await shared.ownModels.open(keyHolder, limitMs);
  return own === null ? shared : { ...shared, ...own, keyHolder, shared };
}

/** Records that a provider took or refused the tenant's own key, if the call had one. */
export function tellOfKey(
  { ownModels, keyHolder }: EngineServices,
  model: CatalogModel,
  event: KeyEvent,
  engagementId: string | null,
): void {
  if (keyHolder) ownModels.tell(keyHolder, model, event, engagementId);
}
