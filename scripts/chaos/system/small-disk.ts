import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pieceBytes = 1_048_576;

/** A file system of a fixed size that can be filled. */
export interface SmallDisk {
  /** Writes a file until there is no room. */
  fill(): Promise<void>;
  /** Removes that file. */
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/** Mounts a file system in memory at `folder`. Returns null where this process may not: only root may. */
export async function mountSmallDisk(folder: string, sizeBytes: number): Promise<SmallDisk | null> {
  if (process.getuid?.() !== 0) return null;
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes},mode=0755`, 'tmpfs', folder]);
  } catch {
    return null; // a container without the right to mount
  }
  const ballast = join(folder, 'ballast');
  return {
    async fill() {
      const file = await open(ballast, 'w');
      const piece = Buffer.alloc(pieceBytes);
      try {
        for (let written = 0; written < sizeBytes; written += pieceBytes) await file.write(piece);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    async unmount() {
      await run('umount', ['-l', folder]);
    },
  };
}
