import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeProcessFolder, purgeProcessFolders } from './process-folders.ts';

let parent: string;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'reading-folders-'));
});
afterAll(async () => {
  for (const end of ends) await end();
  await rm(parent, { recursive: true, force: true });
});

/** A process that holds a folder with a file and does nothing else. */
async function startReader(): Promise<{ folder: string; kill(): Promise<void> }> {
  const modulePath = fileURLToPath(new URL('./process-folders.ts', import.meta.url));
  const script = `
    const { makeProcessFolder } = await import(${JSON.stringify(modulePath)});
    console.log(makeProcessFolder('read', ${JSON.stringify(parent)}));
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  ends.push(kill);
  const [path] = await once(createInterface(child.stdout), 'line');
  await writeFile(join(String(path), 'content'), 'a copy');
  return { folder: basename(String(path)), kill };
}

const dayAgo = Date.now() / 1_000 - 25 * 3_600;
/** A folder of another machine or of an older release. */
async function makeForeign(name: string, isOld: boolean): Promise<string> {
  await mkdir(join(parent, name));
  if (isOld) await utimes(join(parent, name), dayAgo, dayAgo);
  return name;
}

/** In a container the next process gets the process id of the one before. */
const predecessorOf = (own: string) => own.replace(/-[0-9a-f]{8}-\w{6}$/, '-00000000-aaaaaa');

test('copies left by killed processes are deleted at the next start; those of living processes stay for a day', async () => {
  const [killed, living] = await Promise.all([startReader(), startReader()]);
  const own = basename(makeProcessFolder('read', parent));
  const predecessor = predecessorOf(own);
  expect(predecessor).not.toBe(own);
  await makeForeign(predecessor, false);
  const kept = [
    await makeForeign('ecp-read-0badcafe-1-00000000-aaaaaa', false),
    await makeForeign('ecp-read-x1', false),
    ...(['probe', 'scratch'] as const).map((use) => basename(makeProcessFolder(use, parent))),
  ];
  // Nothing reads a copy for a day, so a process that lives now has the id of a dead one. Scratch
  // files may be in use.
  const aged = basename(makeProcessFolder('read', parent));
  for (const name of [aged, ...kept.slice(-1)]) await utimes(join(parent, name), dayAgo, dayAgo);
  for (const name of kept.slice(-2)) await makeForeign(predecessorOf(name), false);
  await makeForeign('ecp-read-0badcafe-1-00000000-bbbbbb', true);
  await makeForeign('ecp-read-x2', true);
  const others = await makeForeign('ecp-reader-of-another-program', true);
  await killed.kill();
  await purgeProcessFolders(new Date(), parent);
  expect((await readdir(parent)).sort()).toEqual([living.folder, own, ...kept, others].sort());
});
