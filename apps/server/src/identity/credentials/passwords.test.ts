import { createHook } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { createKeyRing } from '../../kernel/keys/key-ring.ts';
import { canonicalEmail } from './email-addresses.ts';
import * as passwords from './passwords.ts';
import { firstHead, keyLength, type PasswordHeads, passwordCost } from './passwords.ts';

const [keys, otherKeys] = [createKeyRing(['a secret']), createKeyRing(['another secret'])];
const ada = canonicalEmail('ada@example.com');
/** As in the product, but with a fraction of its time. */
const cost = { ...passwordCost, logN: 11 };
const first = firstHead(keys, ada, cost);
const caller = '203.0.113.7';
const hashPassword = (password: string, heads: PasswordHeads) =>
  passwords.hashPassword(password, heads, caller);
const hashesOfPassword = (password: string, heads: PasswordHeads) =>
  passwords.hashesOfPassword(password, heads, caller);

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
  expect(firstHead(keys, canonicalEmail('bob@example.com'), cost)).not.toBe(first);
  expect(firstHead(otherKeys, ada, cost)).not.toBe(first);
  const hash = await hashPassword('one', {
    ...headsOf(),
    first: firstHead(otherKeys, ada, cost),
  });
  const next = await hashPassword('two', headsOf(hash));
  expect(headsOf(hash, next).known).toHaveLength(1);
  expect(await hashesOfPassword('two', headsOf(hash, next))).toEqual([next]);
});

// AUT-14
test('an address with two tenants costs one derivation, like an unknown address', async () => {
  const one = await hashPassword('one', headsOf());
  const two = await hashPassword('two', headsOf(one));
  expect(await countDerivations(() => hashesOfPassword('wrong', headsOf()))).toBe(1);
  expect(await countDerivations(() => hashesOfPassword('wrong', headsOf(one, two)))).toBe(1);
  const salted = await hashPassword('two', {
    ...headsOf(),
    first: firstHead(otherKeys, ada, cost),
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

test('forty new passwords of one caller do not delay one of another caller', async () => {
  let hashed = 0;
  const flood = Array.from({ length: 40 }, async () => {
    await passwords.hashPassword('new', headsOf(), '198.51.100.1');
    hashed += 1;
  });
  await passwords.hashPassword('other', headsOf(), caller);
  expect(hashed).toBeLessThan(4);
  await Promise.all(flood);
});
