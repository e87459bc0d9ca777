import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { deserialize } from 'node:v8';
import { createFrameReader, writePrefix } from './frames.ts';

/** The answer to a job: data that fits JSON, and bytes. */
export interface JobAnswer {
  head: unknown;
  body?: Uint8Array;
}

/** The head of a frame from a child. */
export type AnswerHead = { ready: true } | { answer: unknown } | { failed: string };

const chunkBytes = 64 * 1024;
/** File descriptors for answers and jobs. The standard ones stay free for libraries. */
const answerFd = 3;
const jobFd = 4;
const jobLimits = { headBytes: 256 * 1024 * 1024, bodyBytes: 1024 * 1024 * 1024 };

/**
 * Returns the folder where this program may write files (`scratchMb` of its ChildProgram). Throws if it has none. Call
 * it in the child.
 */
export function scratchFolder(): string {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error('The program has no scratch folder');
  return folder;
}

/**
 * Serves the jobs of the parent process, one after the other, until the parent closes the pipe. The program of a child
 * calls it once it has loaded what every job needs.
 * @param doJob gets the job and its bytes. What it throws becomes the job's failure.
 */
export function serveJobs<Job>(doJob: (job: Job, body: Buffer) => JobAnswer | Promise<JobAnswer>): void {
  const reader = createFrameReader(jobLimits);
  const take = (chunk: Buffer) => {
    for (const { head, body } of reader.push(chunk)) {
      // The parent sends the next job only after the answer, so that this promise is the only one.
      void answer(() => doJob(deserialize(head) as Job, body));
    }
  };
  // Chunks of an ordinary stream would be as large as the file together, and remain in memory for a while.
  const buffer = Buffer.alloc(chunkBytes);
  const callback = (length: number) => {
    take(buffer.subarray(0, length));
    return true;
  };
  const jobs = new Socket({ fd: jobFd, readable: true, writable: false, onread: { buffer, callback } });
  jobs.on('end', () => process.exit(0));
  send({ ready: true });
}

async function answer(doJob: () => JobAnswer | Promise<JobAnswer>): Promise<void> {
  try {
    const { head, body } = await doJob();
    send({ answer: head ?? null }, body);
  } catch (error) {
    send({ failed: error instanceof Error ? error.message : String(error) });
  }
}

/** Writes a frame and waits for the parent to take it. */
function send(message: AnswerHead, body: Uint8Array = new Uint8Array()): void {
  const head = Buffer.from(JSON.stringify(message));
  for (const part of [writePrefix(head.length, body.length), head, body]) {
    for (let at = 0; at < part.length; ) at += writeSync(answerFd, part, at);
  }
}
