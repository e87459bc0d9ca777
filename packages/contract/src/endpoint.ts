import type { TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

/** Which credentials an endpoint accepts (ACS-1); `portal` is a client's token (POR-5). */
export type Credentials = 'none' | 'session' | 'any' | 'portal';

/** Least level of the caller (ACS-5, ACS-6). A key's level follows from its scope. */
export type Level = 'read' | 'write' | 'admin' | 'owner';

/** Rate-limit tier (LIM-7). */
export type RateTier = 'api' | 'engine' | 'billing';

/**
 * What an engagement-scoped key may do here: `engagement` paths are compared with the key's engagement, `tenant` paths
 * are refused, `open` paths answer and narrow their result themselves (ACS-9, ACS-10).
 */
export type KeyReach = 'engagement' | 'tenant' | 'open';

/** One endpoint of the HTTP API: validation, authorisation, answers and OpenAPI come from this one declaration. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With Fastify's `:name` parameters. */
  path: string;
  /** operationId in OpenAPI. */
  name: string;
  summary: string;
  tag: string;
  credentials: Credentials;
  level: Level;
  keyReach: KeyReach;
  tier: RateTier;
  /** True where an active subscription is required (ACS-12). */
  subscription: boolean;
  /** The error that a path whose engagement is unreadable gives, checked before the body; absent: no engagement in the path. */
  engagementMissing?: ErrorCode;
  /** What the client's token must permit. */
  portalPermission?: 'read' | 'comment' | 'approve';
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** No body counts as an empty object. */
  bodyOptional?: boolean;
  /** A multipart/form-data body instead: the field of its one file, and the schemas of the other fields, all texts. */
  multipart?: { file: string; fields: Record<string, TSchema> };
  /** The body is handed over as the text that came: a signature covers it. */
  rawBody?: boolean;
  /** A key of either scope is let in although the level is admin (ACC-15). */
  readOnlyKeys?: boolean;
  /** The error that stands for the generic one when a listed field fails; `missing`: only when it is absent or blank. */
  bodyErrors?: { fields: string[]; code: ErrorCode; when?: 'missing' }[];
  /** Success answers by status; a string is a media type whose body is not JSON. */
  responses: Record<number, TSchema | string>;
  /** What a Link header leads to, beside that of a paged list. */
  link?: string;
  /** Errors beyond those that follow from the declaration. */
  errors?: ErrorCode[];
}

type Optional = 'credentials' | 'level' | 'keyReach' | 'tier' | 'subscription';

/** Declares an endpoint; by default any credentials, read level, tier `api`, reach by the path. */
export function endpoint<const E extends Omit<Endpoint, Optional> & Partial<Pick<Endpoint, Optional>>>(
  declaration: E,
): E & Endpoint {
  const inEngagement = declaration.path.startsWith('/api/engagements/:id');
  return {
    credentials: 'any',
    level: 'read',
    keyReach: inEngagement ? 'engagement' : 'tenant',
    tier: 'api',
    subscription: false,
    ...(inEngagement ? { engagementMissing: 'not_found' as const } : {}),
    ...declaration,
  };
}
