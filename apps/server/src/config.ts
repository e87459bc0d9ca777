import { Resolver } from 'node:dns';
import { countVariables } from '@ecp/contract/engine/way-out';
import { type OpenLimit, openLimits } from '@ecp/contract/reach/service';
import { engagementLimits, highestBudgetUsd } from '@ecp/contract/work/engagements';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { addressOf } from './kernel/mail/mail-text.ts';
import { isAllowedHostEntry, isPublicSite } from './kernel/outbound/addresses.ts';
import {
  ConfigurationError,
  defaultDataDir,
  type KmsSettings,
  type PlatformConfig,
  parseTrustedProxies,
  type S3Settings,
  type SearchProvider,
  type SearchSettings,
  type StripeSettings,
  type TrustedProxies,
} from './kernel/settings.ts';

const Port = Type.Integer({ minimum: 0, maximum: 65_535 });
const Limit = Type.Integer({ minimum: 1, maximum: 1_000_000 });
/** An amount of US dollars. */
const Usd = Type.Number({ exclusiveMinimum: 0, maximum: highestBudgetUsd });
/** Secrets of 16 characters or more with commas between them. */
const secretList = '^[^,\\s][^,]{14,}[^,\\s](, *[^,\\s][^,]{14,}[^,\\s])*$';
const HttpUrl = Type.String({ pattern: '^https?://[^\\s]+$' });

/** Environment variables of the platform. An empty value counts as unset. */
const Environment = Type.Object({
  PORT: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  HOST: Type.Optional(Type.String()),
  BASE_URL: Type.Optional(HttpUrl),
  DATA_DIR: Type.Optional(Type.String()),
  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  DATABASE_OWNER_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  DATABASE_DIRECT_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  MODEL_CATALOG: Type.Optional(Type.String()),
  OPENAI_COMPATIBLE_MODELS: Type.Optional(Type.String()),
  ENGINE_PORT: Type.Optional(Port),
  ENGINE_DRAIN_SECONDS: Type.Optional(Type.Integer({ minimum: 0, maximum: 600 })),
  REDIS_URL: Type.Optional(Type.String({ pattern: '^rediss?://[^\\s]+$' })),
  S3_BUCKET: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' })),
  S3_ENDPOINT: Type.Optional(HttpUrl),
  S3_REGION: Type.Optional(Type.String()),
  S3_ACCESS_KEY_ID: Type.Optional(Type.String()),
  S3_SECRET_ACCESS_KEY: Type.Optional(Type.String()),
  KMS_KEY_ID: Type.Optional(Type.String()),
  KMS_ENDPOINT: Type.Optional(HttpUrl),
  KMS_REGION: Type.Optional(Type.String()),
  KMS_ACCESS_KEY_ID: Type.Optional(Type.String()),
  KMS_SECRET_ACCESS_KEY: Type.Optional(Type.String()),
  SECRET_KEY: Type.Optional(Type.String({ pattern: secretList })),
  STRIPE_SECRET_KEY: Type.Optional(Type.String()),
  STRIPE_WEBHOOK_SECRET: Type.Optional(Type.String()),
  STRIPE_PRICE_STARTER: Type.Optional(Type.String()),
  STRIPE_PRICE_PROFESSIONAL: Type.Optional(Type.String()),
  STRIPE_PRICE_ENTERPRISE: Type.Optional(Type.String()),
  STRIPE_API_BASE: Type.Optional(HttpUrl),
  SMTP_URL: Type.Optional(Type.String({ pattern: '^smtps?://' })),
  SEARCH_PROVIDER: Type.Optional(Type.Enum(['searxng', 'brave', 'tavily'])),
  SEARCH_URL: Type.Optional(HttpUrl),
  SEARCH_API_KEY: Type.Optional(Type.String()),
  SEARCH_USD_PER_1000: Type.Optional(Type.Number({ minimum: 0, maximum: 10_000 })),
  MAIL_FROM: Type.Optional(Type.String({ minLength: 3 })),
  ABUSE_CONTACT: Type.Optional(Type.String({ minLength: 3, maxLength: 200 })),
  OUTBOUND: Type.Optional(Type.Enum(['on', 'off'])),
  OUTBOUND_ALLOWED_HOSTS: Type.Optional(Type.String()),
  DNS_SERVERS: Type.Optional(Type.String()),
  SANDBOX: Type.Optional(Type.Enum(['available', 'required'])),
  TENANT_MODEL_KEYS: Type.Optional(Type.Enum(['optional', 'required', 'off'])),
  TRUST_PROXY: Type.Optional(Type.String()),
  ANTHROPIC_API_KEY: Type.Optional(Type.String()),
  OPENAI_API_KEY: Type.Optional(Type.String()),
  GOOGLE_GENERATIVE_AI_API_KEY: Type.Optional(Type.String()),
  WEBHOOK_RETRY_SECONDS: Type.Optional(Type.String({ pattern: '^\\d+(,\\d+)*$' })),
  WEBHOOK_DELIVERY_DAYS: Type.Optional(Type.Integer({ minimum: 2, maximum: 36_500 })),
  MAX_BUDGET_USD: Type.Optional(Usd),
  MAX_TENANT_USD_PER_DAY: Type.Optional(Usd),
  SIGN_UPS_PER_NETWORK_PER_HOUR: Type.Optional(Limit),
  RATE_LIMIT_API: Type.Optional(Limit),
  RATE_LIMIT_ENGINE: Type.Optional(Limit),
  RATE_LIMIT_BILLING: Type.Optional(Limit),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(HttpUrl),
  LOG_LEVEL: Type.Optional(
    Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  ),
});

