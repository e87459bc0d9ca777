import type { KeyScope } from '@ecp/contract/identity/api-keys';
import type { Role } from '@ecp/contract/identity/auth';
import type { LinkDocuments, PortalPermission } from '@ecp/contract/reach/portal';

interface TenantOfCaller {
  tenantId: string;
  tenantName: string;
  subscriptionActive: boolean;
}

export interface SessionPrincipal extends TenantOfCaller {
  kind: 'session';
  userId: string;
  email: string;
  userName: string | null;
  role: Role;
  sessionHash: Buffer;
  /** Stays the same when the session moves to another tenant. */
  sessionId: string;
  /** True if the provider of the tenant has signed the user in. */
  sso: boolean;
  /** The last sign-in or proof of a password or code in this session. */
  provenAt: Date;
  /** True if the tenant's policy requires a second factor and the user has none. */
  secondFactorMissing: boolean;
  /** True if the tenant's policy requires a recent proof at endpoints with `stepUp`. */
  stepUpRequired: boolean;
}

export interface KeyPrincipal extends TenantOfCaller {
  kind: 'api_key';
  keyId: string;
  keyName: string;
  scope: KeyScope;
  /** Null for a key of the whole tenant. */
  engagementId: string | null;
  /** True for the token of an assistant, which a person has allowed to act in the own name. */
  isAssistant: boolean;
  /** The member who made the key or has taken it over. */
  createdBy: string;
  /** The present role of that member. The key loses what its maker loses. */
  makerRole: Role;
}

export type Principal = SessionPrincipal | KeyPrincipal;

/**
 * A link whose client reads the words of others, from when it was made until it ended; null: it
 * works.
 */
export interface ReadingLink {
  id: string;
  from: string;
  until: string | null;
}

/** A client with a portal token, which opens one engagement with certain permissions. */
export interface PortalVisitor {
  tokenId: string;
  tenantId: string;
  tenantName: string;
  engagementId: string;
  permissions: PortalPermission[];
  /** Which documents the link shows. */
  documents: LinkDocuments;
  /**
   * The link whose releases, comments and decisions are shown: a preview shows those of another
   * one.
   */
  shownId: string;
  /**
   * When that link was made: a link of `latest` never had versions that had a successor by then.
   */
  shownSince: Date;
  /** True if the client reads the comments of other clients too. */
  seesOthers: boolean;
  /** All links of the engagement that have `seesOthers`, also ended ones. */
  readingLinks: readonly ReadingLink[];
  /** The name that the firm gave the link; null without one. */
  clientName: string | null;
}

/** A person with a mailed link, which answers one question. */
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
