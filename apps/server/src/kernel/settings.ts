import { isIP } from 'node:net';
import { join } from 'node:path';
import type { BillingPlan } from '@ecp/contract/identity/auth';
import type { OpenLimit } from '@ecp/contract/reach/service';

/**
 * The proxies to trust for a caller's address: addresses or ranges, or the number of proxies in
 * front, 0 for none.
 */
export type TrustedProxies = readonly string[] | number;

interface AwsSettings {
  /** Undefined: that of Amazon. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
}

export interface S3Settings extends AwsSettings {
  bucket: string;
}

export interface KmsSettings extends AwsSettings {
  /** Id, ARN or alias of the key. */
  keyId: string;
}

export type StripePrices = Record<BillingPlan, string>;

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  prices: StripePrices;
  /** Replaces Stripe's own address. */
  apiBase: string | undefined;
}

export type SearchProvider = 'searxng' | 'brave' | 'tavily';

export interface SearchSettings {
  provider: SearchProvider;
  /** Base address, without a trailing slash and `/search`. */
  url: string;
  apiKey: string | undefined;
  /** Price of one search, in nano-USD. */
  searchNanoUsd: number;
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** The settings of a platform process, read once at start. */
export interface PlatformConfig {
  host: string;
  port: number;
  /** Public address without a trailing slash. */
  baseUrl: string;
  dataDir: string;
  /** Undefined: the embedded Postgres. */
  databaseUrl: string | undefined;
  /** The role that migrates; undefined: that of `databaseUrl`. */
  databaseOwnerUrl: string | undefined;
  /** The database's own address, if `databaseUrl` is that of a pooler in transaction mode. */
  databaseDirectUrl: string | undefined;
  /** The catalogue of models; undefined: the shipped one. */
  modelCatalogPath: string | undefined;
  /** Models of the customer's own server that keys without names of models may call. */
  compatibleModels: readonly string[];
  /** Port of the embedded engine; undefined: 3001, or any free one when 3001 is taken. */
  enginePort: number | undefined;
  /**
   * How long an embedded engine's calls continue at shutdown, and then the wait for any engine's
   * responses.
   */
  engineDrainMs: number;
  /** Undefined: each process has its own rate limits and cache. */
  redisUrl: string | undefined;
  /** Undefined: files are stored under the data folder. */
  s3: S3Settings | undefined;
  /** Undefined: the installation's secrets encrypt the tenants' keys. */
  kms: KmsSettings | undefined;
  /**
   * The installation's secrets, the one that writes first; undefined: one is generated in the data
   * folder.
   */
  secretKeys: readonly [string, ...string[]] | undefined;
  /** Undefined: billing is local. */
  stripe: StripeSettings | undefined;
  mail: { smtpUrl: string | undefined; from: string };
  /** Null: agents do no research. */
  search: SearchSettings | null;
  /** The contact for reports of abuse in mails to strangers: an address or a page. */
  abuseContact: string;
  /**
   * False (OUTBOUND=off): nothing is reached but database, storage, cache, mail and the configured
   * model server.
   */
  hasWayOut: boolean;
  /** Names of the variables that count for nothing, because they need a way out. */
  ignoredSettings: string[];
  /**
   * `host` or `host:port` entries that from-url and webhooks may reach although they are private.
   */
  outboundAllowedHosts: string[];
  /**
   * Name servers, `address` or `address:port`, for the proofs of domains; empty: those of the
   * system.
   */
  dnsServers: string[];
  /** If true, the start fails where child processes are not fully isolated. */
  /** Whether tenants may, must or cannot bring keys of model providers. */
  tenantModelKeys: 'optional' | 'required' | 'off';
  requireIsolation: boolean;
  trustedProxies: TrustedProxies;
  /**
   * Names of the variables that contain keys of hosted model providers; the engine uses the keys.
   */
  hostedModelKeys: string[];
  /** Waits before each retry of a failed webhook delivery; after the last it is given up. */
  webhookRetryWaitsMs: number[];
  /** Days until webhook events and deliveries are deleted. */
  retention: { webhookDays: number };
  /** Requests per 60 seconds. */
  rateLimits: { api: number; engine: number; billing: number };
  /** The highest budget that an engagement or a template may have. */
  maxBudgetUsd: number;
  /** What calls of a tenant may cost the operator on a day in UTC; null for no limit. */
  maxTenantUsdPerDay: number | null;
  /** Sign-ups from an IPv4 /24 or IPv6 /64 network within an hour; null for no limit. */
  signUpsPerNetworkPerHour: number | null;
  /**
   * Limits of the operator's bill that are not set, where the installation has a public address.
   */
  openLimits: OpenLimit[];
  /** Address that receives traces; undefined: there are no traces. */
  tracesEndpoint: string | undefined;
  logLevel: LogLevel;
}

/** An unusable setting; the message names the variable and is all that the user needs to see. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

const mostHops = 20;

/**
 * Parses TRUST_PROXY: a number of hops, or comma-separated addresses and CIDR ranges. Null when it
 * is neither.
 */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d+$/.test(text)) return Number(text) <= mostHops ? Number(text) : null;
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every(isAddressOrRange) ? entries : null;
}

function isAddressOrRange(entry: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const version = isIP(address);
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128));
}

/**
 * Converts the setting for Fastify. Fastify refuses a number of hops, as it is only safe behind
 * proxies.
 */
export function toTrustProxy(
  trusted: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trusted !== 'number') return [...trusted];
  return trusted === 0 ? false : (_address, hop) => hop < trusted;
}

/**
 * Returns the folder of Node's compiled modules: NODE_COMPILE_CACHE, else in DATA_DIR, as whoever
 * writes there can run code.
 */
export function compiledDir(environment: Readonly<Record<string, string | undefined>>): string {
  return (
    environment['NODE_COMPILE_CACHE'] || join(environment['DATA_DIR'] || defaultDataDir, 'compiled')
  );
}

export const defaultDataDir = '.data';

const awsConnectLimitMs = 5_000;

/** The limits of a client that waits for an answer: for its next byte, or for the whole of it. */
type AnswerLimits =
  | { socketTimeout: number }
  | { requestTimeout: number; throwOnRequestTimeout: true };

/**
 * Returns the options that clients of the AWS SDK share. A call is tried three times; a connection
 * may take 5 s.
 */
export function awsClientOptions(
  { endpoint, region, accessKeyId, secretAccessKey }: AwsSettings,
  answerLimits: AnswerLimits,
) {
  return {
    region,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: awsConnectLimitMs, ...answerLimits },
    ...(endpoint === undefined ? {} : { endpoint }),
    // If no keys are configured, the SDK looks in its default sources: profile, container,
    // instance.
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  };
}
