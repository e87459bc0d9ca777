import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const needed = { DATABASE_URL: 'postgres://localhost/app', ENGINE_TOKEN: 'a-token-of-the-engine' };

describe('settings of one engine process', () => {
  it('have defaults', () => {
    expect(readConfig(needed)).toMatchObject({
      workLimits: { maxRuns: 10_000, maxCalls: 1_024, drainMs: 20_000 },
      providerLimits: {},
    });
  });

  it('are read from the environment', () => {
    const given = { ENGINE_MAX_RUNS: '50', ENGINE_MAX_CALLS: '20', ENGINE_DRAIN_SECONDS: '0' };
    const limits = '{"openai":{"requestsPerMinute":60}}';
    expect(readConfig({ ...needed, ...given, PROVIDER_LIMITS: limits })).toMatchObject({
      workLimits: { maxRuns: 50, maxCalls: 20, drainMs: 0 },
      providerLimits: { openai: { requestsPerMinute: 60 } },
    });
  });

  // SET-3
  it.each([
    ['ENGINE_MAX_RUNS', '0'],
    ['ENGINE_MAX_CALLS', 'many'],
    ['ENGINE_DRAIN_SECONDS', '-1'],
    ['PROVIDER_LIMITS', '{"openai":{"perMinute":60}}'],
    ['PROVIDER_LIMITS', 'openai=60'],
  ])('that cannot be used are named: %s=%s', (name, value) => {
    expect(() => readConfig({ ...needed, [name]: value })).toThrow(new RegExp(`^${name} is not usable: it`));
  });
});
