import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pollUntil } from './poll-until.ts';
import { SupervisedProcess } from './supervised-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'supervised-'));
afterAll(() => rmSync(folder, { recursive: true }));

// FLT-4
test('starts again what ends, by the newest plan, and notes only the ends that nobody asked for', async () => {
  const mark = join(folder, 'ready');
  const logPath = join(folder, 'log');
  const isReady = () => readFile(mark).then(Boolean, () => false);
  const command = ['/bin/sh', '-c', 'echo "$WORD"; touch ready; exec sleep 60'] as const;
  const environment = { PATH: process.env['PATH'] ?? '', WORD: 'first' };
  const one = new SupervisedProcess({
    name: 'one',
    command,
    cwd: folder,
    environment,
    logPath,
    isReady,
  });
  await one.start();
  const { pid } = one;

  await rm(mark);
  one.plan = { ...one.plan, environment: { ...environment, WORD: 'second' } };
  process.kill(pid ?? 0, 'SIGKILL');
  await one.waitUntilReady();
  expect(one.endings).toEqual([{ atMs: expect.any(Number), code: null, signal: 'SIGKILL' }]);

  await rm(mark);
  expect(one.signal('SIGTERM')).toBe(true);
  await one.waitUntilReady();
  expect(one.pids).toHaveLength(3);
  expect(await one.stop()).toBe(true);
  expect([one.pid, one.endings.length]).toEqual([undefined, 1]);
  await pollUntil(
    () => readFile(logPath, 'utf8'),
    (text) => text === 'first\nsecond\nsecond\n',
  );
});

// FLT-4
test('a process that fails when it is asked to end is noted, and serves again only in its next life', async () => {
  const logPath = join(folder, 'failing');
  const command = [
    '/bin/sh',
    '-c',
    'trap "sleep 0.2; exit 3" TERM; echo up; while :; do sleep 0.05; done',
  ] as const;
  const environment = { PATH: process.env['PATH'] ?? '' };
  const isReady = () => readFile(logPath, 'utf8').then((text) => text !== '');
  const one = new SupervisedProcess({
    name: 'failing',
    command,
    cwd: folder,
    environment,
    logPath,
    isReady,
  });
  await one.start();
  one.signal('SIGTERM');
  await one.waitUntilReady();
  expect(one.pids).toHaveLength(2);
  expect(one.endings).toEqual([{ atMs: expect.any(Number), code: 3, signal: null }]);
  await one.stop('SIGKILL');
});

// FLT-4
test('a program that is not installed is told at once', async () => {
  const environment = { PATH: process.env['PATH'] ?? '' };
  const plan = {
    cwd: folder,
    environment,
    logPath: join(folder, 'missing'),
    isReady: async () => false,
  };
  const one = new SupervisedProcess({ name: 'one', command: ['no-such-program'], ...plan });
  const failure = await one.start().catch((error: Error) => error.cause);
  expect(failure).toMatchObject({ code: 'ENOENT' });
  expect(await one.stop()).toBe(true);
});
