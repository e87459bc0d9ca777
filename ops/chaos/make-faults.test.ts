import { type ProcessPlan, SupervisedProcess } from '@ecp/testing/supervised-process';
import { expect, test } from 'vitest';
import { type AimedFault, type FaultKind, HeldTargets } from './faults.ts';
import { makeFault, makeFaults } from './make-faults.ts';
import type { ChaosSystem, Target } from './system.ts';

/** A system with one service, which nothing has started. */
function openMaker(isReady: () => Promise<boolean>) {
  const plan: ProcessPlan = {
    name: 'engine-1',
    command: ['true'],
    cwd: '.',
    environment: {},
    logPath: '',
    isReady,
  };
  const system = {
    engines: [new SupervisedProcess(plan)],
    platforms: [],
  } as unknown as ChaosSystem;
  return {
    system,
    held: new HeldTargets(),
    stopped: new AbortController().signal,
    recoveryLimitMs: 50,
  };
}
const engine1: Target = { kind: 'service', name: 'engine-1' };
const redis: Target = { kind: 'server', name: 'redis' };
const ready = () => Promise.resolve(true);
const planned = { kind: 'test', forMs: 0, choice: 0 };
const kindOf = (begin: AimedFault['begin']): FaultKind => ({
  kind: 'test',
  lastsMs: [0, 0],
  aim: () => ({ holds: [engine1], begin }),
});

// FLT-6
test('a fault that hits nothing was not made', async () => {
  expect(
    await makeFault(
      openMaker(ready),
      kindOf(async () => null),
      planned,
    ),
  ).toBeNull();
});

// FLT-6
test('a fault that hits nothing is made again on other targets, and is left out after four tries', async () => {
  const tried: number[] = [];
  const making = (hasMet: () => boolean): FaultKind => ({
    ...kindOf(async () => engine1),
    aim: (_system, { choice }) => {
      tried.push(choice);
      return { holds: [engine1], begin: async () => engine1, hasMet };
    },
  });
  const lines: string[] = [];
  const make = (hasMet: () => boolean) =>
    makeFaults(openMaker(ready).system, {
      planned: [planned],
      kinds: [making(hasMet)],
      lanes: 2,
      recoveryMs: 0,
      stopped: new AbortController().signal,
      log: (line: string) => lines.push(line),
    });
  expect(await make(() => tried.length === 2)).toHaveLength(1);
  expect(tried.splice(0)).toEqual([0, 0.25]);
  expect(await make(() => false)).toEqual([]);
  expect(tried).toEqual([0, 0.25, 0.5, 0.75]);
  expect(lines.at(-1)).toBe('left out: test');
});

// FLT-6
test('a fault that fails while it begins is undone and told', async () => {
  const acts: string[] = [];
  const failing = kindOf(async (undo) => {
    undo(() => void acts.push('first'));
    undo(() => Promise.reject(new Error('stuck')));
    undo(() => void acts.push('last'));
    throw new Error('no room');
  });
  const made = await makeFault(openMaker(ready), failing, planned);
  expect(acts).toEqual(['last', 'first']);
  expect(made).toMatchObject({ targets: [engine1], failure: 'Error: no room; Error: stuck' });
});

// FLT-6
test('faults of one target follow each other, and the end of a fault comes before the recovery', async () => {
  let isUp = false;
  let recoveringAtMs = Number.POSITIVE_INFINITY;
  const maker = openMaker(() => {
    recoveringAtMs = Math.min(recoveringAtMs, Date.now());
    return Promise.resolve(isUp);
  });
  let lasting = 0;
  const fault = kindOf(async (undo) => {
    lasting += 1;
    expect(lasting).toBe(1);
    undo(() => {
      lasting -= 1;
    });
    return engine1;
  });
  const first = await makeFault(maker, fault, planned);
  expect(first).toMatchObject({ failure: 'engine-1 was not ready within 0.05 s' });
  expect(first?.endedAtMs).toBeLessThanOrEqual(recoveringAtMs);
  isUp = true;
  const made = await Promise.all([
    makeFault(maker, fault, planned),
    makeFault(maker, fault, planned),
  ]);
  expect(made).toMatchObject([{ failure: null }, { failure: null }]);
});

// FLT-6
test('a service that another fault disturbs is not waited for', async () => {
  const maker = openMaker(() => Promise.resolve(false));
  await maker.held.take([{ kind: 'link', from: 'engine-1', to: 'postgres' }], maker.stopped);
  const kind = {
    ...kindOf(async () => redis),
    aim: () => ({ holds: [redis], begin: async () => redis }),
  };
  expect(await makeFault(maker, kind, planned)).toMatchObject({ failure: null });
});
