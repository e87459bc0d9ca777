import { expect, test } from 'vitest';
import type { SandboxError } from './child-program.ts';
import {
  createScheduler,
  type SchedulerOptions,
  type Turn,
  type TurnRequest,
} from './scheduler.ts';

/** A scheduler on a clock that the test moves, with the turns in the order in which they began. */
function openScene(options: Partial<SchedulerOptions> = {}) {
  let nowMs = 1_000_000;
  const scheduler = createScheduler({
    slots: 1,
    cpuBudgetMs: 20_000,
    maxWaiting: 100,
    ...options,
    now: () => nowMs,
  });
  const running: { name: string; turn: Turn }[] = [];
  const begun: string[] = [];
  const refused: { name: string; error: SandboxError }[] = [];
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun,
    refused,
    async ask(name: string, changes: Partial<TurnRequest> = {}) {
      const request: TurnRequest = {
        tenantId: name,
        lane: 'short',
        sizeBytes: 0,
        isAwaited: false,
        signal: undefined,
        ...changes,
      };
      scheduler.takeTurn(request).then(
        (turn) => {
          running.push({ name, turn });
          begun.push(name);
        },
        (error: SandboxError) => refused.push({ name, error }),
      );
      await settle();
    },
    async end(name: string, cpuMs = 0) {
      const index = running.findIndex((one) => one.name === name);
      running.splice(index, 1)[0]?.turn.end(cpuMs);
      await settle();
    },
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

test('the tenant that has used least processor time in the last minute is next', async () => {
  const { ask, end, begun } = openScene();
  for (const [name, cpuMs] of [
    ['a', 9_000],
    ['b', 6_000],
    ['c', 7_000],
  ] as const) {
    await ask(name);
    await end(name, cpuMs);
  }
  await ask('z');
  for (const name of ['a', 'b', 'c']) await ask(name);
  for (const name of ['z', 'b', 'c']) await end(name);
  expect(begun.slice(3)).toEqual(['z', 'b', 'c', 'a']);
});

test('use of more than a minute ago does not count', async () => {
  const { ask, end, pass, begun } = openScene();
  await ask('a');
  await end('a', 15_000);
  pass(40_000);
  await ask('b');
  await end('b', 6_000);
  pass(21_000);
  await ask('z');
  for (const name of ['b', 'a']) await ask(name);
  await end('z');
  expect(begun.at(-1)).toBe('a');
});

test('tenants with equal use take turns', async () => {
  const { ask, end, begun } = openScene();
  for (const name of ['a', 'a', 'a', 'b', 'b']) await ask(name);
  for (let turn = 0; turn < 4; turn += 1) await end(begun.at(-1) ?? '');
  expect(begun).toEqual(['a', 'b', 'a', 'b', 'a']);
});

test('time counts while a job is running', async () => {
  const { ask, end, pass, begun } = openScene({ slots: 4 });
  await ask('a');
  await ask('z', { tenantId: 'z' });
  await ask('z', { tenantId: 'z' });
  await ask('y', { tenantId: 'y' });
  pass(10_000);
  await ask('a');
  await ask('b');
  await end('y');
  expect(begun.slice(4)).toEqual(['b']);
});

// SBX-7
test('short work comes before long work of a tenant that has used less, until the long one has waited for 30 s', async () => {
  const { ask, end, pass, begun } = openScene();
  for (const name of ['busy', 'z']) await ask(name);
  await end('busy', 2_000);
  await ask('patient', { lane: 'long' });
  await ask('busy');
  await end('z');
  expect(begun.at(-1)).toBe('busy');
  pass(30_000);
  await ask('busy');
  await end('busy', 100);
  expect(begun.at(-1)).toBe('patient');
});

// SBX-6
test('one tenant never has all slots, whatever it requests', async () => {
  const { ask, begun } = openScene({ slots: 2 });
  for (let n = 0; n < 10; n += 1) await ask('greedy', { lane: n % 2 === 0 ? 'short' : 'long' });
  expect(begun).toEqual(['greedy']);
  await ask('other', { lane: 'long' });
  expect(begun).toEqual(['greedy', 'other']);
});

// SBX-7
test('long work of many tenants leaves one slot to short work', async () => {
  const { ask, end, begun } = openScene({ slots: 3 });
  for (let n = 0; n < 12; n += 1) await ask(`long${n}`, { lane: 'long' });
  expect(begun).toEqual(['long0', 'long1']);
  await ask('short');
  await end('long0', 100);
  expect(begun).toEqual(['long0', 'long1', 'short', 'long2']);
});

// SBX-8
test('beyond its budget a tenant waits for all others and leaves a slot free', async () => {
  const { ask, end, begun } = openScene({ slots: 2, cpuBudgetMs: 1_000 });
  for (const name of ['x', 'y']) {
    await ask(name);
    await end(name, 1_000);
  }
  for (const name of ['x', 'y']) await ask(name);
  expect(begun.slice(2)).toEqual(['x']);
  await ask('other');
  expect(begun.slice(2)).toEqual(['x', 'other']);
});

// SBX-8
test('beyond its budget awaited work begins at once or is refused with the time when the budget is free again', async () => {
  const { ask, end, pass, begun, refused } = openScene({ cpuBudgetMs: 1_000 });
  await ask('a');
  await end('a', 400);
  pass(20_000);
  await ask('a');
  await end('a', 700);
  await ask('a', { isAwaited: true });
  expect([begun.length, refused]).toEqual([3, []]);
  await ask('a', { isAwaited: true });
  expect(refused.map(({ name, error }) => [name, error.kind, error.retryAfterMs])).toEqual([
    ['a', 'busy', 40_000],
  ]);
});

// SBX-9
test('when too much waits, the newest job of the tenant with most of them is refused', async () => {
  const { ask, begun, refused } = openScene({ maxWaiting: 3 });
  for (let n = 0; n < 5; n += 1) await ask(`a${n}`, { tenantId: 'a' });
  expect(refused.map(({ name }) => name)).toEqual(['a4']);
  await ask('b0', { tenantId: 'b' });
  expect(refused.map(({ name }) => name)).toEqual(['a4', 'a3']);
  await ask('b1', { tenantId: 'b' });
  expect(refused.map(({ name }) => name)).toEqual(['a4', 'a3', 'b1']);
  expect(refused.map(({ error }) => [error.kind, error.retryAfterMs])).toEqual(
    Array(3).fill(['busy', 10_000]),
  );
  expect(begun).toEqual(['a0']);
});

// SBX-7
test('small work comes before larger work of a tenant that has used nothing, up to a quarter of the budget', async () => {
  const { ask, end, begun } = openScene();
  for (const name of ['other', 'z']) await ask(name);
  await end('other', 5_000);
  await ask('hostile', { sizeBytes: 250_000 });
  await ask('other', { sizeBytes: 12 });
  await end('z');
  expect(begun.slice(2)).toEqual(['other']);
});

test('after short work took long, a tenant’s work counts as long for ten minutes', () => {
  let nowMs = 0;
  const scheduler = createScheduler({
    slots: 1,
    cpuBudgetMs: 1_000,
    maxWaiting: 1,
    now: () => nowMs,
  });
  scheduler.noteLong('a');
  nowMs += 599_999;
  expect([scheduler.isLong('a'), scheduler.isLong('b')]).toEqual([true, false]);
  nowMs += 1;
  expect(scheduler.isLong('a')).toBe(false);
});

test('a caller who leaves is not waited for', async () => {
  const { ask, end, begun, refused } = openScene();
  const left = new AbortController();
  await ask('a');
  await ask('b', { signal: left.signal });
  await ask('c');
  left.abort(new Error('left'));
  await end('a');
  expect([begun, refused.map(({ error }) => error.message)]).toEqual([['a', 'c'], ['left']]);
});
