import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { openSandbox, type Sandbox, type SandboxOptions, type SandboxTask } from './sandbox.ts';
import { unruly } from './testing/programs.ts';

const open: Sandbox[] = [];
function openOne(options: SandboxOptions = {}): Sandbox {
  const sandbox = openSandbox(options);
  open.push(sandbox);
  return sandbox;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

type Wish = 'hang' | 'sleep' | 'buffers' | 'heap' | 'die' | 'throw' | 'good';

async function ask(sandbox: Sandbox, job: Wish, changes: Partial<SandboxTask> = {}) {
  const task: SandboxTask = {
    tenantId: 'acme',
    job,
    lane: 'short',
    sizeBytes: 0,
    timeMs: 60_000,
    isAwaited: false,
    ...changes,
  };
  const { head, body } = await sandbox.run(unruly, task);
  return { ...(head as { pid: number; bytes: number }), body };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a child', () => {
  test('gets bytes and gives bytes, whole and unchanged', async () => {
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => at % 251));
    const { body } = await ask(openOne(), 'good', { body: bytes });
    expect(body.equals(bytes)).toBe(true);
  });

  test('does not get fewer or more bytes than announced', async () => {
    const sandbox = openOne();
    for (const sizeBytes of [2, 9]) {
      const body = {
        sizeBytes,
        open: async function* () {
          yield Buffer.from('five.');
        },
      };
      await expect(ask(sandbox, 'good', { body })).rejects.toThrow('announced');
    }
    expect((await ask(sandbox, 'good')).bytes).toBe(0);
  });

  // SBX-5
  test('that hangs, sleeps, takes too much memory, dies or throws fails its job alone', async () => {
    const sandbox = openOne();
    for (const [wish, kind, timeMs] of [
      ['hang', 'timeout', 1_000],
      ['sleep', 'timeout', 1_000],
      ['buffers', 'memory', 60_000],
      ['heap', 'memory', 60_000],
      ['die', 'died', 60_000],
      ['throw', 'failed', 60_000],
    ] as const) {
      const job = ask(sandbox, wish, { timeMs, lane: 'long' });
      await expect(job, wish).rejects.toMatchObject({ name: 'SandboxError', kind });
    }
    expect((await ask(sandbox, 'good', { lane: 'long' })).pid).toBeGreaterThan(0);
  });

  // SBX-11
  test('that something outside kills has its job done by another one, once', async () => {
    const sandbox = openOne();
    const { pid } = await ask(sandbox, 'good');
    process.kill(pid, 'SIGKILL');
    expect((await ask(sandbox, 'good')).pid).not.toBe(pid);
    const job = expect(ask(sandbox, 'sleep', { lane: 'long' })).rejects.toMatchObject({
      kind: 'memory',
    });
    const killed = new Set<number>();
    await expect
      .poll(() => {
        for (const busy of sandbox.pids(unruly).filter((one) => !killed.has(one))) {
          process.kill(busy, 'SIGKILL');
          killed.add(busy);
        }
        return killed.size;
      })
      .toBe(2);
    await job;
  });

  test('is killed when the caller gives up, and a waiting job leaves the line', async () => {
    const sandbox = openOne({ slots: 1 });
    const { pid } = await ask(sandbox, 'good');
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = ask(sandbox, 'hang', { signal: running.signal });
    const second = ask(sandbox, 'hang', { signal: waiting.signal });
    waiting.abort(new Error('second left'));
    await expect(second).rejects.toThrow('second left');
    running.abort(new Error('first left'));
    await expect(first).rejects.toThrow('first left');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  // SBX-4
  test('works for one tenant only', async () => {
    const sandbox = openOne();
    const ownChild = await ask(sandbox, 'good', { tenantId: 'one' });
    expect((await ask(sandbox, 'good', { tenantId: 'one' })).pid).toBe(ownChild.pid);
    const otherChild = await ask(sandbox, 'good', { tenantId: 'other' });
    expect(otherChild.pid).not.toBe(ownChild.pid);
    // Both stay while there is work; the tenant that has waited longest gives way to a third one.
    expect((await ask(sandbox, 'good', { tenantId: 'one' })).pid).toBe(ownChild.pid);
    const thirdChild = await ask(sandbox, 'good', { tenantId: 'third' });
    expect([ownChild.pid, otherChild.pid]).not.toContain(thirdChild.pid);
    expect((await ask(sandbox, 'good', { tenantId: 'one' })).pid).toBe(ownChild.pid);
    expect((await ask(sandbox, 'good', { tenantId: 'other' })).pid).not.toBe(otherChild.pid);
  });

  // SBX-7
  test('that did long work stays for long work of its tenant alone', async () => {
    const sandbox = openOne();
    const { pid } = await ask(sandbox, 'good', { lane: 'long' });
    const short = await ask(sandbox, 'good');
    expect(short.pid).not.toBe(pid);
    expect((await ask(sandbox, 'good', { lane: 'long' })).pid).toBe(pid);
    expect((await ask(sandbox, 'good')).pid).toBe(short.pid);
    expect((await ask(sandbox, 'good', { lane: 'long', tenantId: 'other' })).pid).not.toBe(pid);
  });

  test('ends with its sandbox, which rejects what runs and waits', async () => {
    const sandbox = openOne({ slots: 1 });
    await ask(sandbox, 'good');
    const jobs = [ask(sandbox, 'hang'), ask(sandbox, 'good', { tenantId: 'other' })];
    const ends = jobs.map((job) => expect(job).rejects.toMatchObject({ kind: 'closed' }));
    const pids = sandbox.pids(unruly);
    expect(pids.length).toBeGreaterThan(0);
    await sandbox.close();
    await Promise.all(ends);
    expect(pids.filter(isRunning)).toEqual([]);
  });

  // SBX-3
  test('ends with a parent that is killed, in the middle of an endless loop too', async () => {
    const script = fileURLToPath(new URL('./testing/loop-endlessly.ts', import.meta.url));
    const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pids = line.toString().trim().split(' ').map(Number);
    expect(pids.filter(isRunning)).toEqual(pids);
    parent.kill('SIGKILL');
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  });
});

