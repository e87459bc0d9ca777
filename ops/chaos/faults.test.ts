import { readFile } from 'node:fs/promises';
import { SupervisedProcess } from '@ecp/testing/supervised-process';
import { expect, test } from 'vitest';
import { type AimedFault, allFaults, type FaultKind, planFaults } from './faults.ts';
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

const target: Target = { name: 'engine-1' };
const planned = { kind: 'test', forMs: 0, choice: 0 };
const stopped = new AbortController().signal;

/** A system with one service, which nothing has started. */
function makeSystem(isReady: boolean): ChaosSystem {
  const engine = new SupervisedProcess({
    name: 'engine-1',
    command: ['true'],
    cwd: '.',
    environment: {},
    logPath: '',
    isReady: async () => isReady,
  });
  return { engines: [engine], platforms: [] } as unknown as ChaosSystem;
}
const kindOf = (begin: AimedFault['begin'], choices: number[] = []): FaultKind => ({
  kind: 'test',
  lastsMs: [0, 0],
  aim(_system, choice) {
    choices.push(choice);
    return { target, begin };
  },
});

// FLT-6
test('a fault that hits nothing is made again on other targets, and left out after four tries', async () => {
  const choices: number[] = [];
  const options = { planned: [planned], recoveryMs: 0, stopped, log: () => undefined };
  const make = (begin: AimedFault['begin']) =>
    makeFaults(makeSystem(true), { ...options, kinds: [kindOf(begin, choices)] });
  expect(await make(() => choices.length === 2)).toHaveLength(1);
  expect(await make(() => false)).toEqual([]);
  expect(choices).toEqual([0, 0.25, 0, 0.25, 0.5, 0.75]);
});

// FLT-6
test('a fault that fails while it begins is undone and told', async () => {
  const acts: string[] = [];
  const failing = kindOf((undo) => {
    undo(() => acts.push('first'));
    undo(() => Promise.reject(new Error('stuck')));
    undo(() => acts.push('last'));
    throw new Error('no room');
  });
  const failure = await makeFault(makeSystem(true), failing, planned, stopped);
  expect(acts).toEqual(['last', 'first']);
  expect(failure).toMatchObject({ target, failure: 'Error: no room; Error: stuck' });
});

// FLT-6
test('a service that does not recover is told', async () => {
  const kind = kindOf(() => true);
  const late = await makeFault(makeSystem(false), kind, planned, stopped, 50);
  expect(late).toMatchObject({ failure: 'engine-1 was not ready within 0.05 s' });
});
