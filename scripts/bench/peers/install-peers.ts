import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The folders beside this file, each of which has a lock file and is installed by itself. */
export const peers = ['langgraph', 'nest-typeorm', 'next-prisma', 'directus'] as const;
export type Peer = (typeof peers)[number];

/** Why a peer is not there, in its own words. */
export type MissingPeers = ReadonlyMap<Peer, string>;

/** Time limit of each step of a peer. */
const stepLimitMs = 300_000;

/**
 * Installs and builds what platform and engine are compared with, and reports the size of each. No script of a package
 * runs. Returns the peers that could not be installed.
 */
export async function installPeers(report: (line: string) => void): Promise<MissingPeers> {
  const missing = new Map<Peer, string>();
  for (const peer of peers) {
    const cwd = fileURLToPath(new URL(`${peer}/`, import.meta.url));
    try {
      // Some versions of Next.js lack packages for other systems, so its lock file is not complete enough for `npm ci`.
      await runNpm(cwd, ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
      await runNpm(cwd, ['run', 'build', '--if-present']);
      report(`${peer}: ${Math.round((await readSize(cwd)) / 1_048_576)} MB`);
    } catch (error) {
      missing.set(peer, describe(error));
      report(`${peer} cannot be installed: ${describe(error)}`);
    }
  }
  return missing;
}

async function runNpm(cwd: string, args: string[]): Promise<void> {
  const env = {
    ...process.env,
    // Generating a client needs no engine of Prisma, but its program downloads one unless it is given some file.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  await promisify(execFile)('npm', args, { cwd, env, timeout: stepLimitMs, maxBuffer: 16 * 1_048_576 });
}

/** Returns the beginning of an error's message on one line, for a cell of a table. */
export function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .trim()
    .replaceAll(/[\s|]+/g, ' ')
    .slice(0, 300);
}

/** Returns the size of a folder in bytes. */
async function readSize(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
