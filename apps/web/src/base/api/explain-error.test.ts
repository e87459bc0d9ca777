import {
  answeredCode,
  type ErrorCode,
  type ErrorValues,
  errorTable,
} from '@ecp/contract/declaring/errors';
import { ApiError } from '@ecp/sdk/api-error';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage, startLanguage } from '../language/language.ts';
import { errorBesides, explainError, fieldError } from './explain-error.ts';

/** Only programs get these: pages send what the service understands. */
const forPrograms: readonly ErrorCode[] = [
  'method_not_allowed',
  'invalid_json',
  'invalid_signature',
  'unsupported_media_type',
  'engagement_fields_required',
  'invalid_review_action',
  'invalid_portal_action',
  'unknown_event',
  'headers_too_large',
  'research_id_taken',
  'query_id_taken',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'invalid_api_key',
  'invalid_portal_token',
  'invalid_answer_link',
  'invalid_scim_token',
  'scim_group_limit_reached',
  'scim_group_taken',
  'not_acceptable',
  'own_address',
];
/** A value for each name in a row's sentence; a query has its fault besides. */
function valuesOf(row: ErrorCode): ErrorValues {
  const named = [...errorTable[row].message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
    name,
    2,
  ]);
  return {
    ...Object.fromEntries(named),
    ...(row.startsWith('query_') && { fault: 'other', detail: 'Detail' }),
  };
}

const refusal = (row: ErrorCode, values = valuesOf(row)) =>
  new ApiError({
    values,
    status: errorTable[row].status,
    code: answeredCode(row),
    message: 'Words of the API',
    requestId: null,
    details: [{ path: '/name', message: 'Words of the API' }],
    retryAfterMs: null,
  });

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('location', { pathname: '/' });
  vi.stubGlobal('navigator', { languages: ['de'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
});

afterEach(async () => {
  await chooseLanguage('en');
  vi.unstubAllGlobals();
});

// LAN-11
test('no English sentence of the service is on a page in another language', async () => {
  expect(explainError(refusal('email_taken')).title).toBe('Words of the API');
  await startLanguage({ de: { base: async () => ({ default: {} }) } });
  await expect.poll(() => explainError(refusal('email_taken')).title).toContain('email address');
  const rows = Object.keys(errorTable) as ErrorCode[];
  const english = rows.filter((row) =>
    JSON.stringify(explainError(refusal(row))).includes('Words of the API'),
  );
  expect(english.filter((row) => !forPrograms.includes(row))).toEqual([]);
  expect(fieldError(refusal('invalid_request'), 'name')).toBe('This is not valid.');
  expect(fieldError(refusal('invalid_request'), 'name', 'No such name.')).toBe('No such name.');

  const told = (row: ErrorCode, values: ErrorValues) => explainError(refusal(row, values)).title;
  expect(told('budget_exhausted', { spent: '$4.90', budget: '$5.00' })).toBe(
    'The budget is used up: spent $4.90 of $5.00',
  );
  const column = {
    fault: 'no_column',
    name: 'prise',
    hint: 'meant',
    meant: 'price',
    names: '',
    reason: 'x',
  };
  expect(told('query_failed', column)).toBe('There is no column prise. Did you mean price?');
  expect(told('client_citations_open', {})).toBe(
    'This version has citations that are not verified',
  );
});

test('what the fields of a form say is not said again at its end', () => {
  const error = refusal('invalid_request');
  expect(errorBesides(['name', 'url'], error)).toBe(null);
  expect(errorBesides(['url'], error)).toBe(error);
  const lost = new Error('Connection lost');
  expect(errorBesides(['name'], lost)).toBe(lost);
});
