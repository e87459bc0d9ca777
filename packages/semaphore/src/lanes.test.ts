import { expect, it } from 'vitest';
import { createLanes, type Lane } from './lanes.ts';

/** Lets everything start that can: resolves pending promises without waiting for time to pass. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Makes work that runs until the test ends it, with this number of workers. */
function openScene(workers: number) {
  const lanes = createLanes({ workers });
  const running: { name: string; end(): void }[] = [];
  return {
    names: () => running.map(({ name }) => name),
    begin(name: string, lane: Lane) {
      const work = () => new Promise<void>((resolve) => running.push({ name, end: resolve }));
      return lanes.run(name, lane, work);
    },
    async end(name: string) {
      const index = running.findIndex((one) => one.name === name);
      running.splice(index, 1)[0]?.end();
      await settle();
    },
  };
}

it('long work of many holders leaves one worker for short work', async () => {
  const scene = openScene(3);
  for (let holder = 0; holder < 12; holder += 1) void scene.begin(`long${holder}`, 'long');
  expect(scene.names()).toEqual(['long0', 'long1']);
  void scene.begin('short', 'short');
  expect(scene.names()).toEqual(['long0', 'long1', 'short']);
  await scene.end('long0');
  expect(scene.names()).toEqual(['long1', 'short', 'long2']);
});

it('one holder never has all workers, whatever it requests', () => {
  const scene = openScene(2);
  for (let n = 0; n < 10; n += 1) void scene.begin('greedy', n % 2 === 0 ? 'short' : 'long');
  expect(scene.names()).toEqual(['greedy']);
  void scene.begin('other', 'long');
  expect(scene.names()).toEqual(['greedy', 'other']);
});

it('holders take turns in a lane', async () => {
  const scene = openScene(1);
  for (let n = 0; n < 3; n += 1) void scene.begin('a', 'short');
  void scene.begin('b', 'short');
  const order = [...scene.names()];
  for (let n = 0; n < 3; n += 1) {
    await scene.end(order.at(-1) ?? '');
    order.push(...scene.names());
  }
  expect(order).toEqual(['a', 'a', 'b', 'a']);
});

it('a single worker does both kinds', async () => {
  const scene = openScene(1);
  void scene.begin('a', 'long');
  void scene.begin('b', 'short');
  expect(scene.names()).toEqual(['a']);
  await scene.end('a');
  expect(scene.names()).toEqual(['b']);
});
