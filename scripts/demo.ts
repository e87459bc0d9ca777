/**
 * Does the main job on an example: `npm run demo [-- <name of a folder of examples/, or a path>]`. Uploads the files in
 * its `attachments/` first.
 * DEMO_URL: address of a running product (default http://127.0.0.1:3000; if none responds, the demo starts one).
 * DEMO_TIMEOUT_SECONDS: time limit (default 900).
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CreateEngagementBody } from '@ecp/contract/work/engagements';
import { listAttachments } from './demo/attach-files.ts';
import { connectProduct } from './demo/connect-product.ts';
import { DemoError, exitCodes } from './demo/demo-error.ts';
import { type Example, runEngagement } from './demo/run-engagement.ts';
import { say } from './demo/show-progress.ts';
import { signUp } from './demo/sign-up.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dataDirectory = join(root, '.data', 'demo');

async function readExample(): Promise<Example> {
  const named = process.argv[2] ?? 'regional-coffee-roaster';
  const folder = /^[\w-]+$/.test(named) ? join(root, 'examples', named) : resolve(named);
  try {
    // The service validates the content.
    const engagement = JSON.parse(await readFile(join(folder, 'engagement.json'), 'utf8')) as CreateEngagementBody;
    return { engagement, attachments: await listAttachments(join(folder, 'attachments')) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DemoError(`No usable engagement.json in ${folder}: ${reason}`, exitCodes.badInput, { cause });
  }
}

function readTimeoutSeconds(): number {
  const seconds = Number(process.env['DEMO_TIMEOUT_SECONDS'] ?? 900);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw new DemoError('DEMO_TIMEOUT_SECONDS must be a number above 0', exitCodes.badInput);
}

async function runDemo(signal: AbortSignal): Promise<void> {
  const example = await readExample();
  const url = process.env['DEMO_URL'] ?? 'http://127.0.0.1:3000';
  const product = await connectProduct({ url, root, dataDirectory }, signal);
  try {
    say(
      `Product     ${product.baseUrl}${product.started ? ` (started for this demo, because ${url} did not respond)` : ''}`,
    );
    const session = await signUp(product.baseUrl, signal);
    say(`Signed up   ${session.email}`);
    await runEngagement(session, example, join(dataDirectory, 'deliverables'));
  } finally {
    await product.stop();
  }
}

function explain(error: unknown, signal: AbortSignal): DemoError {
  if (signal.reason instanceof DemoError) return signal.reason;
  if (error instanceof DemoError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return new DemoError(`${error instanceof Error ? error.message : String(error)}${cause}`, exitCodes.runFailed);
}

const ending = new AbortController();
try {
  const seconds = readTimeoutSeconds();
  const limit = setTimeout(() => {
    ending.abort(new DemoError(`Not finished within the time limit of ${seconds} s`, exitCodes.timeLimit));
  }, seconds * 1000).unref();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => ending.abort(new DemoError('Interrupted', exitCodes.interrupted)));
  }
  // A closed output (`| head`) must not leave a started product running.
  process.stdout.on('error', () => ending.abort(new DemoError('The output was closed', exitCodes.interrupted)));
  await runDemo(ending.signal);
  clearTimeout(limit);
} catch (error) {
  const { message, exitCode } = explain(error, ending.signal);
  console.error(`\n${message}`);
  process.exitCode = exitCode;
}
