import type { KeyScope } from '@ecp/contract/identity/api-keys';
import type { Role } from '@ecp/contract/identity/auth';
import { type Author, displayNameOf } from '@ecp/contract/values/authors';
import type { PortalPermission } from '@ecp/contract/reach/portal';
import type { Transaction } from '@ecp/database/database';
import type { IdempotentCommit } from './idempotent-commit.ts';
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
}

/** A program with a Bearer key. */
export interface KeyPrincipal extends TenantOfCaller {
  kind: 'api_key';
  keyId: string;
  keyName: string;
  scope: KeyScope;
  /** Null: tenant-wide. */
  engagementId: string | null;
  /** Who made the key, also after having left the team. */
  createdBy: string | null;
}

export type Principal = SessionPrincipal | KeyPrincipal;

/** A client with a portal token: one engagement, and what the token permits (POR-5, POR-10). */
export interface PortalVisitor {
  tokenId: string;
  tenantId: string;
  tenantName: string;
  engagementId: string;
  permissions: PortalPermission[];
}

/** What a verb runs with: who calls, from where, and what the process offers. */
export interface RequestContext extends IdempotentCommit {
  services: Services;
  principal: Principal;
  tenantId: string;
  ipAddress: string;
  requestId: string;
  /** One transaction of the caller's tenant. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

/** The context of endpoints that need no credentials. */
export type OpenContext = Omit<RequestContext, 'principal' | 'tenantId' | 'transaction' | keyof IdempotentCommit>;

/** The context of what clients do in the portal. */
export type PortalContext = Omit<RequestContext, 'principal'> & { visitor: PortalVisitor };

/** User id to record as the actor; null for a key. */
export function actorUserId(principal: Principal): string | null {
  return principal.kind === 'session' ? principal.userId : null;
}

/** The person who answers for what the caller does: for a key, who made it (ATT-1). */
export function responsibleUserId(principal: Principal): string | null {
  return principal.kind === 'session' ? principal.userId : principal.createdBy;
}

/** The caller as the author of what they write: the person by name, else by email, or the key. */
export function actorAuthor(principal: Principal): Author {
  if (principal.kind === 'api_key') return { kind: 'api_key', id: principal.keyId, name: principal.keyName };
  return { kind: 'user', id: principal.userId, name: principal.userName ?? principal.email };
}

/** Name to show people for the actor. */
export function actorName(principal: Principal): string {
  return displayNameOf(actorAuthor(principal));
}
