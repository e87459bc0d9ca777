import type { TSchema } from 'typebox';
import { type ErrorCode, errorTable } from './errors.ts';

/**
 * The credentials of an endpoint: `portal` is a client's token, `answer_link` that of a mailed link
 * to a question.
 */
export type Credentials = 'none' | 'session' | 'any' | 'portal' | 'answer_link';

/** Minimum level of the caller. A key's level follows from its scope. */
export type Level = 'read' | 'write' | 'admin' | 'owner';

export type RateTier = 'api' | 'engine' | 'billing';

/**
 * Access of an engagement's key: its own `engagement` paths, no `tenant` paths; `open` paths narrow
 * the result.
 */
type EngagementKeyAccess = 'engagement' | 'tenant' | 'open';

/**
 * One endpoint of the HTTP API. Validation, authorisation, answers and OpenAPI come from this one
 * declaration.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with Fastify's `:name` parameters. */
  path: string;
  /** operationId in OpenAPI. */
  name: string;
  summary: string;
  /**
   * Set while the endpoint is to go: what takes its place, and the day before which it does not go.
   */
  deprecation?: string;
  tag: string;
  credentials: Credentials;
  level: Level;
  engagementKeyAccess: EngagementKeyAccess;
  tier: RateTier;
  /** True when the endpoint requires an active subscription. */
  subscription: boolean;
  /**
   * True when a person without a second factor may call it although the tenant's policy asks for
   * one.
   */
  beforeEnrolment: boolean;
  /** True when the tenant's policy may ask a person for a recent proof. */
  stepUp?: boolean;
  /**
   * The error if the caller cannot read the path's engagement, checked before the body. Absent for
   * other paths.
   */
  engagementMissing?: ErrorCode;
  /** The permission that the client's token must have. */
  portalPermission?: 'read' | 'comment' | 'approve' | 'answer' | 'download' | 'sources' | 'files';
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Limits the body in bytes; the limit of the service unless it is given. */
  maxBodyBytes?: number;
  /** True when a missing body counts as an empty object. */
  bodyOptional?: boolean;
  /**
   * A multipart/form-data body: the field of its one file, and the schemas of the other fields, all
   * of them text.
   */
  multipart?: { file: string; fields: Record<string, TSchema> };
  /**
   * True when the body may also be a form (application/x-www-form-urlencoded), each of whose fields
   * is a text.
   */
  form?: boolean;
  /** True when pages of other origins post here. */
  fromElsewhere?: boolean;
  /** True when the handler gets the body as received, because a signature covers it. */
  rawBody?: boolean;
  /** True when a key of either scope has access although the level is admin. */
  readOnlyKeys?: boolean;
  /**
   * The error instead of the generic one if a listed field fails; with `missing`, only if it is
   * absent or blank.
   */
  bodyErrors?: { fields: string[]; code: ErrorCode; when?: 'missing' }[];
  /** The error instead of the generic one if a listed field of the query fails. */
  queryErrors?: { fields: string[]; code: ErrorCode }[];
  /** Success answers by status. A string is the media type of a body that is not JSON. */
  responses: Record<number, TSchema | string>;
  /**
   * Further media types of the success answer, with their schemas: a field of the query chooses
   * one.
   */
  otherForms?: Record<string, TSchema>;
  /** Description of the Link header, unless it is that of a paged list. */
  link?: string;
  /** Errors beyond those that the declaration implies. */
  errors?: ErrorCode[];
}

type Optional =
  | 'credentials'
  | 'level'
  | 'engagementKeyAccess'
  | 'tier'
  | 'subscription'
  | 'beforeEnrolment';

/**
 * Declares an endpoint. The defaults are any credentials, read level, tier `api`, and the key reach
 * of the path.
 */
export function defineEndpoint<
  const E extends Omit<Endpoint, Optional> & Partial<Pick<Endpoint, Optional>>,
>(declaration: E): E & Endpoint {
  const inEngagement = declaration.path.startsWith('/api/engagements/:id');
  return {
    credentials: 'any',
    level: 'read',
    engagementKeyAccess: inEngagement ? 'engagement' : 'tenant',
    tier: 'api',
    subscription: false,
    beforeEnrolment: declaration.path === '/api/me' || declaration.path.startsWith('/api/me/'),
    ...(inEngagement ? { engagementMissing: 'not_found' as const } : {}),
    ...declaration,
  };
}

