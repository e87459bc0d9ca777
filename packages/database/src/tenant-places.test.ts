import { describe, expect, it } from 'vitest';
import { createTenantPlaces } from './tenant-places.ts';

/** Takes places one after the other and notes whose turn came, in order. */
function watch(places: ReturnType<typeof createTenantPlaces>) {
  const turns: string[] = [];
  const held: (() => void)[] = [];
  const ask = (tenantId: string, count = 1, signal?: AbortSignal) => {
    for (let n = 0; n < count; n += 1) {
      places.take(tenantId, signal).then(
        (giveBack) => {
          turns.push(tenantId);
          held.push(giveBack);
        },
        () => turns.push(`${tenantId} left`),
      );
    }
  };
  /** Lets everybody that can start do so: promises only, no time passes. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const giveBackOne = async () => {
    held.shift()?.();
    await settle();
  };
  return { turns, held, ask, settle, giveBackOne };
}

describe('places of tenants', () => {
  it('go by turns: one who asks for a hundred is followed by one who asks for one', async () => {
    const { turns, ask, settle, giveBackOne } = watch(createTenantPlaces(2));
    ask('a', 100);
    ask('b');
    ask('c', 2);
    await settle();
    expect(turns).toEqual(['a', 'a']);
    for (let n = 0; n < 6; n += 1) await giveBackOne();
    expect(turns).toEqual(['a', 'a', 'a', 'b', 'c', 'a', 'c', 'a']);
  });

  it('are all handed out in the end, and never more than there are', async () => {
    const { turns, held, ask, settle, giveBackOne } = watch(createTenantPlaces(3));
    for (const tenant of ['a', 'b', 'a', 'c', 'b']) ask(tenant, 4);
    await settle();
    for (let n = 0; n < 20; n += 1) {
      expect(held.length).toBeLessThanOrEqual(3);
      await giveBackOne();
    }
    expect(turns).toHaveLength(20);
    expect(held).toHaveLength(0);
  });

  it('stay free for others where a rule says so, and go to who waits once there is room', async () => {
    const { turns, held, ask, settle } = watch(createTenantPlaces(8, (own, free) => own < free * 3));
    ask('a', 20);
    ask('b');
    await settle();
    expect(turns).toEqual(['a', 'a', 'a', 'a', 'a', 'a', 'b']);
    for (const giveBack of held.splice(0)) giveBack();
    await settle();
    expect(turns.slice(7)).toEqual(['a', 'a', 'a', 'a', 'a', 'a']);
  });

  it('are not kept by one that stopped waiting', async () => {
    const { turns, ask, settle, giveBackOne } = watch(createTenantPlaces(1));
    const stop = new AbortController();
    ask('a');
    ask('a', 2, stop.signal);
    ask('b');
    await settle();
    stop.abort(new Error('stopped'));
    await giveBackOne();
    expect(turns).toEqual(['a', 'a left', 'a left', 'b']);
  });

  it('are handed out no more while they drain, which ends when the last came back', async () => {
    const places = createTenantPlaces(2);
    const { turns, ask, settle, giveBackOne } = watch(places);
    ask('a', 2);
    await settle();
    let drained = false;
    const drain = places.drain().then(() => {
      drained = true;
    });
    ask('b');
    await giveBackOne();
    expect(drained).toBe(false);
    await giveBackOne();
    await drain;
    expect(turns).toEqual(['a', 'a']);
  });
});
