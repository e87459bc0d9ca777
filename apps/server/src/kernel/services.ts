import type { ChartDrawer } from '@ecp/charts/chart-drawer';
import type { ProgramRunner } from '@ecp/code-tool/run-program';
import type { ErrorCode } from '@ecp/contract/declaring/errors';
import type { Database } from '@ecp/database/database';
import type { DeckWriter } from '@ecp/documents/deck/deck-writer';
import type { DocumentRenderer } from '@ecp/documents/document-renderer';
import type { WordFiles } from '@ecp/documents/word/word-files';
import type { WorkbookFiles } from '@ecp/documents/workbook/workbook-files';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import type { Semaphore } from '@ecp/semaphore/semaphore';
import type { Tables } from '@ecp/tables/tables';
import type { Redact } from '@ecp/tracing/redact-secrets';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Cache, EncodedBodies } from './cache.ts';
import type { DurableWork } from './durable-work/durable-work.ts';
import type { KeyRing } from './keys/key-ring.ts';
import type { MasterKey, TenantKeys } from './keys/tenant-keys.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import type { RecordQuota } from './limits/refusals.ts';
import type { StreamSlots } from './limits/stream-slots.ts';
import type { MailTransport } from './mail/mail-transport.ts';
import type { OutboundClient } from './outbound/outbound-request.ts';
import type { ReadTextRecords } from './outbound/text-records.ts';
import type { BillingProvider, EngineClient, Research } from './ports.ts';
import type { AnswerVisitor, KeyPrincipal, PortalVisitor, SessionPrincipal } from './principals.ts';
import type { RedisConnection } from './redis-connection.ts';
import type { PlatformConfig } from './settings.ts';
import type { ObjectStorage } from './storage/object-storage.ts';
import type { TextWork } from './text-work.ts';

/**
 * All that a process of the platform holds. openServices opens it, buildApp and background work
 * receive it.
 */
export interface Services {
  config: PlatformConfig;
  log: FastifyBaseLogger;
  clock: { now(): Date };
  /** Removes the secrets of this installation from texts that come from outside. */
  redact: Redact;

  database: Database;
  storage: ObjectStorage;
  keys: KeyRing;
  /** The key that encrypts the tenants' keys. */
  masterKey: MasterKey;
  tenantKeys: TenantKeys;

  durable: DurableWork;
  /** Id of this process as the owner of its work. */
  executorId: string;
  /** True if this process has renewed the lease on its durable work lately. Reads memory only. */
  leaseHeld(): boolean;

  mail: MailTransport;
  engine: EngineClient;
  research: Research;
  billing: BillingProvider;
  /** Sends requests to addresses that users enter. */
  outbound: OutboundClient;
  /** Asks name servers for the proofs of domains. */
  readTextRecords: ReadTextRecords;
  /**
   * Limits the webhook posts of this process. A holder is a tenant's id and the id of one of its
   * endpoints.
   */
  deliverySemaphore: Semaphore;

  /** Null when Redis is not configured: each process then has its own limits and cache. */
  redis: RedisConnection | null;
  rateLimiter: RateLimiter;
  streamSlots: StreamSlots;
  cache: Cache;
  encodedBodies: EncodedBodies;
  recordQuota: RecordQuota;
  /**
   * A reader of an event stream that takes nothing for so long, while events wait for it, is
   * disconnected.
   */
  streamLimits: { stalledMs: number };
  passwordCost: PasswordCost;

  sandbox: Sandbox;
  documents: DocumentRenderer;
  wordFiles: WordFiles;
  workbooks: WorkbookFiles;
  decks: DeckWriter;
  texts: TextWork;
  /** Builds typed tables from files and runs queries over them, in the sandbox. */
  tables: Tables;
  /** Runs programs of models, in processes that can reach nothing. */
  programs: ProgramRunner;
  charts: ChartDrawer;

  access: AccessPorts;
}

/** The cost of scrypt: log2 of N, block size and parallelism. Each hash stores its own. */
export interface PasswordCost {
  logN: number;
  r: number;
  p: number;
}

/**
 * Functions of higher floors that the checks of a request need: they find the caller, and tell
 * whether the engagement in the path exists.
 */
export interface AccessPorts {
  /** Finds the user whose session cookie the request carries; null without a valid one. */
  findSessionPrincipal(
    services: Services,
    request: FastifyRequest,
  ): Promise<SessionPrincipal | null>;
  /** Finds the program with this API key; null for an unusable key. */
  findKeyPrincipal(services: Services, key: string): Promise<KeyPrincipal | null>;
  /**
   * Finds who calls the tools of assistants with this key or token; null when it is none or
   * unusable.
   */
  findAssistantPrincipal(services: Services, token: string): Promise<KeyPrincipal | null>;
  /** Finds the client with this portal token; null when it is unknown, revoked or expired. */
  findPortalVisitor(database: Database, token: string): Promise<PortalVisitor | null>;
  /** Finds the person with this mailed link; null when it is unknown, used or expired. */
  findAnswerVisitor(database: Database, token: string): Promise<AnswerVisitor | null>;
  /** Throws `missing` if the tenant does not have the engagement. */
  requireEngagement(
    database: Database,
    tenantId: string,
    engagementId: string,
    missing: ErrorCode,
  ): Promise<void>;
}
