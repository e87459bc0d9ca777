import { expect, test } from 'vitest';
import { limitPerTenant } from './limit-per-tenant.ts';

test('a tenant does so much at once, waits with the rest and is refused beyond; others are not held up', async () => {
  const limit = limitPerTenant(2, 1);
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    await gate.promise;
    return name;
  };
  const under = ['a1', 'a2', 'a3'].map((name) => limit('a', work(name)));
  await expect(limit('a', work('a4'))).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
  const other = limit('b', work('b1'));
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  gate.resolve();
  expect(await Promise.all([...under, other])).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(await limit('a', work('a5'))).toBe('a5');
});

test('work that fails gives its place back', async () => {
  const limit = limitPerTenant(1, 0);
  const failing = async () => {
    throw new Error('No');
  };
  await expect(limit('a', failing)).rejects.toThrow('No');
  expect(await limit('a', async () => 'next')).toBe('next');
});
