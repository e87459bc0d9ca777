import { createHook } from 'node:async_hooks';
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
  expect(await countDerivations(() => matchPassword('wrong', []))).toBe(1);
  expect(await countDerivations(() => matchPassword('wrong', [first, second]))).toBe(1);
  const salted = await hashPassword('two', null);
  expect(await countDerivations(() => matchPassword('wrong', [first, salted]))).toBe(2);
});

/** How often `work` has Node derive a key by scrypt. */
async function countDerivations(work: () => Promise<unknown>): Promise<number> {
  let derivations = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'SCRYPTREQUEST') derivations += 1;
    },
  }).enable();
  await work();
  hook.disable();
  return derivations;
}

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
