import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, matchPassword } from './passwords.ts';

test('a hash opens for its password only, however the password is composed', async () => {
  const hash = await hashPassword('Pässwort', null);
  expect(await matchPassword('Pa\u0308sswort', [hash])).toBe(0);
  expect(await matchPassword('Passwort', [hash])).toBe(-1);
  expect(await matchPassword('Pässwort', [])).toBe(-1);
});

test('hashes of one address share their salt, those of others do not', async () => {
  const first = await hashPassword('one', null);
  const second = await hashPassword('two', first);
  const saltOf = (hash: string) => hash.split('$')[4];
  expect(saltOf(second)).toBe(saltOf(first));
  expect(saltOf(await hashPassword('one', null))).not.toBe(saltOf(first));
  expect(await matchPassword('two', [first, second])).toBe(1);
});

test('an older, cheaper hash still opens, and its salt is not used again', async () => {
  const salt = Buffer.alloc(16, 1);
  const key = scryptSync('old', salt, 32, { N: 16, r: 8, p: 1 });
  const cheap = `scrypt$4$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
  expect(await matchPassword('old', [cheap])).toBe(0);
  const renewed = await hashPassword('new', cheap);
  expect(renewed).toMatch(/^scrypt\$15\$8\$1\$/);
  expect(renewed).not.toContain(salt.toString('base64url'));
});

// AUT-14
test('one address with two tenants costs one derivation, as an unknown address does', async () => {
  const first = await hashPassword('one', null);
  const second = await hashPassword('two', first);
  const fastestMs = { none: Infinity, two: Infinity };
  for (let round = 0; round < 5; round += 1) {
    for (const [name, hashes] of [
      ['none', []],
      ['two', [first, second]],
    ] as const) {
      const startMs = performance.now();
      await matchPassword('wrong', hashes);
      fastestMs[name] = Math.min(fastestMs[name], performance.now() - startMs);
    }
  }
  // Two derivations would make it 2.
  expect(fastestMs.two / fastestMs.none).toBeLessThan(1.6);
  expect(fastestMs.two / fastestMs.none).toBeGreaterThan(0.6);
});

test('a flood of new passwords does not hold up those who sign in', async () => {
  const known = await hashPassword('right', null);
  let hashed = 0;
  const flood = Array.from({ length: 6 }, async () => {
    await hashPassword('new', null);
    hashed += 1;
  });
  expect(await matchPassword('right', [known])).toBe(0);
  expect(hashed).toBeLessThan(4);
  await Promise.all(flood);
});
