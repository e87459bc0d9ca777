import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DocumentError } from '../reports/document-error.ts';
import { type ChildMessage, type JobMessage, type RenderJob, readChildMessage } from './render-messages.ts';

/** Result of a job: the PDF, notes for the log, and the child's resident memory. */
export interface Rendered {
  pdf: Uint8Array;
  notes: string[];
  rssBytes: number;
}

/** A child process that prints one document at a time. */
export interface RenderProcess {
  readonly pid: number | undefined;
  /** Prints one document. Rejects with DocumentError or the signal's reason. A child that hung is gone afterwards. */
  render(job: RenderJob, timeoutMs: number, signal: AbortSignal | undefined): Promise<Rendered>;
  /** Ends the child at once, even in the middle of a document. Resolves when it is gone. */
  kill(): Promise<void>;
  isAlive(): boolean;
}

const childPath = fileURLToPath(new URL('../typesetting/child-main.ts', import.meta.url));

/**
 * Starts a child. Its environment is empty, so that the process that reads untrusted documents has none of the
 * server's secrets in memory.
 */
export function startRenderProcess(limits: { heapMb: number; memoryMb: number }): RenderProcess {
  const child = fork(childPath, [String(limits.memoryMb)], {
    execArgv: [`--max-old-space-size=${limits.heapMb}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lastWords = collectLastWords(child);
  const ready = becomeReady(child, lastWords);
  let nextId = 1;
  // An idle child must not keep its parent process alive.
  setReferenced(child, false);

  const isAlive = () => !child.killed && child.exitCode === null && child.signalCode === null && child.connected;
  const kill = async () => {
    setReferenced(child, true);
    child.kill('SIGKILL');
    await exited;
  };

  async function render(job: RenderJob, timeoutMs: number, signal: AbortSignal | undefined): Promise<Rendered> {
    const id = nextId++;
    setReferenced(child, true);
    try {
      await ready;
      signal?.throwIfAborted();
      return await answerOf(child, { id, job }, { timeoutMs, signal, lastWords });
    } finally {
      setReferenced(child, false);
    }
  }
  return { pid: child.pid, render, kill, isAlive };
}

/** Longest start of a child, even on a very busy host. */
const startTimeoutMs = 60_000;

/** Resolves when the child has loaded its fonts and printed its first page. The time of documents counts from then. */
function becomeReady(child: ChildProcess, lastWords: () => string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onGone = () =>
    reject(new DocumentError('failed', `The typesetting process did not start. ${lastWords()}`.trim()));
  const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs).unref();
  child.once('message', () => resolve()).once('close', onGone);
  promise
    .finally(() => clearTimeout(timer))
    .catch(() => {
      // The document that waits for this child is rejected with this error. Without one, nobody needs it.
    });
  return promise;
}

interface Patience {
  timeoutMs: number;
  signal: AbortSignal | undefined;
  lastWords: () => string;
}

function answerOf(child: ChildProcess, message: JobMessage, patience: Patience): Promise<Rendered> {
  const { timeoutMs, signal, lastWords } = patience;
  const { promise, resolve, reject } = Promise.withResolvers<Rendered>();
  const giveUp = (reason: unknown) => {
    reject(reason);
    child.kill('SIGKILL');
  };
  const onAbort = () => giveUp(signal?.reason);
  const onGone = () =>
    reject(new DocumentError('failed', `The typesetting process ended early. ${lastWords()}`.trim()));
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  let done: Extract<ChildMessage, { type: 'done' }> | null = null;
  const finish = () => {
    if (done !== null && receivedBytes === done.pdfBytes) resolve({ ...done, pdf: Buffer.concat(chunks) });
  };
  const onData = (chunk: Buffer) => {
    chunks.push(chunk);
    receivedBytes += chunk.length;
    finish();
  };
  const onMessage = (raw: unknown) => {
    const answer = readChildMessage(raw);
    if (answer === null || answer.type === 'ready' || answer.id !== message.id) return;
    if (answer.type === 'failed') reject(new DocumentError(answer.kind, answer.message));
    else done = answer;
    finish();
  };
  const timer = setTimeout(() => {
    giveUp(new DocumentError('timeout', `The document could not be typeset within ${timeoutMs} ms`));
  }, timeoutMs);
  child.stdout?.on('data', onData);
  child.on('message', onMessage).once('close', onGone).once('error', onGone);
  signal?.addEventListener('abort', onAbort, { once: true });
  child.send(message, (error) => {
    if (error !== null) onGone();
  });
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    child.stdout?.off('data', onData);
    child.off('message', onMessage).off('close', onGone).off('error', onGone);
  });
}

/** Returns the end of the child's stderr, which may say why it died. */
function collectLastWords(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-2_000);
  });
  child.on('error', (error) => {
    words = (words + error.message).slice(-2_000);
  });
  return () => {
    const lines = words.trim().split('\n');
    return (lines.find((line) => /FATAL|memory of|\bError\b/.test(line)) ?? lines.at(-1) ?? '').slice(0, 300);
  };
}

function setReferenced(child: ChildProcess, referenced: boolean): void {
  type Handle = { ref?: () => void; unref?: () => void } | null | undefined;
  const handles: Handle[] = [child, child.channel, child.stdout as Handle, child.stderr as Handle];
  for (const handle of handles) {
    if (referenced) handle?.ref?.();
    else handle?.unref?.();
  }
}
