import { type Endpoint, type Level, storesRecords } from './endpoint.ts';
import { type ErrorCode, errorTable } from './errors.ts';
import { takesIdempotencyKey } from './idempotency.ts';

/** The error for callers below each level (ACS-4, ACS-5, ACS-7). Every caller may read. */
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

/**
 * Every error that an endpoint may answer: those that its declaration implies and those that it lists
 * (docs/requirements/errors.md).
 */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { method, body, bodyErrors, engagementMissing, errors, subscription } = endpoint;
  const codes = [...everywhere, ...accessErrors(endpoint)];
  if (subscription) codes.push('subscription_required');
  if (storesRecords(endpoint)) codes.push('storage_limit_exceeded');
  if (engagementMissing) codes.push(engagementMissing);
  // A body is read, within limits, even when the endpoint takes none.
  if (method !== 'GET') codes.push('payload_too_large', 'unsupported_media_type');
  if (takesIdempotencyKey(endpoint)) codes.push('idempotency_key_reused', 'idempotency_in_progress');
  if (body) codes.push('invalid_json', ...(bodyErrors ?? []).map(({ code }) => code));
  return [...new Set([...codes, ...(errors ?? [])])];
}

function accessErrors(endpoint: Endpoint): ErrorCode[] {
  const { credentials, engagementKeyAccess, level, method } = endpoint;
  if (credentials === 'portal') return ['authentication_required', 'invalid_portal_token', 'portal_permission_missing'];
  if (credentials === 'answer_link') return ['authentication_required', 'invalid_answer_link'];
  const codes: ErrorCode[] = method === 'GET' ? [] : ['foreign_origin'];
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
