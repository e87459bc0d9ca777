import { queryOptions } from '@tanstack/react-query';
import type { Deliverable } from '../../domain/deliverables/queries.ts';
import type { TextComparison } from './compare-texts.ts';
import type { CompareRequest } from './compare-worker.ts';

/** The changes between two versions, computed in a worker. Versions never change, so the result does not either. */
export const comparisonQuery = (before: Deliverable, after: Deliverable) =>
  queryOptions({
    queryKey: ['comparisons', before.id, after.id],
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    queryFn: ({ signal }) => compareInWorker({ before: before.content, after: after.content }, signal),
  });

function compareInWorker(request: CompareRequest, signal: AbortSignal): Promise<TextComparison> {
  const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<TextComparison>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<TextComparison>) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
