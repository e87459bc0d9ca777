import { expect, test } from 'vitest';
import { allEndpoints } from './all-endpoints.ts';

// SVC-1
test('no path carries a version of the API', () => {
  expect(allEndpoints.length).toBeGreaterThan(50);
  for (const { path } of allEndpoints) {
    expect(path).toMatch(/^\/api\//);
    expect(path).not.toMatch(/\/v\d/);
  }
});
