import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { ChildAnswer, ChildJob, ChildOutcome } from '../jobs/child-job.ts';
import { SandboxError } from '../jobs/sandbox-error.ts';
import { createFrameReader, type Frame } from '../serving/frames.ts';
import type { AnswerHead } from '../serving/serve-jobs.ts';
import { sendJob } from './send-job.ts';
import { watchUsage } from './watch-usage.ts';

/** The head is parsed on the event loop, so that it must be short. */
const answerLimits = { headBytes: 4 * 1024 * 1024, bodyBytes: 256 * 1024 * 1024 };

/** Sends a job to a child that is ready, and waits for the answer or the end of the child. Never rejects. */
export async function converse(
  child: ChildProcess & { pid: number },
  work: ChildJob,
  explainEnd: () => SandboxError,
): Promise<ChildOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ChildAnswer>();
  const giveUp = (reason: unknown) => {
    reject(reason);
    child.kill('SIGKILL');
  };
  const endWatch = watchUsage(child.pid, work, giveUp);
  const onAbort = () => giveUp(work.signal?.reason);
  const onExit = () => reject(explainEnd());
  const onMessage = (message: AnswerHead, body: Buffer) => {
    if ('answer' in message) resolve({ head: message.answer, body });
    else if ('failed' in message) reject(new SandboxError('failed', String(message.failed)));
    else giveUp(new SandboxError('died', 'The child sent no message of ours'));
  };
  const stopReading = readMessages(child, onMessage, giveUp);
  child.once('exit', onExit);
  work.signal?.addEventListener('abort', onAbort, { once: true });
  sendJob(jobPipe(child), work.job, work.body).catch(giveUp);
  const outcome = await promise.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  stopReading();
  child.off('exit', onExit);
  work.signal?.removeEventListener('abort', onAbort);
  return { ...outcome, ...(await endWatch()) };
}

/**
 * Returns the pipe for a child's jobs. It is not standard input: libraries that are loaded during a job may touch
 * `process.stdin`, and Node opens no descriptor twice.
 */
export function jobPipe(child: ChildProcess): Writable {
  return child.stdio[4] as Writable;
}

/**
 * Reads what a child sends, with a pipe of its own for answers.
 * @param giveUp gets a SandboxError when the child sends anything but messages
 * @returns a function that ends the reading
 */
export function readMessages(
  child: ChildProcess,
  onMessage: (message: AnswerHead, body: Buffer) => void,
  giveUp: (error: SandboxError) => void,
): () => void {
  const pipe = child.stdio[3] as Readable;
  const reader = createFrameReader(answerLimits);
  const onData = (chunk: Buffer) => {
    try {
      for (const { head, body } of reader.push(chunk)) onMessage(parseHead(head), body);
    } catch (error) {
      giveUp(new SandboxError('died', `The child sent no message of ours: ${String(error)}`));
    }
  };
  pipe.on('data', onData);
  return () => pipe.off('data', onData);
}

function parseHead(head: Frame['head']): AnswerHead {
  const message: unknown = JSON.parse(head.toString());
  if (typeof message !== 'object' || message === null) throw new TypeError('The head is no object');
  return message as AnswerHead;
}
