import type { BillingPlan } from '@ecp/contract/identity/auth';

/** Whom to believe about a caller's address: proxies by address or range, or how many stand in front, 0 for nobody. */
export type TrustedProxies = readonly string[] | number;

/** S3_* settings (SET-8). */
export interface S3Settings {
  bucket: string;
  /** Undefined: Amazon's own. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
}

/** Stripe's price of each plan. */
export type StripePrices = Record<BillingPlan, string>;

/** What STRIPE_* variables set (BIL-6). */
export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  prices: StripePrices;
  /** Another address than Stripe's own. */
  apiBase: string | undefined;
}

/** Levels of the log, as pino names them. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** The settings of a platform process, read once at start (SET-3). */
export interface PlatformConfig {
  host: string;
  port: number;
  /** Public address without a trailing slash. */
  baseUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  engineUrl: string | undefined;
  /** Of the engine beside; undefined: 3001, or any free one when that is taken. */
  enginePort: number | undefined;
  /** How long an engine beside lets its calls in flight go on when the product is asked to end. */
  engineDrainMs: number;
  engineToken: string | undefined;
  /** Undefined: rate limits are counted and lists cached in each process. */
  redisUrl: string | undefined;
  /** Undefined: files are kept under the data folder. */
  s3: S3Settings | undefined;
  /** Signs download links; undefined: generated into the data folder. */
  secretKey: string | undefined;
  /** Undefined: billing is local. */
  stripe: StripeSettings | undefined;
  mail: { smtpUrl: string | undefined; from: string };
  /** `host` or `host:port` that from-url and webhooks may reach although they are private. */
  outboundAllowedHosts: string[];
  /** Proxies whose word about a caller's address counts. */
  trustedProxies: TrustedProxies;
  /** Names of the variables that hold keys of hosted model providers; the engine uses the keys. */
  hostedModelKeys: string[];
  /** Waits before each repetition of a webhook's delivery that failed; after the last it is given up. */
  webhookRetryWaitsMs: number[];
  /** Requests per 60 seconds. */
  rateLimits: { api: number; engine: number; billing: number };
  /** Where traces go; undefined: nothing is traced. */
  tracesEndpoint: string | undefined;
  logLevel: LogLevel;
}

/** A setting that cannot be used; the message names the variable and is all the user needs to see. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
