import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

/** Linux stores the files in this folder in memory. */
const memoryDir = '/dev/shm';
/** Several times the size of the databases of all concurrent tests. */
const neededBytes = 6 * 1024 ** 3;

/**
 * Chooses the folder for databases and other temporary files of tests. It is in memory if the
 * machine has enough, because a test's database spends most of its time on writing files. An
 * existing `TMPDIR` takes precedence.
 */
export function chooseTemporaryDir(): string {
  return process.env['TMPDIR'] || !hasMemoryDir() ? tmpdir() : memoryDir;
}

function hasMemoryDir(): boolean {
  if (process.platform !== 'linux' || !existsSync(memoryDir)) return false;
  const { bavail, bsize } = statfsSync(memoryDir);
  return bavail * bsize >= neededBytes && freemem() >= neededBytes && !forbidsPrograms(memoryDir);
}

/**
 * True when programs must not run from a mount. Some tests need that, and containers often forbid
 * it.
 */
function forbidsPrograms(mountPoint: string): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options =
    mounts.map((line) => line.split(' ')).findLast(([, path]) => path === mountPoint)?.[3] ?? '';
  return options.split(',').includes('noexec');
}
