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
  const one = new SupervisedProcess({ name: 'one', command, cwd: folder, environment, logPath, isReady });
  await one.start();
  const { pid } = one;

  await rm(mark);
  one.plan = { ...one.plan, environment: { ...environment, WORD: 'second' } };
  process.kill(pid ?? 0, 'SIGKILL');
  await one.waitUntilReady();
  expect(one.endings).toEqual([expect.stringContaining('SIGKILL')]);

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