/** The default waits before webhook attempts: 5 s, 30 s, 2 min, 10 min, 1 h, 4 h, 12 h. */
const webhookRetrySeconds = '5,30,120,600,3600,14400,43200';
/** Days for which webhook deliveries are kept. */
const webhookDays = 30;
const daySeconds = 86_400;

/** Variables that hold a password or token, which no message may repeat. */
const secretVariables = new Set([
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_DIRECT_URL',
  'REDIS_URL',
  'S3_SECRET_ACCESS_KEY',
  'KMS_SECRET_ACCESS_KEY',
  'SECRET_KEY',
  'SMTP_URL',
  'SEARCH_API_KEY',
]);

const hostedModelKeys = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
] as const;

/**
 * Reads the settings once, at start. Throws ConfigurationError, which names the first invalid
 * variable.
 */
export function readConfig(environment: NodeJS.ProcessEnv): PlatformConfig {
  const { counted: given, ignored } = countVariables(environment);
  const converted = Value.Convert(Environment, given);
  const [failure] = Value.Errors(Environment, converted);
  if (failure) {
    const variable = failure.instancePath.slice(1);
    const shown = secretVariables.has(variable) ? '' : `=${given[variable] ?? ''}`;
    throw new ConfigurationError(`${variable}${shown} is not usable: it ${failure.message}`);
  }
  const env = converted as Static<typeof Environment>;
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL) {
    throw new ConfigurationError(
      'DATABASE_OWNER_URL needs DATABASE_URL: name the role as which services log in',
    );
  }
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    throw new ConfigurationError(
      'DATABASE_DIRECT_URL needs DATABASE_URL: name the pooler in front of the database',
    );
  }
  requireTimeForRetries(env);
  const port = env.PORT ?? 3000;
  const host = env.HOST ?? '127.0.0.1';
  const baseUrl = removeEndingSlashes(env.BASE_URL ?? `http://localhost:${port}`);
  const mailFrom = env.MAIL_FROM ?? 'Engagements <no-reply@localhost>';
  return {
    host,
    port,
    baseUrl,
    dataDir: env.DATA_DIR ?? defaultDataDir,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    modelCatalogPath: env.MODEL_CATALOG,
    compatibleModels: listNames(env.OPENAI_COMPATIBLE_MODELS),
    enginePort: env.ENGINE_PORT,
    engineDrainMs: (env.ENGINE_DRAIN_SECONDS ?? 20) * 1_000,
    redisUrl: env.REDIS_URL,
    s3: readS3(env),
    kms: readKms(env),
    secretKeys: readSecretKeys(env.SECRET_KEY),
    stripe: readStripe(env),
    mail: { smtpUrl: env.SMTP_URL, from: mailFrom },
    search: readSearchSettings(env),
    abuseContact: env.ABUSE_CONTACT ?? addressOf(mailFrom),
    hasWayOut: env.OUTBOUND !== 'off',
    ignoredSettings: ignored,
    outboundAllowedHosts: readHosts(env.OUTBOUND_ALLOWED_HOSTS ?? ''),
    // Providers are outside.
    tenantModelKeys: env.OUTBOUND === 'off' ? 'off' : (env.TENANT_MODEL_KEYS ?? 'optional'),
    dnsServers: readNameServers(env.DNS_SERVERS ?? ''),
    requireIsolation: env.SANDBOX === 'required',
    trustedProxies: readTrustedProxies(env.TRUST_PROXY),
    hostedModelKeys: hostedModelKeys.filter((name) => env[name] !== undefined),
    webhookRetryWaitsMs: readRetryWaits(env).map((seconds) => seconds * 1_000),
    retention: { webhookDays: env.WEBHOOK_DELIVERY_DAYS ?? webhookDays },
    rateLimits: {
      api: env.RATE_LIMIT_API ?? 600,
      engine: env.RATE_LIMIT_ENGINE ?? 5,
      billing: env.RATE_LIMIT_BILLING ?? 10,
    },
    maxBudgetUsd: env.MAX_BUDGET_USD ?? engagementLimits.budgetUsd,
    maxTenantUsdPerDay: env.MAX_TENANT_USD_PER_DAY ?? null,
    signUpsPerNetworkPerHour: env.SIGN_UPS_PER_NETWORK_PER_HOUR ?? null,
    openLimits: findOpenLimits(env, baseUrl),
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: env.LOG_LEVEL ?? 'info',
  };
}

