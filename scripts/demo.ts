/**
 * Does the main job on an example: `npm run demo [-- <name of a folder of examples/, or a path>]`.
 * Uploads the files in its `attachments/` first. `--recorded` replays the answers in the example's
 * folder `recorded/`, written by hand to show the form, in place of a model; `--slow` lets them
 * arrive over seconds. DEMO_URL: address of a running product (default http://127.0.0.1:3000; if
 * none responds, the demo starts one). Recorded answers always start one. DEMO_TIMEOUT_SECONDS:
 * time limit (default 900).
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { CreateEngagementBody } from '@ecp/contract/work/engagements';
import { connectProduct, DemoError, exitCodes, type Product, signUp } from './demo/product.ts';
import { runRecorded } from './demo/recorded/replay.ts';
import { type Example, listAttachments, runEngagement, say } from './demo/run-engagement.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dataDirectory = join(root, '.data', 'demo');
/**
 * A recorded demo has its own folder, so that its product never opens the database of another demo.
 */
const recordedDataDirectory = join(root, '.data', 'recorded-demo');

interface Options {
  folder: string;
  recorded: boolean;
  slow: boolean;
}

function readOptions(): Options {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        recorded: { type: 'boolean', default: false },
        slow: { type: 'boolean', default: false },
      },
    });
    const named =
      positionals[0] ?? (values.recorded ? 'window-maker-export' : 'regional-coffee-roaster');
    return {
      ...values,
      folder: /^[\w-]+$/.test(named) ? join(root, 'examples', named) : resolve(named),
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DemoError(reason, exitCodes.badInput, { cause });
  }
}

async function readExample(folder: string): Promise<Example> {
  try {
    // The service validates the content.
    const engagement = JSON.parse(
      await readFile(join(folder, 'engagement.json'), 'utf8'),
    ) as CreateEngagementBody;
    return { engagement, attachments: await listAttachments(join(folder, 'attachments')) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DemoError(`No usable engagement.json in ${folder}: ${reason}`, exitCodes.badInput, {
      cause,
    });
  }
}

function readTimeoutSeconds(): number {
  const seconds = Number(process.env['DEMO_TIMEOUT_SECONDS'] ?? 900);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw new DemoError('DEMO_TIMEOUT_SECONDS must be a number above 0', exitCodes.badInput);
}

async function runDemo(options: Options, signal: AbortSignal): Promise<void> {
  const example = await readExample(options.folder);
  const directory = options.recorded ? recordedDataDirectory : dataDirectory;
  const run = async (product: Product, given: Example, remark: string) => {
    say(`Product     ${product.baseUrl}${remark}`);
    const session = await signUp(product.baseUrl, signal);
    say(`Signed up   ${session.email}`);
    await runEngagement(session, given, join(directory, 'deliverables'));
  };
  if (options.recorded)
    return runRecorded({ ...options, root, dataDirectory: directory, example, run }, signal);
  const url = process.env['DEMO_URL'] ?? 'http://127.0.0.1:3000';
  const product = await connectProduct({ url, root, dataDirectory: directory }, signal);
  try {
    await run(
      product,
      example,
      product.started ? ` (started for this demo, because ${url} did not respond)` : '',
    );
  } finally {
    await product.stop();
  }
}

function explain(error: unknown, signal: AbortSignal): DemoError {
  if (signal.reason instanceof DemoError) return signal.reason;
  if (error instanceof DemoError) return error;
  const cause =
    error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return new DemoError(
    `${error instanceof Error ? error.message : String(error)}${cause}`,
    exitCodes.runFailed,
  );
}

const ending = new AbortController();
try {
  const options = readOptions();
  const seconds = readTimeoutSeconds();
  const limit = setTimeout(() => {
    ending.abort(
      new DemoError(`Not finished within the time limit of ${seconds} s`, exitCodes.timeLimit),
    );
  }, seconds * 1000).unref();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => ending.abort(new DemoError('Interrupted', exitCodes.interrupted)));
  }
  // A closed output (`| head`) must not leave a started product running.
  process.stdout.on('error', () =>
    ending.abort(new DemoError('The output was closed', exitCodes.interrupted)),
  );
  await runDemo(options, ending.signal);
  clearTimeout(limit);
} catch (error) {
  const { message, exitCode } = explain(error, ending.signal);
  console.error(`\n${message}`);
  process.exitCode = exitCode;
}
