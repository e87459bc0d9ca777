import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { deserialize } from 'node:v8';

/** The answer to a job: data that fits JSON, and bytes. */
export interface JobAnswer {
  head: unknown;
  body?: Uint8Array;
}

/**
 * The head of a frame from a child. A job `overflows` if the stack, a string or a list has no room
 * for it.
 */
export type AnswerHead =
  | { ready: true }
  | { answer: unknown }
  | { failed: string; overflows: boolean };

const chunkBytes = 64 * 1024;
/** File descriptors for answers and jobs. The standard ones stay free for libraries. */
const answerFd = 3;
const jobFd = 4;
const jobLimits = { headBytes: 256 * 1024 * 1024, bodyBytes: 1024 * 1024 * 1024 };

/**
 * Returns the writable folder of this program (`scratchMb`); call it in the child. Throws if there
 * is none.
 */
export function scratchFolder(): string {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error('The program has no scratch folder');
  return folder;
}

/**
 * Serves the parent's jobs in turn until it closes the pipe. What `doJob` throws is the job's
 * failure.
 */
export function serveJobs<Job>(
  doJob: (job: Job, body: Buffer) => JobAnswer | Promise<JobAnswer>,
): void {
  const reader = createFrameReader(jobLimits);
  const take = (chunk: Buffer) => {
    for (const { head, body } of reader.push(chunk)) {
      // The parent sends the next job only after the answer, so that this promise is the only one.
      void answer(() => doJob(deserialize(head) as Job, body));
    }
  };
  // Chunks of an ordinary stream would be as large as the file together, and remain in memory for a
  // while.
  const buffer = Buffer.alloc(chunkBytes);
  const callback = (length: number) => {
    take(buffer.subarray(0, length));
    return true;
  };
  const jobs = new Socket({
    fd: jobFd,
    readable: true,
    writable: false,
    onread: { buffer, callback },
  });
  jobs.on('end', () => process.exit(0));
  send({ ready: true });
}

async function answer(doJob: () => JobAnswer | Promise<JobAnswer>): Promise<void> {
  try {
    const { head, body } = await doJob();
    send({ answer: head ?? null }, body);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    send({ failed: message, overflows: error instanceof RangeError });
  }
}

/** Writes a frame and waits for the parent to take it. */
function send(message: AnswerHead, body: Uint8Array = new Uint8Array()): void {
  const head = Buffer.from(JSON.stringify(message));
  for (const part of [writePrefix(head.length, body.length), head, body]) {
    for (let at = 0; at < part.length; ) at += writeSync(answerFd, part, at);
  }
}

/**
 * Messages between process and child: two lengths, a head, and a body of bytes that nobody parses.
 */
export interface Frame {
  head: Buffer;
  body: Buffer;
}

/** Length of the two lengths, in bytes. */
const prefixBytes = 8;

/** Writes the prefix of a frame: the lengths of head and body in bytes, each below 4 GiB. */
export function writePrefix(headBytes: number, bodyBytes: number): Buffer {
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32LE(headBytes, 0);
  prefix.writeUInt32LE(bodyBytes, 4);
  return prefix;
}

/** Collects the chunks of a stream into frames. */
interface FrameReader {
  /**
   * Takes a chunk and returns the frames that are complete. Throws RangeError for a frame above the
   * limits.
   */
  push(chunk: Buffer): Frame[];
}

/**
 * Creates a reader of frames that copies bytes into the frame's own buffer, so that a large one is
 * held once.
 */
export function createFrameReader(limits: { headBytes: number; bodyBytes: number }): FrameReader {
  const prefix = Buffer.alloc(prefixBytes);
  /** The buffer that is being filled: the prefix, or the head and body that it announced. */
  let target = prefix;
  let filledBytes = 0;
  let headBytes = 0;

  /** Takes the prefix that is complete, and makes room for its frame. */
  function openFrame(): void {
    headBytes = prefix.readUInt32LE(0);
    const bodyBytes = prefix.readUInt32LE(4);
    if (headBytes > limits.headBytes || bodyBytes > limits.bodyBytes) {
      throw new RangeError(`A message of ${headBytes} and ${bodyBytes} bytes is too large`);
    }
    // Memory that is not written yet costs nothing, so that a false length does no harm.
    target = Buffer.allocUnsafeSlow(headBytes + bodyBytes);
    filledBytes = 0;
  }

  function closeFrame(): Frame {
    const frame = { head: target.subarray(0, headBytes), body: target.subarray(headBytes) };
    target = prefix;
    filledBytes = 0;
    return frame;
  }

  return {
    push(chunk) {
      const frames: Frame[] = [];
      for (let at = 0; at < chunk.length; ) {
        const copied = chunk.copy(target, filledBytes, at);
        at += copied;
        filledBytes += copied;
        if (target === prefix && filledBytes === prefixBytes) openFrame();
        if (target !== prefix && filledBytes === target.length) frames.push(closeFrame());
      }
      return frames;
    },
  };
}
