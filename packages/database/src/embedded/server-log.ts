import { closeSync, openSync } from 'node:fs';
import { copyFile, open, stat, truncate } from 'node:fs/promises';

const limitBytes = 10 * 1024 * 1024;
const intervalMs = 60_000;

/** Opens the server's log for appending, runs `use` with its file descriptor, and closes it. */
export function withLogFile<Result>(path: string, use: (descriptor: number) => Result): Result {
  const descriptor = openSync(path, 'a', 0o600);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Keeps the log at `path` below about 20 MB while this process lives. Above 10 MB it is copied to `<path>.1` and
 * emptied; the server appends, so it continues at the start. Returns a function that ends this. It does not keep the
 * process alive.
 */
export function keepLogSmall(path: string, log: (line: string) => void): () => void {
  const shorten = async (): Promise<void> => {
    if ((await stat(path)).size <= limitBytes) return;
    await copyFile(path, `${path}.1`);
    await truncate(path, 0);
  };
  const run = (): void => {
    shorten().catch((error: Error) => log(`${path} cannot be shortened: ${error.message}`));
  };
  run();
  const timer = setInterval(run, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Reads what was written to the log after its first `fromBytes` bytes, at most 64 KB. */
export async function readLogTail(path: string, fromBytes: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, fromBytes);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
