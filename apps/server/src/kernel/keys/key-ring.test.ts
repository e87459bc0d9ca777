import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyRing } from './key-ring.ts';

const [old, fresh, foreign] = ['the old secret', 'the new secret', 'a foreign secret'] as const;
const before = createKeyRing([old]);
const during = createKeyRing([fresh, old]);
const after = createKeyRing([fresh]);
const purpose = 'webhook secrets';

// SET-15
test('the first secret writes and all read: what either encrypted is decrypted during a rotation', () => {
  const [early, late] = [before, during].map((ring) => ring.encrypt(purpose, 'place', 'Größe'));
  expect(during.decrypt(purpose, 'place', early as Buffer)).toBe('Größe');
  expect(during.decrypt(purpose, 'place', late as Buffer)).toBe('Größe');
  expect(after.decrypt(purpose, 'place', late as Buffer)).toBe('Größe');
  expect(() => after.decrypt(purpose, 'place', early as Buffer)).toThrow('No secret of SECRET_KEY');
});

// SET-15
test('what is encrypted begins with the id of its secret, also as text', () => {
  const sealed = during.encrypt(purpose, 'place', 'x');
  expect(sealed.toString('base64url').slice(0, 12)).toBe(during.ids[0]);
  expect(during.ids).toEqual([after.ids[0], before.ids[0]]);
});

// SET-15
test('a signature of each secret is known during a rotation, and the writing one signs', () => {
  const [early, late] = [before, after].map((ring) => ring.sign('download links', 'claim'));
  expect(during.sign('download links', 'claim')).toEqual(late);
  expect(during.signAll('download links', 'claim')).toEqual([late, early]);
  during.writeWith(before.writingId);
  expect(during.signAll('download links', 'claim')).toEqual([early, late]);
  during.writeWith(after.writingId);
});

test('a text that is encrypted with none of the secrets is not decrypted', () => {
  const sealed = before.encrypt(purpose, 'place', 'of old');
  expect(during.decrypt(purpose, 'place', sealed)).toBe('of old');
  expect(() => after.decrypt(purpose, 'place', sealed)).toThrow('No secret of SECRET_KEY');
});

test('nothing is decrypted for another place, another purpose, with another secret, or when it was changed', () => {
  const sealed = before.encrypt(purpose, 'place', 'text');
  expect(() => before.decrypt(purpose, 'elsewhere', sealed)).toThrow();
  expect(() => before.decrypt('kept answers', 'place', sealed)).toThrow();
  expect(() => createKeyRing([foreign]).decrypt(purpose, 'place', sealed)).toThrow();
  for (const at of [0, 9, 21, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => before.decrypt(purpose, 'place', changed)).toThrow();
  }
  expect(() => before.decrypt(purpose, 'place', randomBytes(8))).toThrow();
});

test('only a secret of the ring can write', () => {
  expect(() => before.writeWith(after.writingId)).toThrow('No secret has the id');
});
