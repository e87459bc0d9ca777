import { expect, test } from 'vitest';
import { allEndpoints } from './all-endpoints.ts';
import { openApiComponents } from './declaring/openapi.ts';

// SVC-1
test('no path and no header carries a version of the API', () => {
  expect(allEndpoints.length).toBeGreaterThan(50);
  for (const { path } of allEndpoints) {
    expect(path).toMatch(/^\/api\//);
    expect(path).not.toMatch(/\/v\d/);
  }
  const headers = Object.values(openApiComponents.parameters).map(({ name }) => name);
  expect(headers.toSorted()).toEqual(['Idempotency-Key', 'If-None-Match', 'Last-Event-ID']);
});
