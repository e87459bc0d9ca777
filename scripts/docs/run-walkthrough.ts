import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startProduct } from '../demo/connect-product.ts';
import { findBrokenPromises, readWalkthrough } from './read-walkthrough.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs the README's walkthrough, word for word, against a product without data and with the offline model, started for
 * it on free ports; only BASE is set for it. Returns what does not hold, one line each, and what was printed.
 */
export async function runWalkthrough(signal: AbortSignal): Promise<{ problems: string[]; output: string }> {
  const { script, promises } = readWalkthrough(await readFile(join(root, 'README.md'), 'utf8'));
  const dataDirectory = await mkdtemp(join(tmpdir(), 'walkthrough-'));
  // Open to the database's user: as root it would otherwise keep its files elsewhere, and they would stay.
  await chmod(dataDirectory, 0o711);
  try {
    // Nothing but where programs are: settings of the surrounding shell would change what is printed.
    const { PATH, HOME } = process.env;
    const product = await startProduct(root, dataDirectory, signal, { PATH, HOME });
    try {
      const { output, exitCode } = await runBash(script, product.baseUrl, signal);
      const broken = findBrokenPromises(promises, output).map((promise) => `README promises, but missing: ${promise}`);
      return {
        problems: exitCode === 0 ? broken : [`A command of the README failed (${exitCode})`, ...broken],
        output,
      };
    } finally {
      await product.stop();
    }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

async function runBash(
  script: string,
  baseUrl: string,
  signal: AbortSignal,
): Promise<{ output: string; exitCode: number | null }> {
  const bash = spawn('bash', ['-euo', 'pipefail', '-c', `exec 2>&1\n${script}`], {
    cwd: root,
    env: { ...process.env, BASE: baseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  });
  const [output, [exitCode]] = await Promise.all([text(bash.stdout), once(bash, 'close')]);
  return { output, exitCode };
}
