import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import type { TimeSlice } from '@ecp/semaphore/time-slice';

/** Reads the figures of a checked document for the ledger of its engagement (contract 10). */
export async function readFigures(
  _markdown: string,
  _checked: readonly Pick<Citation, 'claim' | 'state'>[],
  _slice: TimeSlice,
): Promise<Figure[]> {
  return [];
}
