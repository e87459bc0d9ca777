import { Type } from 'typebox';

const Secret = Type.Optional(Type.String());
const Address = Type.Optional(Type.String({ pattern: '^https?://[^\\s]+$' }));
/** Part of a host name: letters, digits and hyphens. */
const dnsLabel = '^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$';

/** Environment variables of a worker, beside those that both roles read. */
export const EngineEnvironment = Type.Object({
  ENGINE_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  HOST: Type.Optional(Type.String()),
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://' }),
  DATABASE_OWNER_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  DATABASE_DIRECT_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  OUTBOUND: Type.Optional(Type.Enum(['on', 'off'])),
  ANTHROPIC_API_KEY: Secret,
  OPENAI_API_KEY: Secret,
  GOOGLE_GENERATIVE_AI_API_KEY: Secret,
  AZURE_RESOURCE_NAME: Type.Optional(Type.String({ pattern: dnsLabel })),
  AZURE_BASE_URL: Address,
  AZURE_API_KEY: Secret,
  BEDROCK_REGION: Type.Optional(Type.String({ pattern: dnsLabel })),
  BEDROCK_BASE_URL: Address,
  BEDROCK_API_KEY: Secret,
  BEDROCK_ACCESS_KEY_ID: Type.Optional(Type.String()),
  BEDROCK_SECRET_ACCESS_KEY: Secret,
  GOOGLE_VERTEX_PROJECT: Type.Optional(Type.String({ maxLength: 100 })),
  GOOGLE_VERTEX_LOCATION: Type.Optional(Type.String({ pattern: dnsLabel })),
  GOOGLE_VERTEX_BASE_URL: Address,
  GOOGLE_VERTEX_API_KEY: Secret,
  /** Path of the credentials for Vertex AI, which Google's library reads by itself. */
  GOOGLE_APPLICATION_CREDENTIALS: Type.Optional(Type.String()),
  OPENAI_COMPATIBLE_BASE_URL: Address,
  OPENAI_COMPATIBLE_API_KEY: Secret,
  OPENAI_COMPATIBLE_MODELS: Type.Optional(Type.String()),
  MODEL_CATALOG: Type.Optional(Type.String()),
  EMBEDDING_MODEL: Type.Optional(Type.String({ maxLength: 200 })),
  ENGINE_MAX_CALLS: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  MODEL_IDLE_SECONDS: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_600 })),
  MODEL_CALL_SECONDS: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
  ENGINE_DATA_DAYS: Type.Optional(Type.Integer({ minimum: 0, maximum: 36_500 })),
  ENGINE_DRAIN_SECONDS: Type.Optional(Type.Integer({ minimum: 0, maximum: 600 })),
  MAX_TENANT_USD_PER_DAY: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })),
  RUN_PHASES: Type.Optional(Type.Enum(['on', 'off'])),
  SANDBOX: Type.Optional(Type.Enum(['available', 'required'])),
  PROVIDER_LIMITS: Type.Optional(Type.String()),
  LOCAL_MODEL_LATENCY_MS: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
  OTEL_EXPORTER_OTLP_ENDPOINT: Address,
  LOG_LEVEL: Type.Optional(
    Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  ),
});
