import { Type } from 'typebox';

const Secret = Type.Optional(Type.String());

/**
 * Environment variables of the engine (SET-3). A platform that starts an engine passes these on and nothing else that
 * could hold a secret.
 */
export const EngineEnvironment = Type.Object({
  ENGINE_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  ENGINE_HOST: Type.Optional(Type.String()),
  ENGINE_TOKEN: Type.String({ minLength: 16 }),
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://' }),
  DATABASE_OWNER_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  ANTHROPIC_API_KEY: Secret,
  OPENAI_API_KEY: Secret,
  GOOGLE_GENERATIVE_AI_API_KEY: Secret,
  OPENAI_COMPATIBLE_BASE_URL: Type.Optional(Type.String({ pattern: '^https?://[^\\s]+$' })),
  OPENAI_COMPATIBLE_API_KEY: Secret,
  OPENAI_COMPATIBLE_MODELS: Type.Optional(Type.String()),
  MODEL_CATALOG: Type.Optional(Type.String()),
  EMBEDDING_MODEL: Type.Optional(Type.String({ maxLength: 200 })),
  ENGINE_MAX_RUNS: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  ENGINE_MAX_CALLS: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  ENGINE_DRAIN_SECONDS: Type.Optional(Type.Integer({ minimum: 0, maximum: 600 })),
  PROVIDER_LIMITS: Type.Optional(Type.String()),
  LOCAL_MODEL_LATENCY_MS: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(Type.String({ pattern: '^https?://[^\\s]+$' })),
  LOG_LEVEL: Type.Optional(Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
});
