import { randomBytes } from 'node:crypto';
import { type FakeKms, startFakeKms } from '@ecp/testing/fake-kms';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createKeyRing } from './key-ring.ts';
import { openKmsMasterKey } from './kms-master-key.ts';
import { type MasterKey, openLocalMasterKey } from './tenant-keys.ts';

let kms: FakeKms;
let master: MasterKey;
const local = openLocalMasterKey(createKeyRing(['a secret']));
const dataKey = randomBytes(32);

beforeAll(async () => {
  kms = await startFakeKms();
  master = openKmsMasterKey(kms.settings, local, 200);
});
afterAll(async () => {
  master.close();
  await kms.close();
});
beforeEach(() => kms.behave('well'));

// STO-5
test('wraps a key for one tenant, and unwraps it for no other', async () => {
  const key = await master.wrap('one', dataKey);
  expect(key.master).toBe(`kms:${kms.settings.keyId}`);
  expect(key.wrapped.includes(dataKey)).toBe(false);
  expect(await master.unwrap('one', key)).toEqual(dataKey);
  expect(kms.calls.map(({ operation, context }) => [operation, context])).toEqual([
    ['Encrypt', { tenantId: 'one' }],
    ['Decrypt', { tenantId: 'one' }],
  ]);
  await expect(master.unwrap('two', key)).rejects.toThrow();
  await expect(master.unwrap('one', { ...key, wrapped: Buffer.alloc(80, 1) })).rejects.toThrow();
});

// STO-5
test('unwraps what the installation’s secret or another key of KMS has wrapped, and wraps with its own', async () => {
  const other = openKmsMasterKey({ ...kms.settings, keyId: kms.addKey() }, local, 200);
  for (const earlier of [await local.wrap('one', dataKey), await other.wrap('one', dataKey)]) {
    expect(earlier.master).not.toBe(master.name);
    expect(await master.unwrap('one', earlier)).toEqual(dataKey);
  }
  await expect(local.unwrap('one', await master.wrap('one', dataKey))).rejects.toThrow(
    'set KMS_KEY_ID',
  );
  other.close();
});

test('a service that fails, hangs, or refuses the signature or the key is an error in bounded time', async () => {
  for (const how of ['fails', 'hangs'] as const) {
    kms.behave(how);
    await expect(master.wrap('one', dataKey)).rejects.toThrow();
  }
  kms.behave('well');
  const wrong = [
    { secretAccessKey: 'another' },
    { keyId: 'arn:aws:kms:eu-central-1:111122223333:key/none' },
  ];
  const names = ['InvalidSignatureException', 'NotFoundException'];
  for (const [at, change] of wrong.entries()) {
    const refused = openKmsMasterKey({ ...kms.settings, ...change }, local, 200);
    await expect(refused.wrap('one', dataKey)).rejects.toMatchObject({ name: names[at] });
    refused.close();
  }
});
