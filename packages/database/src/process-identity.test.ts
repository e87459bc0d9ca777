import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasEnded, readProcessIdentity } from './executor-lease.ts';

// LEA-2
test('a process that /proc hides has not ended, and a killed one has', async () => {
  const own = await readProcessIdentity();
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  await once(child, 'spawn');
  const other = { ...own, pid: child.pid ?? 0, processStart: '1' };
  const hiding = await mkdtemp(join(tmpdir(), 'proc-'));
  expect(await hasEnded(own, own)).toBe(false);
  expect(await hasEnded(own, other, hiding)).toBe(false);
  // Another process has its id now.
  expect(await hasEnded(own, other)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await hasEnded(own, other, hiding)).toBe(true);
  await rmdir(hiding);
});
