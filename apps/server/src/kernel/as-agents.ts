import type { Transaction } from '@ecp/database/database';
import type { Viewer } from '@ecp/database/share-commits';
import type { Services } from './services.ts';

/**
 * Returns the services with a database that shows what the agents of an engagement may read: the
 * engagement, and what is behind no wall. Whoever starts their work may see more.
 */
export function forAgents<Given extends Pick<Services, 'database'>>(
  services: Given,
  engagementId: string,
): Given {
  return { ...services, database: services.database.seenBy(`engagement:${engagementId}`) };
}

/** The viewer of what is behind no wall. */
export const behindNoWall: Viewer = 'engagement:';

/**
 * Runs `work` of a transaction with what the agents of an engagement may read, null for what is of
 * no engagement. An error of `work` must end the transaction.
 */
export async function readAsAgents<Result>(
  tx: Transaction,
  engagementId: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await tx.query<{ viewer: string; entered: string }>({
    name: 'enter_agents',
    text: `with earlier as materialized (select current_setting('app.viewer', true) as viewer)
      select viewer, platform.enter_viewer($1) as entered from earlier`,
    values: [engagementId === null ? behindNoWall : `engagement:${engagementId}`],
  });
  const result = await work();
  await tx.query<{ viewer: string }>({
    name: 'leave_agents',
    text: `select set_config('app.viewer', $1, true) as viewer`,
    values: [rows[0]?.viewer ?? ''],
  });
  return result;
}
