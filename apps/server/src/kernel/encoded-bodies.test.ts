import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEncodedBodies, type EncodedBodies } from './cache.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let bodies: EncodedBodies;
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
  // The store takes the moment 0 for none.
  vi.advanceTimersByTime(1);
  bodies = createEncodedBodies(100);
});
afterEach(() => {
  bodies.close();
  vi.useRealTimers();
});

const bodyOf = (sizeBytes: number) => ({ bytes: Buffer.alloc(sizeBytes), link: null });
const has = (tenantId: string, name: string) => bodies.get(tenantId, name, 'tag') !== null;

// REQ-2
test('a body is given for the state that it shows, and replaced by that of the next', () => {
  const [first, second] = [bodyOf(1), bodyOf(2)];
  bodies.set('t', 'a', 'first', first);
  expect(bodies.get('t', 'a', 'first')).toBe(first);
  expect(bodies.get('t', 'a', 'second')).toBeNull();
  bodies.set('t', 'a', 'second', second);
  expect([bodies.get('t', 'a', 'first'), bodies.get('t', 'a', 'second')]).toEqual([null, second]);
});

test('bodies take bounded memory: the least recently read ones are dropped, and too long ones are not kept', () => {
  for (const name of ['a', 'b']) bodies.set('t', name, 'tag', bodyOf(44));
  expect([has('t', 'b'), has('t', 'a')]).toEqual([true, true]);
  bodies.set('t', 'c', 'tag', bodyOf(44));
  expect([has('t', 'a'), has('t', 'b'), has('t', 'c')]).toEqual([true, false, true]);
  bodies.set('t', 'long', 'tag', bodyOf(100));
  expect([has('t', 'a'), has('t', 'c'), has('t', 'long')]).toEqual([true, true, false]);
});

test('a body that nobody reads for ten minutes leaves the memory', async () => {
  const hold = () => {
    const body = bodyOf(1);
    bodies.set('t', 'unread', 'tag', body);
    return new WeakRef(body);
  };
  const unread = hold();
  bodies.set('t', 'read', 'tag', bodyOf(1));
  vi.advanceTimersByTime(590_000);
  expect(has('t', 'read')).toBe(true);
  vi.advanceTimersByTime(70_000);
  // A weak reference keeps its body until this turn of the event loop ends.
  await setImmediate();
  collectGarbage();
  expect(unread.deref()).toBeUndefined();
  expect(has('t', 'read')).toBe(true);
  vi.advanceTimersByTime(600_001);
  expect(has('t', 'read')).toBe(false);
});

test('forgetting a tenant drops its bodies and no others', () => {
  for (const tenantId of ['t', 'tt', 'other'])
    for (const name of ['a', 'b']) bodies.set(tenantId, name, 'tag', bodyOf(1));
  bodies.forget('t');
  const kept = ['t', 'tt', 'other'].map((tenantId) =>
    ['a', 'b'].filter((name) => has(tenantId, name)),
  );
  expect(kept).toEqual([[], ['a', 'b'], ['a', 'b']]);
});
