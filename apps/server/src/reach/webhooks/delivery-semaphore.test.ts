import { describe, expect, test } from 'vitest';
import { createDeliverySemaphore } from './delivering.ts';

/** Opens a semaphore of `total` permits, with posts that run until a test ends them. */
function openScene(total: number) {
  const places = createDeliverySemaphore(total);
  const running: { name: string; end(): void }[] = [];
  const begin = (name: string, options?: { signal?: AbortSignal; first?: boolean }) => {
    const [tenantId = '', endpointId = ''] = name.split('/');
    const post = () => new Promise<void>((resolve) => running.push({ name, end: resolve }));
    return places.run([tenantId, `${tenantId}/${endpointId}`], post, options);
  };
  return {
    begin,
    fill: (name: string, count: number) => Array.from({ length: count }, () => begin(name)),
    count: (start: string) => running.filter(({ name }) => name.startsWith(start)).length,
    names: () => running.map(({ name }) => name),
    /** Ends the oldest post whose name begins with `start`, and lets the next ones begin. */
    async end(start: string): Promise<void> {
      const index = running.findIndex(({ name }) => name.startsWith(start));
      running.splice(index, 1)[0]?.end();
      await new Promise(setImmediate);
    },
  };
}

describe('permits for posts', () => {
  test('never exceed the total, whoever requests them', async () => {
    const scene = openScene(20);
    for (let i = 0; i < 100; i += 1) scene.fill(`tenant${i}/a`, 3);
    expect(scene.count('')).toBe(20);
    await scene.end('');
    expect(scene.count('')).toBe(20);
  });

  test('remain for a new tenant', () => {
    const scene = openScene(500);
    for (let i = 0; i < 50; i += 1) scene.fill(`slow/${i}`, 20);
    expect(scene.count('slow/')).toBeGreaterThanOrEqual(90);
    expect(scene.count('slow/')).toBeLessThanOrEqual(100);
    scene.fill('new/a', 15);
    expect(scene.count('new/')).toBe(15);
  });

  test('remain when ten tenants hold all they can', () => {
    const scene = openScene(500);
    for (let tenant = 0; tenant < 10; tenant += 1) {
      for (let i = 0; i < 50; i += 1) scene.fill(`slow${tenant}/${i}`, 20);
    }
    scene.fill('new/a', 3);
    expect(scene.count('new/')).toBe(3);
  });

  test.each([1, 40])(
    'of %i slow tenants are shared again once each post has ended, and some remain',
    async (tenants) => {
      const scene = openScene(500);
      for (let tenant = 0; tenant < tenants; tenant += 1) {
        for (let i = 0; i < 49; i += 1) scene.fill(`slow${tenant}/${i}`, 20);
      }
      for (let posts = scene.count(''); posts > 0; posts -= 1) await scene.end('');
      scene.begin(tenants === 1 ? 'slow0/healthy' : 'new/a');
      expect(scene.names().at(-1)).toMatch(/healthy|new/);
      const shares = Array.from({ length: tenants }, (_, tenant) => scene.count(`slow${tenant}/`));
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(2);
    },
  );

  test('that become free go to the tenant that holds least, then in turns', async () => {
    const scene = openScene(4);
    scene.fill('a/1', 5);
    expect(scene.names()).toEqual(['a/1']);
    scene.fill('b/1', 2);
    scene.begin('c/1');
    scene.begin('d/1');
    expect(scene.names()).toEqual(['a/1', 'b/1', 'c/1', 'd/1']);
    scene.begin('e/1');
    await scene.end('b/1');
    // The permit does not go to a, which waits longer but holds one; b and e hold none, and b was
    // first.
    expect(scene.names().slice(-1)).toEqual(['b/1']);
    await scene.end('c/1');
    expect(scene.names().slice(-1)).toEqual(['e/1']);
  });

  test('become free after a failed post', async () => {
    const places = createDeliverySemaphore(1);
    const holder = ['t', 'e'];
    await expect(places.run(holder, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    await expect(places.run(holder, async () => 'done')).resolves.toBe('done');
  });

  test('go to a request with `first` before the others of the endpoint', async () => {
    const scene = openScene(2);
    scene.fill('a/1', 1);
    const late = scene.begin('a/1');
    const ping = scene.begin('a/1', { first: true });
    const order: string[] = [];
    void late.then(() => order.push('late'));
    void ping.then(() => order.push('ping'));
    for (let i = 0; i < 3; i += 1) await scene.end('');
    expect(order).toEqual(['ping', 'late']);
  });

  test('are not awaited when the signal aborts', async () => {
    const scene = openScene(2);
    scene.begin('a/1');
    const controller = new AbortController();
    const waiting = scene.begin('a/1', { signal: controller.signal });
    const next = scene.begin('a/1');
    controller.abort(new Error('closing'));
    await expect(waiting).rejects.toThrow('closing');
    await expect(scene.begin('b/1', { signal: controller.signal })).rejects.toThrow('closing');
    await scene.end('a/1');
    expect(scene.names()).toEqual(['a/1']);
    await scene.end('a/1');
    await next;
    expect(scene.names()).toEqual([]);
  });
});
