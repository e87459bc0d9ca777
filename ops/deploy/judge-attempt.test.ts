import { describe, expect, test } from 'vitest';
import { type FailedAttempt, isTolerated } from './clients.ts';

const page = 'GET /api/engagements/:id';
const file = 'POST /api/engagements/:id/attachments';
const unavailable = { status: 503, code: 'service_unavailable' };

// DEP-9
describe('a client may see', () => {
  const cases: [
    string,
    FailedAttempt,
    { nothing: boolean; interruption: boolean; files: boolean; unkeyed: boolean },
  ][] = [
    [
      'a refusal for the moment',
      { request: page, ...unavailable },
      { nothing: false, interruption: true, files: false, unkeyed: false },
    ],
    [
      'the same of a file',
      { request: file, ...unavailable },
      { nothing: false, interruption: true, files: true, unkeyed: false },
    ],
    [
      'the same of a sign-up',
      { request: 'POST /api/auth/sign-up/email', ...unavailable },
      { nothing: false, interruption: true, files: false, unkeyed: true },
    ],
    [
      'a broken connection',
      { request: file, status: null, code: null },
      { nothing: false, interruption: true, files: false, unkeyed: false },
    ],
    [
      'a first attempt still under way',
      { request: file, status: 409, code: 'idempotency_in_progress' },
      { nothing: false, interruption: true, files: false, unkeyed: false },
    ],
    [
      'a page of the proxy',
      { request: page, status: 502, code: null },
      { nothing: false, interruption: false, files: false, unkeyed: false },
    ],
    [
      'an error',
      { request: file, status: 500, code: 'internal_error' },
      { nothing: false, interruption: false, files: false, unkeyed: false },
    ],
  ];

  test.each(cases)('%s', (_, attempt, tolerated) => {
    for (const [tolerance, expected] of Object.entries(tolerated)) {
      expect(isTolerated(attempt, tolerance as keyof typeof tolerated), tolerance).toBe(expected);
    }
  });
});