/**
 * Finds the settings of the operator's bill that are not set where anybody can reach the
 * installation.
 */
function findOpenLimits(env: Static<typeof Environment>, baseUrl: string): OpenLimit[] {
  if (!isPublicSite(new URL(baseUrl))) return [];
  return openLimits.filter((name) => env[name] === undefined);
}

const readRetryWaits = ({ WEBHOOK_RETRY_SECONDS: given }: Static<typeof Environment>) =>
  (given ?? webhookRetrySeconds).split(',').map(Number);

/**
 * Refuses retries that last longer than deliveries are kept, because the last of them would never
 * be made.
 */
function requireTimeForRetries(env: Static<typeof Environment>): void {
  const seconds = readRetryWaits(env).reduce((sum, wait) => sum + wait, 0);
  const days = env.WEBHOOK_DELIVERY_DAYS ?? webhookDays;
  if (seconds < days * daySeconds) return;
  throw new ConfigurationError(
    `WEBHOOK_RETRY_SECONDS=${env.WEBHOOK_RETRY_SECONDS} is not usable: its waits add up to more than the ${days} days of WEBHOOK_DELIVERY_DAYS`,
  );
}

const removeEndingSlashes = (url: string) => url.replace(/\/+$/, '');

const listNames = (given = ''): string[] =>
  given
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Returns the settings that hold a secret, which no error or log line may show. */
export function secretsOf(config: PlatformConfig): (string | undefined)[] {
  const {
    databaseUrl,
    databaseOwnerUrl,
    databaseDirectUrl,
    redisUrl,
    s3,
    kms,
    stripe,
    mail,
    search,
  } = config;
  const { secretKeys = [] } = config;
  const stripeSecrets = [stripe?.secretKey, stripe?.webhookSecret];
  return [
    databaseUrl,
    databaseOwnerUrl,
    databaseDirectUrl,
    redisUrl,
    s3?.secretAccessKey,
    kms?.secretAccessKey,
    mail.smtpUrl,
    search?.apiKey,
    ...secretKeys,
    ...stripeSecrets,
  ];
}

