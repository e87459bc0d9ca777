import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IsolationLayer } from '@ecp/sandbox/isolation/isolation';
import { openSandbox } from '@ecp/sandbox/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typesettingProgram } from './typesetting-program.ts';

const main = fileURLToPath(new URL('../testing/hostile-native-main.ts', import.meta.url));
const { packages } = typesettingProgram;
const taken = { ...typesettingProgram, main, packages: [...packages, '@ecp/sandbox'] };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecp-native-'));
  await writeFile(join(folder, 'secret.key'), 'of-the-installation', { mode: 0o600 });
});
afterAll(() => rm(folder, { recursive: true }));

/** Lets native code in a child read the secret key. */
async function attack(
  layers?: IsolationLayer[],
): Promise<{ isRead: boolean; active: IsolationLayer[] }> {
  const sandbox = openSandbox(layers ? { layers } : {});
  const job = join(folder, 'secret.key');
  const task = {
    tenantId: 'acme',
    job,
    lane: 'long',
    sizeBytes: 0,
    timeMs: 20_000,
    isAwaited: true,
  } as const;
  const isRead = await sandbox.run(taken, task).then(
    () => true,
    (error: { kind: string; message: string }) => {
      expect(error).toMatchObject({ kind: 'failed', message: 'The file cannot be read' });
      return false;
    },
  );
  const { active } = await sandbox.isolation();
  await sandbox.close();
  return { isRead, active };
}

// SBX-1
test('native code reads no secret where a user or files of its own hold, and passes the permission model alone', async () => {
  expect(await attack(['permissions'])).toEqual({ isRead: true, active: ['permissions'] });
  const { isRead, active } = await attack();
  expect(isRead).toBe(!active.includes('user') && !active.includes('files'));
});
