import { expect, test } from 'vitest';
import { safeReturnPath } from './guards.ts';

test.each(['/engagements/e1?version=2', '/settings/billing#plans'])(
  'returns to a page of the app: %s',
  (next) => {
    expect(safeReturnPath(next)).toBe(next);
  },
);

// QUE-4
test.each([
  undefined,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\t//evil',
])('returns to no other address: %j', (next) => {
  expect(safeReturnPath(next)).toBe('/home');
});
