import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findFreePorts, startProduct } from '../demo/product.ts';
import { findBrokenPromises, readWalkthrough } from './read-walkthrough.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Pages whose lines a reader runs one after the other, in one shell. */
const pages = ['README.md', 'docs/integrators.md'];

/**
 * Runs the walkthrough of the pages word for word against a new product with the offline model,
 * without data, on free ports. Only BASE, HOOK and the folder of its files are set. Returns one
 * line per problem, and the output.
 */
export async function runWalkthrough(
  signal: AbortSignal,
): Promise<{ problems: string[]; output: string }> {
  const texts = await Promise.all(pages.map((page) => readFile(join(root, page), 'utf8')));
  const walkthroughs = texts.map(readWalkthrough);
  const script = walkthroughs.map((one) => one.script).join('');
  const promises = walkthroughs.flatMap((one) => one.promises);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'walkthrough-'));
  // The database's user needs access: otherwise a database of root would be in another folder and
  // remain there.
  await chmod(dataDirectory, 0o711);
  try {
    // Only the paths of programs are passed on, because other settings of the shell would change
    // the output.
    const { PATH, HOME } = process.env;
    const hook = `127.0.0.1:${(await findFreePorts(1))[0]}`;
    const product = await startProduct(root, dataDirectory, signal, {
      PATH,
      HOME,
      OUTBOUND_ALLOWED_HOSTS: hook,
    });
    try {
      const settings = { BASE: product.baseUrl, HOOK: hook, TMPDIR: dataDirectory };
      const { output, exitCode } = await runBash(script, settings, signal);
      const broken = findBrokenPromises(promises, output).map(
        (promise) => `Promised, but not printed: ${promise}`,
      );
      return {
        problems: exitCode === 0 ? broken : [`A command failed (${exitCode})`, ...broken],
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
  settings: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<{ output: string; exitCode: number | null }> {
  // A receiver that a failed walkthrough leaves running would keep the output open.
  const prelude = "exec 2>&1; trap 'kill $(jobs -p) 2>/dev/null || :' EXIT";
  const bash = spawn('bash', ['-euo', 'pipefail', '-c', `${prelude}\n${script}`], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  });
  const [output, [exitCode]] = await Promise.all([text(bash.stdout), once(bash, 'close')]);
  return { output, exitCode };
}
