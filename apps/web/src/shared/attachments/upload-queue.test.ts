import { expect, test } from 'vitest';
import { type ChosenFile, createUploadQueue, type Upload } from './upload-queue.ts';

const draft = (name: string, problem: ChosenFile['problem'] = null): ChosenFile => ({
  file: new File(['x'], name),
  category: 'reference',
  problem,
});

/** A queue whose attempts end when the test ends them. */
function makeQueue() {
  const attempts: {
    upload: Upload;
    signal: AbortSignal;
    report: (share: number) => void;
    end: (e?: Error) => void;
  }[] = [];
  const queue = createUploadQueue((upload, signal, report) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => reject(signal.reason));
    attempts.push({ upload, signal, report, end: (error) => (error ? reject(error) : resolve()) });
    return promise;
  });
  const states = () => queue.list().map(({ file, state }) => `${file.name} ${state}`);
  return { queue, attempts, states };
}

test('sends two files at once, in order, and drops each once it is attached', async () => {
  const { queue, attempts, states } = makeQueue();
  queue.add('e1', [draft('a'), draft('b'), draft('c')]);
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting']);
  attempts[0]?.report(0.5);
  expect(queue.list()[0]?.sentShare).toBe(0.5);
  attempts[0]?.end();
  await expect.poll(states).toEqual(['b sending', 'c sending']);
});

test('keeps a failed upload until it is retried under the same id', async () => {
  const { queue, attempts, states } = makeQueue();
  queue.add('e1', [draft('a')]);
  const [before] = queue.list();
  attempts[0]?.end(new Error('lost'));
  await expect.poll(states).toEqual(['a failed']);
  expect(queue.list()[0]?.error).toEqual(new Error('lost'));
  queue.retry(before?.id ?? '');
  expect(states()).toEqual(['a sending']);
  expect(attempts[1]?.upload.id).toBe(before?.id);
});

test('stops an upload that is removed and starts the next one', async () => {
  const { queue, attempts, states } = makeQueue();
  queue.add('e1', [draft('a'), draft('b'), draft('c')]);
  queue.remove(queue.list()[0]?.id ?? '');
  expect(attempts[0]?.signal.aborted).toBe(true);
  await expect.poll(states).toEqual(['b sending', 'c sending']);
});

test('stops all uploads when cleared and sends nothing more', async () => {
  const { queue, attempts, states } = makeQueue();
  queue.add('e1', [draft('a'), draft('b'), draft('c')]);
  queue.clear();
  expect(attempts.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(states()).toEqual([]);
  queue.add('e2', [draft('d')]);
  await expect.poll(states).toEqual(['d sending']);
  expect(attempts.map(({ upload }) => upload.file.name)).toEqual(['a', 'b', 'd']);
});

test('never sends a file that cannot be attached', () => {
  const { queue, attempts, states } = makeQueue();
  queue.add('e1', [draft('a.mov', { title: 'no', advice: 'such files' })]);
  expect(states()).toEqual(['a.mov failed']);
  expect(attempts).toEqual([]);
});
