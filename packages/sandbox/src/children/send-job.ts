import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { serialize } from 'node:v8';
import type { JobBody } from '../jobs/child-job.ts';
import { writePrefix } from '../serving/frames.ts';

/** Sends a job and its bytes to a child. Throws if the bytes cannot be read, or are not as many as announced. */
export async function sendJob(pipe: Writable, job: unknown, body: JobBody = new Uint8Array()): Promise<void> {
  const head = serialize(job);
  const sizeBytes = body instanceof Uint8Array ? body.length : body.sizeBytes;
  pipe.write(writePrefix(head.length, sizeBytes));
  pipe.write(head);
  let sentBytes = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : body.open()) {
    sentBytes += chunk.length;
    if (sentBytes > sizeBytes) break;
    // If the pipe closes early, the child has ended, and the job fails with that.
    if (!pipe.writable) return;
    if (chunk.length > 0 && !pipe.write(chunk)) await waitForRoom(pipe);
  }
  if (sentBytes !== sizeBytes) throw new Error(`The bytes of a job are not the ${sizeBytes} that were announced`);
}

/** Resolves when the pipe takes more, or has closed. */
async function waitForRoom(pipe: Writable): Promise<void> {
  const end = new AbortController();
  const events = ['drain', 'close'].map((name) => once(pipe, name, { signal: end.signal }));
  // An error precedes the closing of the pipe.
  await Promise.race(events).catch(() => undefined);
  end.abort();
  await Promise.allSettled(events);
}
