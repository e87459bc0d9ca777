import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Services } from '../../kernel/services.ts';
import { type Claim, isClaimantDead } from '../research/records/is-claimant-dead.ts';

/** Interval at which the row of another process is read. */
const lookAgainMs = 250;

/** A search or a read that may be on its way. */
interface ClaimedRow extends Claim {
  state: string;
}

/**
 * Waits until a claimed search or read has its outcome, and returns its row. One whose process died is interrupted: it
 * gets an outcome and is never sent again (RES-4). Error: `not_found` when the run is deleted meanwhile.
 */
export async function awaitOutcome<Row extends ClaimedRow>(
  services: Services,
  id: string,
  { find, interrupt }: { find(): Promise<Row | undefined>; interrupt(): Promise<Row | undefined> },
): Promise<Row> {
  for (;;) {
    await services.research.underway.get(id);
    const row = await find();
    if (!row) throw new ApiError('not_found');
    if (row.state !== 'claimed') return row;
    if (await isClaimantDead(services, row)) {
      const interrupted = await interrupt();
      if (interrupted) return interrupted;
      continue;
    }
    await delay(lookAgainMs);
  }
}

/** Does claimed work, and lets those who wait for its outcome wait for the promise. */
export async function doClaimed(services: Services, id: string, work: () => Promise<void>): Promise<void> {
  const { underway } = services.research;
  const done = work().finally(() => underway.delete(id));
  // The callers that wait read the row afterwards.
  underway.set(
    id,
    done.catch(() => undefined),
  );
  await done;
}
