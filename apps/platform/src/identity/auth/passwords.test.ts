import { createHook } from 'node:async_hooks';
import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyRing } from '../../kernel/keys/key-ring.ts';
import { firstHead, hashesOfPassword, hashPassword, keyLength, type PasswordHeads, passwordCost } from './passwords.ts';

const [keys, otherKeys] = [createKeyRing(['a secret']), createKeyRing(['another secret'])];

const first = firstHead(keys, 'ada@example.com', passwordCost);
/** Returns the heads of an address that has these hashes. */
const headsOf = (...hashes: string[]): PasswordHeads => ({
  known: [...new Set(hashes.map((hash) => hash.slice(0, -keyLength)))],
  first,
});

test('a hash matches only its own password, in any Unicode composition', async () => {
  const hash = await hashPassword('Pässwort', headsOf());
  expect(await hashesOfPassword('Pa\u0308sswort', headsOf(hash))).toEqual([hash]);
  expect(await hashesOfPassword('Passwort', headsOf(hash))).not.toContain(hash);
  expect(await hashesOfPassword('Pässwort', headsOf())).toEqual([hash]);
});

test('hashes of one address share their salt; other addresses and other installations have other salts', async () => {
  expect(firstHead(keys, 'Ada@Example.com', passwordCost)).toBe(first);
  expect(firstHead(keys, 'bob@example.com', passwordCost)).not.toBe(first);
  expect(firstHead(otherKeys, 'ada@example.com', passwordCost)).not.toBe(first);
  const hash = await hashPassword('one', {
    known: [],
    first: firstHead(otherKeys, 'ada@example.com', passwordCost),
  });
  const next = await hashPassword('two', headsOf(hash));
  expect(headsOf(hash, next).known).toHaveLength(1);
  expect(await hashesOfPassword('two', headsOf(hash, next))).toEqual([next]);
});

test('an older, cheaper hash still matches, and its salt is not reused', async () => {
  const salt = Buffer.alloc(16, 1);
  const key = scryptSync('old', salt, 32, { N: 16, r: 8, p: 1 });
  const cheap = `scrypt$4$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
  expect(await hashesOfPassword('old', headsOf(cheap))).toEqual([cheap]);
  const renewed = await hashPassword('new', headsOf(cheap));
  expect(renewed).toMatch(/^scrypt\$15\$8\$1\$/);
  expect(renewed).not.toContain(salt.toString('base64url'));
  expect(await hashesOfPassword('new', headsOf(cheap, renewed))).toContain(renewed);
});

// AUT-14
test('an address with two tenants costs one derivation, like an unknown address', async () => {
  const one = await hashPassword('one', headsOf());
  const two = await hashPassword('two', headsOf(one));
  expect(await countDerivations(() => hashesOfPassword('wrong', headsOf()))).toBe(1);
  expect(await countDerivations(() => hashesOfPassword('wrong', headsOf(one, two)))).toBe(1);
  const salted = await hashPassword('two', {
    known: [],
    first: firstHead(otherKeys, 'ada@example.com', passwordCost),
  });
  expect(await countDerivations(() => hashesOfPassword('wrong', headsOf(one, salted)))).toBe(2);
});

/** Counts the scrypt derivations of `work`. */
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

test('a flood of new passwords does not delay sign-ins', async () => {
  const known = await hashPassword('right', headsOf());
  let hashed = 0;
  const flood = Array.from({ length: 6 }, async () => {
    await hashPassword('new', headsOf());
    hashed += 1;
  });
  expect(await hashesOfPassword('right', headsOf(known))).toEqual([known]);
  expect(hashed).toBeLessThan(4);
  await Promise.all(flood);
});
