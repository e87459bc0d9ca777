import { ApiError } from '@ecp/contract/declaring/errors';
import type { KeyScope } from '@ecp/contract/identity/api-keys';
import type { Role } from '@ecp/contract/identity/auth';
import type { LinkDocuments, PortalPermission } from '@ecp/contract/reach/portal';
import { type Author, displayNameOf } from '@ecp/contract/values/authors';
import type { Transaction } from '@ecp/database/database';
import type { RowsOf, Statements } from '@ecp/database/statement';
import type { Services } from './services.ts';

interface TenantOfCaller {
  tenantId: string;
  tenantName: string;
  subscriptionActive: boolean;
}

/** A person with a cookie session. */
export interface SessionPrincipal extends TenantOfCaller {
  kind: 'session';
  userId: string;
  email: string;
  userName: string | null;
  role: Role;
  sessionHash: Buffer;
  /** Stays the same when the session moves to another tenant. */
  sessionId: string;
  /** The last sign-in or proof of a password or code in this session. */
  provenAt: Date;
  /** True if the tenant's policy requires a second factor and the user has none. */
  secondFactorMissing: boolean;
  /** True if the tenant's policy requires a recent proof at endpoints with `stepUp`. */
  stepUpRequired: boolean;
}

/** A program with a Bearer key. */
export interface KeyPrincipal extends TenantOfCaller {
  kind: 'api_key';
  keyId: string;
  keyName: string;
  scope: KeyScope;
  /** Null for a key of the whole tenant. */
  engagementId: string | null;
  /** The member who made the key or has taken it over. */
  createdBy: string;
  /** The present role of that member. The key loses what its maker loses (KEY-15). */
  makerRole: Role;
}

/** A program with a key, and the rows of its tenant that were read with the key; null if nothing was. */
export interface FoundKey {
  principal: KeyPrincipal;
  rows: unknown[] | null;
}

export type Principal = SessionPrincipal | KeyPrincipal;

/** A client with a portal token, which opens one engagement with certain permissions (POR-5, POR-10). */
export interface PortalVisitor {
  tokenId: string;
  tenantId: string;
  tenantName: string;
  engagementId: string;
  permissions: PortalPermission[];
  /** Which documents the link shows (REL-2). */
  documents: LinkDocuments;
  /** The link whose releases, comments and decisions are shown: a preview shows those of another one (REL-17). */
  shownId: string;
  /** When that link was made: a link of `latest` never had versions that had a successor by then. */
  shownSince: Date;
  /** True if the client reads the comments of other clients too. */
  seesOthers: boolean;
  /** The name that the firm gave the link; null without one (REL-8). */
  clientName: string | null;
}

/** A person with a mailed link, which answers one question (ASK-9). */
export interface AnswerVisitor {
  /** SHA-256 of the link's token. */
  linkHash: Buffer;
  tenantId: string;
  tenantName: string;
  engagementId: string;
  questionId: string;
  userId: string;
  /** The name, or else the address. */
  userName: string;
}

/** The origin of a request, as the list of sessions shows it. */
export interface Browser {
  ipAddress: string;
  /** The `User-Agent` header, cut to 300 characters; null without one. */
  userAgent: string | null;
}

/** The input of a verb: the caller, its address and the services of the process. */
export interface RequestContext extends IdempotentCommit, Browser {
  services: Services;
  principal: Principal;
  tenantId: string;
  requestId: string;
  /** Runs `work` in one transaction of the caller's tenant. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

/** The context of endpoints that need no credentials. */
export type OpenContext = Omit<RequestContext, 'principal' | 'tenantId' | 'transaction' | keyof IdempotentCommit>;

/** The context of the portal's endpoints. */
export type PortalContext = Omit<RequestContext, 'principal'> & { visitor: PortalVisitor };

/** The context of the endpoints of mailed links. */
export type LinkContext = Omit<RequestContext, 'principal'> & { answerer: AnswerVisitor };

/** Returns the user id to record as the actor; null for a key. */
export function actorUserId(principal: Principal): string | null {
  return principal.kind === 'session' ? principal.userId : null;
}

/** Returns the user who is responsible for the caller's action: for a key, the one who made it (ATT-1). */
export function responsibleUserId(principal: Principal): string {
  return principal.kind === 'session' ? principal.userId : principal.createdBy;
}

/** Returns the caller as an author: the user's name or else email, or the key. */
export function actorAuthor(principal: Principal): Author {
  if (principal.kind === 'api_key') return { kind: 'api_key', id: principal.keyId, name: principal.keyName };
  return { kind: 'user', id: principal.userId, name: principal.userName ?? principal.email };
}

/** Returns an author as clients see it: members of the team and keys have no id (POR-12). */
export function forClients(author: Author): Author {
  return author.kind === 'client' ? author : { ...author, id: null };
}

/** Returns the actor's display name. */
export function actorName(principal: Principal): string {
  return displayNameOf(actorAuthor(principal));
}

/**
 * Commits the response of a request with an Idempotency-Key together with its work, so that a repeat gets it even if
 * the process dies right afterwards (REQ-3). For a request without a key these are plain transactions.
 */
export interface IdempotentCommit {
  /** Names the request and its repetitions among those of the tenant. Null without an Idempotency-Key. */
  requestKey: string | null;
  /**
   * Runs the transaction that does the work. `work` returns the body of the response, or its text as EncodedJson. If
   * another process has taken over the request, nothing is done here, and the error is `idempotency_in_progress`.
   */
  commit<Answer>(work: (tx: Transaction) => Promise<Answer>): Promise<Answer>;
  /**
   * Does the same for statements in one round trip; `read` makes the response of their rows. Without an Idempotency-Key,
   * requests that wait at the same moment share the commit (docs/decisions/creates-share-commits.md).
   */
  commitBatch<const Rows extends readonly unknown[], Answer>(
    statements: Statements<Rows>,
    read: (rows: RowsOf<Rows>) => Answer,
  ): Promise<Answer>;
  /** Stores the response that a repeat gets if this process dies while it continues after the commit. */
  storeProvisionalResponse(tx: Transaction, answer: unknown): Promise<void>;
  /**
   * Withdraws the provisional response in the transaction that undoes the work. Returns false if a repeat may have got
   * it, because this process was taken for dead: the work must then stand.
   */
  withdrawProvisionalResponse(tx: Transaction): Promise<boolean>;
}

const adminRoles: readonly Role[] = ['admin', 'owner'];

/** Returns true for an admin or owner, and for a tenant-wide read-write key of one (contract 6). */
export function hasAdminAccess(principal: Principal): boolean {
  if (principal.kind === 'session') return adminRoles.includes(principal.role);
  return (
    principal.scope === 'read_write' && principal.engagementId === null && adminRoles.includes(principal.makerRole)
  );
}

/** Age of a sign-in or proof up to which it is recent (SFA-14). */
const recentMs = 10 * 60_000;

/** Throws `step_up_required` unless the session has a sign-in or proof within the last 10 minutes. */
export function requireRecentProof({ provenAt }: SessionPrincipal, now: Date): void {
  if (now.getTime() - provenAt.getTime() > recentMs) throw new ApiError('step_up_required');
}
