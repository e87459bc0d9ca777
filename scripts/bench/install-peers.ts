import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Installs the packages that platform and engine are compared with, from a separate lock file into a separate folder. */
export async function installPeers(): Promise<void> {
  const cwd = fileURLToPath(new URL('peers/', import.meta.url));
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd });
}
