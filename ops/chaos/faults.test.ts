import { readFile } from 'node:fs/promises';
import { SupervisedProcess } from '@ecp/testing/supervised-process';
import { expect, test } from 'vitest';
import { type AimedFault, allFaults, type FaultKind, HeldTargets, planFaults } from './faults.ts';
import { makeFault, makeFaults } from './make-faults.ts';
import type { ChaosSystem, Target } from './system.ts';

// FLT-1
test('the same seed plans the same faults, and each kind comes as often as the others', () => {
  const planned = planFaults('night', allFaults.length * 3, allFaults);
  expect(planFaults('night', allFaults.length * 3, allFaults)).toEqual(planned);
  expect(planFaults('day', allFaults.length * 3, allFaults)).not.toEqual(planned);
  for (const { kind } of allFaults)
    expect(planned.filter((fault) => fault.kind === kind)).toHaveLength(3);
});

// FLT-1
test('the documentation lists the kinds', async () => {
  const page = await readFile(new URL('../../docs/chaos.md', import.meta.url), 'utf8');
  const [, list = ''] = page.split('## Kinds of faults');
  const [table = ''] = list.split('\n## ');
  const listed = [...table.matchAll(/^\| ([^|]+) \| (.+) \|$/gm)].map(([, kind]) => kind);
  expect(listed.slice(1).sort()).toEqual(allFaults.map(({ kind }) => kind).sort());
});

const engine1: Target = { kind: 'service', name: 'engine-1' };
const planned = { kind: 'test', forMs: 0, choice: 0 };

/** A system with one service, which nothing has started. */
function openMaker(isReady: () => Promise<boolean>) {
  const command = ['true'] as const;
  const plan = { name: 'engine-1', command, cwd: '.', environment: {}, logPath: '', isReady };
  const engines = [new SupervisedProcess(plan)];
  const system = { engines, platforms: [] } as unknown as ChaosSystem;
  const stopped = new AbortController().signal;
  return { system, held: new HeldTargets(), stopped, recoveryLimitMs: 50 };
}
const kindOf = (aimed: Partial<AimedFault>, choices: number[] = []): FaultKind => ({
  kind: 'test',
  lastsMs: [0, 0],
  aim: (_system, { choice }) => {
    choices.push(choice);
    return { holds: [engine1], begin: async () => engine1, ...aimed };
  },
});

// FLT-6
test('a fault that hits nothing is made again on other targets, and left out after four tries', async () => {
  const { system, stopped } = openMaker(async () => true);
  const choices: number[] = [];
  const options = { planned: [planned], lanes: 2, recoveryMs: 0, stopped, log: () => undefined };
  const make = (hasMet: () => boolean) =>
    makeFaults(system, { ...options, kinds: [kindOf({ hasMet }, choices)] });
  expect(await make(() => choices.length === 2)).toHaveLength(1);
  expect(await make(() => false)).toEqual([]);
  expect(choices).toEqual([0, 0.25, 0, 0.25, 0.5, 0.75]);
});

// FLT-6
test('a fault that fails while it begins is undone and told', async () => {
  const acts: string[] = [];
  const failing = kindOf({
    begin: async (undo) => {
      undo(() => void acts.push('first'));
      undo(() => Promise.reject(new Error('stuck')));
      undo(() => void acts.push('last'));
      throw new Error('no room');
    },
  });
  const failure = await makeFault(
    openMaker(async () => true),
    failing,
    planned,
  );
  expect(acts).toEqual(['last', 'first']);
  expect(failure).toMatchObject({ targets: [engine1], failure: 'Error: no room; Error: stuck' });
});

// FLT-6
test('faults of one target follow each other, and a service that does not recover is told', async () => {
  const late = await makeFault(
    openMaker(async () => false),
    kindOf({}),
    planned,
  );
  expect(late).toMatchObject({ failure: 'engine-1 was not ready within 0.05 s' });
  const maker = openMaker(async () => true);
  let lasting = 0;
  const kind = kindOf({
    begin: async (undo) => {
      lasting += 1;
      expect(lasting).toBe(1);
      undo(() => {
        lasting -= 1;
      });
      return engine1;
    },
  });
  const faults = await Promise.all([1, 2].map(() => makeFault(maker, kind, planned)));
  expect(faults).toMatchObject([{ failure: null }, { failure: null }]);
});
