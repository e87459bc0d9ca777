import { AsyncLocalStorage } from 'node:async_hooks';
import { type Level, levelErrors } from '@ecp/contract/declaring/endpoint';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/declaring/scalars';
import type { Role } from '@ecp/contract/identity/auth';
import { displayNameOf } from '@ecp/contract/values/authors';
import type { Transaction } from '@ecp/database/database';
import type { Viewer } from '@ecp/database/share-commits';
import type { RowsOf, Statements } from '@ecp/database/statement';
import type { AnswerVisitor, PortalVisitor, Principal, SessionPrincipal } from './principals.ts';
import type { Services } from './services.ts';

/** The origin of a request, as the list of sessions shows it. */
export interface Browser {
  ipAddress: string;
  /** The `User-Agent` header, cut to 300 characters; null without one. */
  userAgent: string | null;
  /** The token of the cookie of a browser in which somebody has signed in before. */
  deviceToken?: string | undefined;
}

/** The input of a verb: the caller, its address and the services of the process. */
export interface RequestContext extends IdempotentCommit, Browser {
  /** Its database shows what the caller sees. */
  services: Services;
  principal: Principal;
  tenantId: string;
  requestId: string;
  /** Runs `work` in one transaction of the caller's tenant. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

/** The context of endpoints that need no credentials. */
export type OpenContext = Omit<
  RequestContext,
  'principal' | 'tenantId' | 'transaction' | keyof IdempotentCommit
>;

export type PortalContext = Omit<RequestContext, 'principal'> & { visitor: PortalVisitor };

export type LinkContext = Omit<RequestContext, 'principal'> & { answerer: AnswerVisitor };

/** Returns the user id to record as the actor; null for a key. */
export function actorUserId(principal: Principal): string | null {
  return principal.kind === 'session' ? principal.userId : null;
}

/** Returns the user who is responsible for the caller's action: for a key, the one who made it. */
export function responsibleUserId(principal: Principal): string {
  return principal.kind === 'session' ? principal.userId : principal.createdBy;
}

/** Returns who sees what the caller reads: the person, for a key the one who made it. */
export const viewerOfPrincipal = (principal: Principal): Viewer =>
  `user:${responsibleUserId(principal)}`;

/**
 * Returns the context of what concerns the whole tenant, behind every wall: its export, its end,
 * and its team.
 */
export function ofWholeTenant(context: RequestContext): RequestContext {
  const { tenantId, services } = context;
  const database = services.database.seenBy('*');
  return {
    ...context,
    services: { ...services, database },
    transaction: (work) => database.withTenant(tenantId, work),
  };
}

/** Returns the caller as an author: the user's name or else email, or the key. */
export function actorAuthor(principal: Principal): Author {
  if (principal.kind === 'api_key')
    return { kind: 'api_key', id: principal.keyId, name: principal.keyName };
  return { kind: 'user', id: principal.userId, name: principal.userName ?? principal.email };
}

/** Returns an author as clients see it: members of the team and keys have no id. */
export function forClients(author: Author): Author {
  return author.kind === 'client' ? author : { ...author, id: null };
}

export function actorName(principal: Principal): string {
  return displayNameOf(actorAuthor(principal));
}

/**
 * Commits a response with its work, so that a repeat gets it; plain transactions without an
 * Idempotency-Key.
 */
export interface IdempotentCommit {
  /**
   * Names the request and its repetitions among those of the tenant. Null without an
   * Idempotency-Key.
   */
  requestKey: string | null;
  /**
   * Runs the transaction of the work, which returns the body, or its text as EncodedJson. Error:
   * `idempotency_in_progress` if another process has taken over; then nothing is done.
   */
  commit<Answer>(work: (tx: Transaction) => Promise<Answer>): Promise<Answer>;
  /**
   * Like commit for statements in one round trip, whose rows `read` turns into the response.
   * Waiting requests without an idempotency key share one commit
   * (docs/decisions/one-way-for-sql.md).
   */
  commitBatch<const Rows extends readonly unknown[], Answer>(
    statements: Statements<Rows>,
    read: (rows: RowsOf<Rows>) => Answer,
  ): Promise<Answer>;
}

const adminRoles: readonly Role[] = ['admin', 'owner'];

/** Returns true for an admin or owner, and for a tenant-wide read-write key of one. */
export function hasAdminAccess(principal: Principal): boolean {
  if (principal.kind === 'session') return adminRoles.includes(principal.role);
  return (
    principal.scope === 'read_write' &&
    principal.engagementId === null &&
    adminRoles.includes(principal.makerRole)
  );
}

const ranks: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };
const leastRoles: Record<Level, Role> = {
  read: 'viewer',
  write: 'member',
  admin: 'admin',
  owner: 'owner',
};

/** Throws the error of a level if a role is below it. */
export function requireLevel(level: Level, role: Role): void {
  const code = levelErrors[level];
  if (code && ranks[role] < ranks[leastRoles[level]]) throw new ApiError(code);
}

/** Age of a sign-in or proof up to which it is recent. */
const recentMs = 10 * 60_000;

/**
 * Throws `step_up_required` unless the session has a sign-in or proof within the last 10 minutes.
 */
export function requireRecentProof({ provenAt }: SessionPrincipal, now: Date): void {
  if (now.getTime() - provenAt.getTime() > recentMs) throw new ApiError('step_up_required');
}

/**
 * Marks the requests that this process makes itself for a tool. A request of the network never has
 * the mark.
 */
const toolCalls = new AsyncLocalStorage<true>();

/**
 * Runs a request of `app.inject` that a tool of an assistant makes, so that the token of the
 * assistant opens it.
 */
export const asToolCall = <T>(inject: () => PromiseLike<T>): Promise<T> =>
  // `inject` begins the request when it is awaited.
  toolCalls.run(true, async () => await inject());

/** Returns true while a request of a tool is at work. */
export const isToolCall = (): boolean => toolCalls.getStore() === true;
