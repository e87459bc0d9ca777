import { usdToNano } from '@ecp/contract/declaring/money';
import { EngineEnvironment } from '@ecp/contract/engine/engine-environment';
import { countVariables } from '@ecp/contract/engine/way-out';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { ConfigurationError } from '../kernel/settings.ts';
import { type ProviderLimits, readProviderLimits } from './call/gate.ts';
import { type CallLimits, defaultCallLimits } from './call/model-call.ts';
import type { ModelSettings } from './models/available-models.ts';
import { readCloudSettings } from './models/available-models.ts';

export interface EngineConfig {
  host: string;
  port: number;
  databaseUrl: string;
  /** The role that migrates. Undefined for that of `databaseUrl`. */
  databaseOwnerUrl?: string | undefined;
  /** The database's own address, if `databaseUrl` is that of a pooler in transaction mode. */
  databaseDirectUrl?: string | undefined;
  /** Names of the variables that count for nothing, because they need a way out. */
  ignoredSettings?: string[] | undefined;
  models: ModelSettings;
  /** Undefined: only what the providers' own responses ask for. */
  providerLimits?: ProviderLimits | undefined;
  workLimits?: WorkLimits | undefined;
  /** True to work runs by phases where a model is connected. Undefined like false. */
  hasPhases?: boolean | undefined;
  /** What calls of a tenant may cost the operator on a day. Undefined for no limit. */
  maxTenantNanoUsdPerDay?: number | undefined;
  /** True to refuse to start while anything is open to the children that read texts. */
  requireIsolation?: boolean | undefined;
  /** Undefined for no tracing. */
  tracesEndpoint?: string | undefined;
  logLevel: NonNullable<Static<typeof EngineEnvironment>['LOG_LEVEL']>;
}

interface WorkLimits {
  /**
   * Limits the model calls in flight at once. Each holds its prompt, its answer and a connection.
   */
  maxCalls: number;
  /** Limits the time of a model call without a byte. */
  modelIdleMs: number;
  /** Limits the time of a model call in all. */
  modelCallMs: number;
  /** Limits the time of calls in flight after a signal to end. */
  drainMs: number;
  /** Time until ended runs lose what nothing shows any more; 0 for never. */
  keepDataMs: number;
}

const dayMs = 86_400_000;

/** Draining for 20 s leaves a third of Kubernetes's 30 s for the rest of the close. */
export const defaultWorkLimits: WorkLimits = {
  maxCalls: defaultCallLimits.maxConcurrent,
  modelIdleMs: defaultCallLimits.idleTimeoutMs,
  modelCallMs: defaultCallLimits.timeoutMs,
  drainMs: 20_000,
  keepDataMs: 30 * dayMs,
};

export function callLimitsOf({ maxCalls, modelIdleMs, modelCallMs }: WorkLimits): CallLimits {
  return {
    ...defaultCallLimits,
    maxConcurrent: maxCalls,
    idleTimeoutMs: modelIdleMs,
    timeoutMs: modelCallMs,
  };
}

/**
 * Reads the settings once, at start. Throws ConfigurationError that names the first invalid or
 * missing variable.
 */
export function readConfig(environment: NodeJS.ProcessEnv): EngineConfig {
  const { counted: given, ignored } = countVariables(environment);
  if (given['DATABASE_URL'] === undefined)
    throw new ConfigurationError('DATABASE_URL is required to start a worker alone');
  const converted = Value.Convert(EngineEnvironment, given);
  const [failure] = Value.Errors(EngineEnvironment, converted);
  if (failure)
    throw new ConfigurationError(
      `${failure.instancePath.slice(1)} is not usable: it ${failure.message}`,
    );
  const env = converted as Static<typeof EngineEnvironment>;
  const providerLimits = readProviderLimits(env.PROVIDER_LIMITS);
  if (!providerLimits) {
    throw new ConfigurationError(
      'PROVIDER_LIMITS is not usable: it must be JSON as {"anthropic": {"requestsPerMinute": 50, "tokensPerMinute": 40000}}',
    );
  }
  return {
    host: env.HOST ?? '127.0.0.1',
    port: env.ENGINE_PORT ?? 3001,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    ignoredSettings: ignored,
    models: readModelSettings(env),
    providerLimits,
    workLimits: {
      maxCalls: env.ENGINE_MAX_CALLS ?? defaultWorkLimits.maxCalls,
      modelIdleMs: (env.MODEL_IDLE_SECONDS ?? defaultWorkLimits.modelIdleMs / 1_000) * 1_000,
      modelCallMs: (env.MODEL_CALL_SECONDS ?? defaultWorkLimits.modelCallMs / 1_000) * 1_000,
      drainMs: (env.ENGINE_DRAIN_SECONDS ?? defaultWorkLimits.drainMs / 1_000) * 1_000,
      keepDataMs: (env.ENGINE_DATA_DAYS ?? defaultWorkLimits.keepDataMs / dayMs) * dayMs,
    },
    maxTenantNanoUsdPerDay:
      env.MAX_TENANT_USD_PER_DAY === undefined ? undefined : usdToNano(env.MAX_TENANT_USD_PER_DAY),
    hasPhases: env.RUN_PHASES === 'on',
    requireIsolation: env.SANDBOX === 'required',
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: env.LOG_LEVEL ?? 'info',
  };
}

/** Returns the settings that are secret. No error, log or event may show one. */
export function secretsOf({ models, ...config }: EngineConfig): (string | undefined)[] {
  const {
    anthropicApiKey,
    openaiApiKey,
    googleApiKey,
    openaiCompatible,
    azure,
    amazonBedrock,
    googleVertex,
  } = models;
  const hosted = [anthropicApiKey, openaiApiKey, googleApiKey, openaiCompatible?.apiKey];
  const clouds = [
    azure?.apiKey,
    amazonBedrock?.apiKey,
    amazonBedrock?.secretAccessKey,
    googleVertex?.apiKey,
  ];
  const databases = [config.databaseUrl, config.databaseOwnerUrl, config.databaseDirectUrl];
  return [...databases, ...hosted, ...clouds];
}

function readModelSettings(env: Static<typeof EngineEnvironment>): ModelSettings {
  const baseUrl = env.OPENAI_COMPATIBLE_BASE_URL;
  const models = (env.OPENAI_COMPATIBLE_MODELS ?? '').split(',').map((id) => id.trim());
  return {
    anthropicApiKey: env.ANTHROPIC_API_KEY,
    openaiApiKey: env.OPENAI_API_KEY,
    googleApiKey: env.GOOGLE_GENERATIVE_AI_API_KEY,
    openaiCompatible: baseUrl
      ? { baseUrl, apiKey: env.OPENAI_COMPATIBLE_API_KEY, models: models.filter((id) => id !== '') }
      : undefined,
    ...readCloudSettings(env),
    localModelLatencyMs: env.LOCAL_MODEL_LATENCY_MS ?? 0,
    embeddingModel: env.EMBEDDING_MODEL,
    catalogPath: env.MODEL_CATALOG,
  };
}
