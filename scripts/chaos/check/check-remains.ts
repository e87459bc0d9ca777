import type { ChaosSystem } from '../system/open-system.ts';
import { checkConnections, checkFiles, checkProcesses } from './check-leftovers.ts';
import type { Finding } from './finding.ts';
import { settle } from './settle.ts';

/** Time in which the last process and connection of an ended service are gone. */
const closeLimitMs = 10_000;

/** Checks that nothing remains of services that have all ended: no connection, process or temporary file. */
export function checkRemains(
  system: Pick<ChaosSystem, 'platforms' | 'engines' | 'postgres' | 'temporary'>,
): Promise<Finding[]> {
  const sessions = [...system.platforms, ...system.engines].flatMap(({ pids }) => pids);
  const check = async () => [
    ...(await checkConnections(system.postgres)),
    ...(await checkProcesses(sessions)),
    ...(await checkFiles(system.temporary)),
  ];
  return settle('no leaked connection, file, process', check, closeLimitMs);
}