describe('another tenant', () => {
  /** Submits jobs that never end, one for each tenant. */
  function occupy(sandbox: Sandbox, tenants: string[], changes: Partial<SandboxTask> = {}) {
    let ended = 0;
    for (const tenantId of tenants) {
      const end = () => {
        ended += 1;
      };
      ask(sandbox, 'hang', { ...changes, tenantId }).then(end, end);
    }
    return () => ended;
  }
  const twelve = Array.from({ length: 12 }, (_, index) => `greedy${index}`);
  const slow = { shortTimeMs: 60_000, shortCpuMs: 60_000 };

  // SBX-6
  test('finds a free child, whatever one tenant submits', async () => {
    const sandbox = openOne({ slots: 2, ...slow });
    const ended = occupy(sandbox, Array<string>(12).fill('greedy'));
    await ask(sandbox, 'good', { tenantId: 'other', lane: 'long' });
    expect(ended()).toBe(0);
  });

  // SBX-7
  test('finds a free child for short work, whatever many tenants submit', async () => {
    const sandbox = openOne({ slots: 3, ...slow });
    const ended = occupy(sandbox, twelve, { lane: 'long' });
    await ask(sandbox, 'good', { tenantId: 'other' });
    expect(ended()).toBe(0);
  });

  // SBX-7
  test('does not wait for work that looks short and takes long', async () => {
    const sandbox = openOne({ slots: 2, shortTimeMs: 500 });
    const ended = occupy(sandbox, twelve);
    await ask(sandbox, 'good', { tenantId: 'other' });
    expect(ended()).toBe(0);
  });

  // SBX-8
  test('is not delayed by a tenant beyond its budget, who is told when to try again', async () => {
    const sandbox = openOne({ slots: 1, cpuBudgetMs: 300, shortCpuMs: 400 });
    await expect(ask(sandbox, 'hang', { tenantId: 'greedy', timeMs: 5_000 })).rejects.toMatchObject(
      {
        kind: 'timeout',
      },
    );
    const stop = new AbortController();
    const running = ask(sandbox, 'hang', { tenantId: 'third', signal: stop.signal });
    const order: string[] = [];
    const note = (tenantId: string) =>
      ask(sandbox, 'good', { tenantId }).then(() => order.push(tenantId));
    const waiting = [note('greedy'), note('other')];
    await expect(
      ask(sandbox, 'good', { tenantId: 'greedy', isAwaited: true }),
    ).rejects.toMatchObject({
      kind: 'busy',
      retryAfterMs: expect.toSatisfy((ms: number) => ms >= 1_000 && ms <= 60_000),
    });
    stop.abort(new Error('left'));
    await expect(running).rejects.toThrow('left');
    await Promise.all(waiting);
    expect(order).toEqual(['other', 'greedy']);
  });
});