function readS3(env: Static<typeof Environment>): S3Settings | undefined {
  if (env.S3_BUCKET === undefined) {
    const alone = Object.keys(env).find((name) => name.startsWith('S3_'));
    if (alone !== undefined)
      throw new ConfigurationError(`${alone} needs S3_BUCKET: name the bucket for stored files`);
    return undefined;
  }
  requirePair(env, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  return {
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT?.replace(/\/+$/, ''),
    region: env.S3_REGION ?? 'us-east-1',
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  };
}

function readKms(env: Static<typeof Environment>): KmsSettings | undefined {
  if (env.KMS_KEY_ID === undefined) {
    const alone = Object.keys(env).find((name) => name.startsWith('KMS_'));
    if (alone !== undefined)
      throw new ConfigurationError(`${alone} needs KMS_KEY_ID: name the key for tenants' keys`);
    return undefined;
  }
  requirePair(env, 'KMS_ACCESS_KEY_ID', 'KMS_SECRET_ACCESS_KEY');
  return {
    keyId: env.KMS_KEY_ID,
    endpoint: env.KMS_ENDPOINT?.replace(/\/+$/, ''),
    region: env.KMS_REGION ?? 'us-east-1',
    accessKeyId: env.KMS_ACCESS_KEY_ID,
    secretAccessKey: env.KMS_SECRET_ACCESS_KEY,
  };
}

type Variable = keyof Static<typeof Environment>;

function requirePair(env: Static<typeof Environment>, id: Variable, secret: Variable): void {
  if ((env[id] === undefined) === (env[secret] === undefined)) return;
  throw new ConfigurationError(`${id} and ${secret} go together: set both or neither`);
}

/**
 * Reads all of Stripe's settings but the address, or none: an incomplete set would take money and
 * give nothing.
 */
function readStripe(env: Static<typeof Environment>): StripeSettings | undefined {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: apiBase,
  } = env;
  const { STRIPE_PRICE_STARTER: starter, STRIPE_PRICE_PROFESSIONAL: professional } = env;
  const enterprise = env.STRIPE_PRICE_ENTERPRISE;
  if (secretKey && webhookSecret && starter && professional && enterprise) {
    return { secretKey, webhookSecret, prices: { starter, professional, enterprise }, apiBase };
  }
  const given = Object.keys(env).find((name) => name.startsWith('STRIPE_'));
  if (given === undefined) return undefined;
  throw new ConfigurationError(
    `${given} is not enough: Stripe needs STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_* of all three plans`,
  );
}

function readSecretKeys(list: string | undefined): PlatformConfig['secretKeys'] {
  const [first, ...others] = (list ?? '').split(',').map((secret) => secret.trim());
  return first ? [first, ...others] : undefined;
}

function readHosts(list: string): string[] {
  const hosts = list.split(',').map((host) => host.trim());
  const named = hosts.filter((host) => host !== '');
  const bad = named.find((host) => !isAllowedHostEntry(host));
  if (bad !== undefined) {
    throw new ConfigurationError(
      `OUTBOUND_ALLOWED_HOSTS=${list} is not usable: ${bad} is not host or host:port`,
    );
  }
  return named;
}

function readNameServers(list: string): string[] {
  const servers = list.split(',').map((server) => server.trim());
  const named = servers.filter((server) => server !== '');
  try {
    new Resolver().setServers(named);
  } catch {
    throw new ConfigurationError(
      `DNS_SERVERS=${list} is not usable: it takes addresses, with a port if needed`,
    );
  }
  return named;
}

function readTrustedProxies(text = '0'): TrustedProxies {
  const trusted = parseTrustedProxies(text);
  if (trusted !== null) return trusted;
  throw new ConfigurationError(
    `TRUST_PROXY=${text} is not usable: it must be addresses and CIDR ranges, or a number of hops`,
  );
}

/** SEARCH_* variables. An empty value counts as unset. */
interface SearchEnvironment {
  SEARCH_PROVIDER?: SearchProvider;
  SEARCH_URL?: string;
  SEARCH_API_KEY?: string;
  SEARCH_USD_PER_1000?: number;
}

/** Public addresses of the hosted providers. SearXNG runs on the installation's own machines. */
const searchUrls: Partial<Record<SearchProvider, string>> = {
  brave: 'https://api.search.brave.com/res/v1/web',
  tavily: 'https://api.tavily.com',
};

/**
 * Returns the search provider; null without SEARCH_PROVIDER. Throws ConfigurationError for a
 * missing variable.
 */
export function readSearchSettings(env: SearchEnvironment): SearchSettings | null {
  const {
    SEARCH_PROVIDER: provider,
    SEARCH_URL: given,
    SEARCH_API_KEY: apiKey,
    SEARCH_USD_PER_1000: price = 0,
  } = env;
  if (provider === undefined) {
    const alone = Object.keys(env).find((name) => name.startsWith('SEARCH_'));
    if (alone !== undefined)
      throw new ConfigurationError(`${alone} needs SEARCH_PROVIDER: name searxng, brave or tavily`);
    return null;
  }
  const url = given ?? searchUrls[provider];
  if (url === undefined)
    throw new ConfigurationError('SEARCH_URL is required with SEARCH_PROVIDER=searxng');
  if (provider !== 'searxng' && apiKey === undefined) {
    throw new ConfigurationError(`SEARCH_API_KEY is required with SEARCH_PROVIDER=${provider}`);
  }
  return { provider, url: url.replace(/\/+$/, ''), apiKey, searchNanoUsd: Math.round(price * 1e6) };
}
