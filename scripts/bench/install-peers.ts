import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Installs what the engine is compared with, from its own lock file, into its own folder: no other program needs it. */
export async function installPeers(): Promise<void> {
  const cwd = fileURLToPath(new URL('peers/', import.meta.url));
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd });
}
