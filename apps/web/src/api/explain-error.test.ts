import { answeredCode, type ErrorCode, errorTable } from '@ecp/contract/declaring/errors';
import { ApiError } from '@ecp/sdk/api-error';
import { afterEach, expect, test, vi } from 'vitest';
import { chooseLanguage, startLanguage } from '../language/language.ts';
import { explainError, fieldError } from './explain-error.ts';

/** Only programs get these: pages send what the service understands. */
const forPrograms: readonly ErrorCode[] = [
  ...(['method_not_allowed', 'invalid_json', 'invalid_signature', 'unsupported_media_type'] as const),
  ...(['engagement_fields_required', 'invalid_review_action', 'invalid_portal_action', 'unknown_event'] as const),
  ...(['headers_too_large', 'research_id_taken', 'query_id_taken', 'idempotency_key_reused'] as const),
  ...(['idempotency_in_progress', 'invalid_api_key', 'invalid_portal_token', 'invalid_answer_link'] as const),
];
/** DuckDB's own words about a query. */
const aboutSql: readonly ErrorCode[] = ['query_refused', 'query_failed'];

const refusal = (row: ErrorCode) =>
  new ApiError({
    ...{ status: errorTable[row].status, code: answeredCode(row), message: 'Words of the API' },
    ...{ requestId: null, details: [{ path: '/name', message: 'Words of the API' }], retryAfterMs: null },
  });

afterEach(async () => {
  await chooseLanguage('en');
  vi.unstubAllGlobals();
});

// LAN-11
test('no English sentence of the service is on a page in another language', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('location', { pathname: '/' });
  vi.stubGlobal('navigator', { languages: ['de'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  expect(explainError(refusal('email_taken')).title).toBe('Words of the API');
  await startLanguage({ de: { base: async () => ({ default: {} }) } });
  await expect.poll(() => explainError(refusal('email_taken')).title).toContain('email address');
  const rows = Object.keys(errorTable) as ErrorCode[];
  const english = rows.filter((row) => JSON.stringify(explainError(refusal(row))).includes('Words of the API'));
  expect(english.filter((row) => ![...forPrograms, ...aboutSql].includes(row))).toEqual([]);
  expect(fieldError(refusal('invalid_request'), 'name')).toBe('This is not valid.');
});
