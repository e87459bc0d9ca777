import { join } from 'node:path';
import { type Product, startProduct } from '../connect-product.ts';
import { DemoError, exitCodes } from '../demo-error.ts';
import type { Example } from '../run-engagement.ts';
import { say } from '../show-progress.ts';
import { readRecordings } from './read-recordings.ts';
import { startReplayServer } from './replay-server.ts';
import { replaySettings } from './replay-settings.ts';

/** The options of a recorded demo. `run` does the main job on a product. */
export interface RecordedDemo {
  folder: string;
  slow: boolean;
  root: string;
  dataDirectory: string;
  example: Example;
  run(product: Product, example: Example, remark: string): Promise<void>;
}

/** The showcase says of itself that no model wrote it. The documents say the same below their titles. */
const disclosure = 'Written by hand to show the form: the engine is real, its model is a recording.';

/**
 * Runs an example on a product of its own, whose only model replays the recorded answers. The brief is sent without its
 * tasks, because their plan is recorded, too. Throws a DemoError when a call has no recording.
 */
export async function runRecorded(demo: RecordedDemo, signal: AbortSignal): Promise<void> {
  const recordings = await readRecordings(join(demo.folder, 'recorded'));
  const server = await startReplayServer(recordings, demo);
  try {
    const folder = demo.dataDirectory;
    const settings = await replaySettings(server.baseUrl, { folder, environment: process.env });
    const product = await startProduct(demo.root, folder, signal, settings);
    try {
      say(disclosure, 'bold');
      await demo.run(product, withoutTasks(demo.example), ' (started for this demo)');
      say(disclosure, 'bold');
    } finally {
      await product.stop();
    }
  } finally {
    await server.close();
  }
  const [missing] = server.missing;
  if (missing !== undefined) throw new DemoError(missing, exitCodes.runFailed);
}

/** Returns an example with which the engine plans the tasks itself. */
function withoutTasks({ engagement, attachments }: Example): Example {
  const { tasks: _planned, ...brief } = engagement;
  return { engagement: brief, attachments };
}