/**
 * True if a request adds to the tenant's stored data. Plan, role, own sign-in, inbox, drafts and
 * tests of models add nothing, and neither does a request without a body, except starting a run.
 */
export function storesRecords({
  method,
  path,
  credentials,
  tier,
  body,
  multipart,
}: Endpoint): boolean {
  if (
    credentials === 'none' ||
    tier === 'billing' ||
    /^\/api\/(me|auth|notices|engagement-drafts|models)\b/.test(path)
  )
    return false;
  const edits = method === 'PATCH' && path.startsWith('/api/engagements/');
  return (
    tier === 'engine' ||
    ((edits || method === 'POST' || method === 'PUT') && Boolean(body ?? multipart))
  );
}

/**
 * True if an endpoint honours `Idempotency-Key`: every authenticated POST except those on own
 * session and factors, whose secrets are never stored, and mailed links, which work once.
 */
export function takesIdempotencyKey({ method, path, credentials }: Endpoint): boolean {
  return (
    method === 'POST' &&
    credentials !== 'none' &&
    credentials !== 'answer_link' &&
    !/^\/api\/(auth|me)\//.test(path)
  );
}

/** The error for callers below each level. Every caller may read. */
export const levelErrors = {
  read: undefined,
  write: 'write_access_required',
  admin: 'admin_access_required',
  owner: 'owner_access_required',
} as const satisfies Record<Level, ErrorCode | undefined>;

/** Errors that every endpoint may answer. */
const everywhere: ErrorCode[] = [
  'invalid_request',
  'request_timeout',
  'headers_too_large',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];

/** Returns every error of an endpoint, implied and listed (docs/requirements/errors.md). */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { method, params, body, bodyErrors, queryErrors } = endpoint;
  const { engagementMissing, errors, subscription } = endpoint;
  const codes = [...everywhere, ...accessErrors(endpoint)];
  if (subscription) codes.push('subscription_required');
  if (storesRecords(endpoint)) codes.push('storage_limit_exceeded');
  if (engagementMissing) codes.push(engagementMissing);
  // A body is read, within limits, even when the endpoint takes none.
  if (method !== 'GET') codes.push('payload_too_large', 'unsupported_media_type');
  if (takesIdempotencyKey(endpoint))
    codes.push('idempotency_key_reused', 'idempotency_in_progress');
  if (body) codes.push('invalid_json', ...(bodyErrors ?? []).map(({ code }) => code));
  codes.push(...(queryErrors ?? []).map(({ code }) => code));
  // The router answers a parameter that is too long, or whose bytes are no text.
  const unreadable: ErrorCode[] = params ? ['not_found'] : [];
  return [...new Set([...codes, ...(errors ?? []), ...unreadable])];
}

function accessErrors(endpoint: Endpoint): ErrorCode[] {
  const { credentials, engagementKeyAccess, level, method, fromElsewhere } = endpoint;
  if (credentials === 'portal')
    return ['authentication_required', 'invalid_portal_token', 'portal_permission_missing'];
  if (credentials === 'answer_link') return ['authentication_required', 'invalid_answer_link'];
  const codes: ErrorCode[] = method === 'GET' || fromElsewhere ? [] : ['foreign_origin'];
  if (credentials === 'none') return codes;
  codes.push('authentication_required', 'invalid_api_key');
  if (levelErrors[level]) codes.push(levelErrors[level]);
  if (!endpoint.beforeEnrolment) codes.push('second_factor_missing');
  if (endpoint.stepUp) codes.push('step_up_required');
  if (credentials === 'session' || level === 'owner') return [...codes, 'session_required'];
  if (engagementKeyAccess !== 'open') codes.push('key_restricted');
  if (method !== 'GET') codes.push('read_only_api_key');
  return codes;
}

/** The same errors by status, in ascending order. */
export function errorsByStatus(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const codes = errorsOf(endpoint).sort((a, b) => errorTable[a].status - errorTable[b].status);
  return Map.groupBy(codes, (code) => errorTable[code].status);
}
