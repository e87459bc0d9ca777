import type { Database } from '@ecp/database/database';
import type { DocumentRenderer } from '@ecp/documents/document-renderer';
import type { FastifyBaseLogger } from 'fastify';
import type { DownloadLinks } from '../work/attachments/download-links.ts';
import type { BillingProvider } from '../identity/billing/billing-provider.ts';
import type { Cache } from './cache/cache.ts';
import type { PlatformConfig } from '../config.ts';
import type { DurableWork } from './durable-work/durable-work.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import type { MailTransport } from './mail/mail-transport.ts';
import type { OutboundClient } from './outbound/outbound-request.ts';
import type { RedisLink } from './cache/redis-link.ts';
import type { EngineClient } from '../work/engine-client/engine-client.ts';
import type { ObjectStorage } from './storage/object-storage.ts';
import type { TextExtractor } from '../work/text-extraction/text-extractor.ts';
import type { DeliveryPlaces } from '../reach/webhooks/delivering/delivery-places.ts';

/** What verbs need from the outside; main.ts and tests open them, buildApp receives them. */
export interface Services {
  config: PlatformConfig;
  database: Database;
  engine: EngineClient;
  rateLimiter: RateLimiter;
  cache: Cache;
  /** Null when none is configured: limits and cache are this process's own. */
  redis: RedisLink | null;
  durable: DurableWork;
  billing: BillingProvider;
  mail: MailTransport;
  storage: ObjectStorage;
  /** The way to addresses that users name. */
  outbound: OutboundClient;
  /** Of all webhook posts of this process. */
  deliveryPlaces: DeliveryPlaces;
  textExtractor: TextExtractor;
  downloadLinks: DownloadLinks;
  /** Prints PDFs, in processes of its own. */
  documents: DocumentRenderer;
  /** The installation's secret: derive a key for each purpose. */
  secretKey: string;
  clock: { now(): Date };
  log: FastifyBaseLogger;
}
