import { createId } from '@ecp/database/create-id';
import { type Database, openDatabase } from '@ecp/database/database';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admitRequest, correctTokens, readProviderLimits } from './gate.ts';

let fresh: FreshDatabase;
let processes: Database[];
beforeAll(async () => {
  fresh = await createFreshDatabase();
  processes = [openDatabase({ url: fresh.url }), openDatabase({ url: fresh.url })];
});
afterAll(async () => {
  for (const database of processes) await database.close();
  await fresh.drop();
});

type Limits = Parameters<typeof admitRequest>[2];

/**
 * Requests many admissions at once from two pools, as two processes would. Returns the waits that
 * they get.
 */
function ask(provider: string, count: number, tokens: number, limits: Limits): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const database = processes[index % 2];
      if (!database) throw new Error('No database');
      return admitRequest(database, { id: createId(), provider, tokens }, limits);
    }),
  );
}
const allowed = (waitsMs: number[]) => waitsMs.filter((waitMs) => waitMs === 0).length;
const age = (provider: string, seconds: number) =>
  fresh.asSuperuser(
    `update engine.provider_requests set begun_at = begun_at - make_interval(secs => $2) where provider = $1`,
    [provider, seconds],
  );

describe('requests to a provider', () => {
  it('are admitted up to the limit across all processes, and again after a minute', async () => {
    const limits = { requestsPerMinute: 15 };
    const waitsMs = await ask('a', 60, 1, limits);
    expect(allowed(waitsMs)).toBe(15);
    const told = waitsMs.filter((waitMs) => waitMs > 0);
    expect(Math.min(...told)).toBeGreaterThan(30_000);
    expect(Math.max(...told)).toBeLessThanOrEqual(61_000);
    expect(allowed(await ask('b', 20, 1, limits))).toBe(15);
    await age('a', 30);
    expect(allowed(await ask('a', 1, 1, limits))).toBe(0);
    await age('a', 31);
    expect(allowed(await ask('a', 60, 1, limits))).toBe(15);
  });

  it('count by the tokens that they may use until their actual use is known', async () => {
    const limits = { tokensPerMinute: 1_000 };
    expect(allowed(await ask('tokens', 10, 300, limits))).toBe(3);
    const [first] = await fresh.asSuperuser<{ id: string }>(
      `select id from engine.provider_requests where provider = 'tokens'`,
    );
    for (const database of processes.slice(0, 1))
      await correctTokens(database, first?.id ?? '', 50);
    expect(allowed(await ask('tokens', 10, 300, limits))).toBe(1);
  });

  it('begin alone if they are larger than the limit', async () => {
    const limits = { tokensPerMinute: 1_000 };
    expect(allowed(await ask('large', 3, 5_000, limits))).toBe(1);
  });
});

describe('PROVIDER_LIMITS', () => {
  it('is read as JSON, and refused if it is invalid or has unknown names', () => {
    expect(readProviderLimits(undefined)).toEqual({});
    expect(readProviderLimits('{"openai":{"requestsPerMinute":5}}')).toEqual({
      openai: { requestsPerMinute: 5 },
    });
    for (const bad of [
      '{',
      '[]',
      '{"openai":{"requests":5}}',
      '{"OpenAI":{"requestsPerMinute":5}}',
      '{"openai":{}}',
      '{"openai":{"tokensPerMinute":0}}',
    ])
      expect(readProviderLimits(bad)).toBeNull();
  });
});
