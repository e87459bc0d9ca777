import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

/** Linux keeps files below this folder in memory. */
const memoryDir = '/dev/shm';
/** The databases of all tests that run at once, several times over. */
const neededBytes = 6 * 1024 ** 3;

/**
 * Where tests put their databases and other temporary files: in memory where the machine offers enough of it, as most of
 * the time that a test's database takes is spent on writing files. A `TMPDIR` that is set wins.
 */
export function chooseTemporaryDir(): string {
  return process.env['TMPDIR'] || !hasMemoryDir() ? tmpdir() : memoryDir;
}

function hasMemoryDir(): boolean {
  if (process.platform !== 'linux' || !existsSync(memoryDir)) return false;
  const { bavail, bsize } = statfsSync(memoryDir);
  return bavail * bsize >= neededBytes && freemem() >= neededBytes && !forbidsPrograms(memoryDir);
}

/** Some tests run programs from temporary files; containers often forbid that here. */
function forbidsPrograms(mountPoint: string): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).findLast(([, path]) => path === mountPoint)?.[3] ?? '';
  return options.split(',').includes('noexec');
}
