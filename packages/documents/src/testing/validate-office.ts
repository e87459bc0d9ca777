import { Worker } from 'node:worker_threads';

export type OfficeFile = 'docx' | 'pptx' | 'xlsx';

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, PromiseWithResolvers<string[]>>();

/**
 * Returns what the schemas of Office find wrong with a file. It runs in a thread, because the
 * validator adds a property to `Object.prototype`, which breaks other libraries of the tests that
 * share a process.
 */
export function validateOffice(bytes: Uint8Array, kind: OfficeFile): Promise<string[]> {
  worker ??= startWorker();
  lastId += 1;
  const answer = Promise.withResolvers<string[]>();
  waiting.set(lastId, answer);
  worker.ref();
  worker.postMessage({ id: lastId, bytes, kind });
  return answer.promise;
}

function startWorker(): Worker {
  const started = new Worker(new URL('validating-worker.ts', import.meta.url));
  started.on('message', ({ id, faults }: { id: number; faults: string[] }) => {
    waiting.get(id)?.resolve(faults);
    waiting.delete(id);
    if (waiting.size === 0) started.unref();
  });
  started.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    worker = undefined;
  });
  return started;
}
