import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Statement } from '@ecp/database/statement';
import type { Services } from '../../kernel/services.ts';
import { isClaimantDead } from '../research/records/is-claimant-dead.ts';
import type { StoredCall } from './claim-call.ts';

/** Interval at which the row of another process is read. */
const lookAgainMs = 250;

/** The statements of searches, or those of reads. */
interface CallStatements<Row> {
  find(id: string): Statement<Row>;
  /** Ends a call whose process has died. */
  interrupt(id: string): Statement<Row>;
}

/**
 * Waits until a search or a read has its outcome, and returns its row. One whose process died is interrupted: it gets an
 * outcome and is never sent again (RES-4). Error: `not_found` when the run is deleted meanwhile.
 */
export async function awaitOutcome<Row extends StoredCall>(
  services: Services,
  tenantId: string,
  given: Row,
  { find, interrupt }: CallStatements<Row>,
): Promise<Row> {
  const { id } = given;
  const query = async (statement: Statement<Row>): Promise<Row | undefined> =>
    (await services.database.batchTenant<[Row]>(tenantId, [statement]))[0][0];
  let row = given;
  while (row.state === 'claimed') {
    await services.research.underway.get(id);
    const found = await query(find(id));
    if (!found) throw new ApiError('not_found');
    row = found;
    if (row.state !== 'claimed') return row;
    if (await isClaimantDead(services, row)) row = (await query(interrupt(id))) ?? row;
    else await delay(lookAgainMs);
  }
  return row;
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
