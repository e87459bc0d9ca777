import { Worker } from 'node:worker_threads';
import type { ChildMessage, JobMessage } from '../pool/render-messages.ts';
import { DocumentError } from '../reports/document-error.ts';
import { createTypesetter, type Typesetter } from './typesetter.ts';

/** Prints the documents that the parent sends, one after the other, until the parent ends. */
function main(): void {
  const memoryMb = Number(process.argv[2]);
  new Worker(new URL('./watch-memory.ts', import.meta.url), {
    workerData: { memoryMb, parentPid: process.ppid },
  }).unref();
  const typesetter = createTypesetter();
  typesetter.warmUp();
  process.on('message', (message: JobMessage) => {
    answer(typesetter, message);
    // Old layouts can be released only one turn of the event loop after their document.
    setImmediate(() => typesetter.forget());
  });
  process.on('disconnect', () => process.exit(0));
  send({ type: 'ready' });
}

function answer(typesetter: Typesetter, { id, job }: JobMessage): void {
  try {
    const { pdf, notes } = typesetter.typeset(job);
    process.stdout.write(pdf);
    send({ type: 'done', id, pdfBytes: pdf.length, notes, rssBytes: process.memoryUsage.rss() });
  } catch (error) {
    const kind = error instanceof DocumentError ? error.kind : 'failed';
    send({ type: 'failed', id, kind, message: error instanceof Error ? error.message : String(error) });
  }
}

function send(message: ChildMessage): void {
  process.send?.(message);
}

main();
