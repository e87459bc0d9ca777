import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { expect, test } from 'vitest';
import { isOver } from '../../apps/server/testing/engine/engine-client.ts';
import { startEngineProcess } from '../../apps/server/testing/engine/engine-process.ts';
import { runRequest } from '../../apps/server/testing/engine/run-request.ts';
import { findNeededPackages, type LockFile } from './find-needed-packages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

// DEP-1
test('the engine runs with nothing but its bundle, its sources and the packages that its image keeps', async () => {
  const dockerfile = await readFile(join(root, 'deploy/engine.Dockerfile'), 'utf8');
  const kept = /prune-packages\.ts (.+)$/m.exec(dockerfile)?.[1]?.split(' ') ?? [];
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as LockFile;
  const image = await mkdtemp(join(tmpdir(), 'image-'));
  const own = [
    'package.json',
    'packages',
    'apps/server/package.json',
    'apps/server/src',
    'apps/server/dist',
  ];
  const isOwn = (path: string) => !path.endsWith('/node_modules');
  for (const path of own)
    await cp(join(root, path), join(image, path), { recursive: true, filter: isOwn });
  for (const path of findNeededPackages(lock, kept))
    await cp(join(root, path), join(image, path), { recursive: true });
  const fresh = await createFreshDatabase();
  const engine = await startEngineProcess(fresh.url, {}, { folder: image });
  const request = runRequest();
  await engine.startRun(request);
  await engine.eventsUntil(request.runId, isOver);
  expect(await engine.readRun(request.runId)).toMatchObject({ status: 'completed' });
  expect(await engine.stop()).toBe(0);
  await fresh.drop();
  await rm(image, { recursive: true });
});
