import type { Tier } from './choose-tier.ts';

/**
 * Selects the tests for a change: all unit tests, and the tests of each changed room. Most
 * integration tests start a whole service and so import all of it, so a choice by imports would
 * select all of them.
 * @param changed Paths of changed files, from the root.
 * @param tiers All test files by tier.
 */
export function selectChangedTests(
  changed: readonly string[],
  tiers: Record<Tier, readonly string[]>,
): string[] {
  const rooms = [...new Set(changed.map(roomOf))].filter((room) => room !== null);
  const slower = [...tiers.integration, ...tiers.crash, ...tiers.browser];
  const chosen = slower.filter(
    (test) => changed.includes(test) || rooms.some((room) => isTestOf(test, room)),
  );
  return [...tiers.unit, ...chosen];
}

interface Room {
  folder: string;
  /** Name of the room, which is also the name of the browser test of a feature. */
  name: string;
}

/**
 * `apps/server/src/work/runs/starting/x.ts` is in the room `work/runs`,
 * `packages/database/src/x.ts` in its package.
 */
function roomOf(path: string): Room | null {
  const [top, workspace, src, floor, room] = path.split('/');
  if (top === 'packages' && workspace) return { folder: `packages/${workspace}/`, name: workspace };
  if (top !== 'apps' || !workspace || src !== 'src' || !floor || !room) return null;
  const isFile = room.includes('.');
  const folder = isFile
    ? `apps/${workspace}/src/${floor}/`
    : `apps/${workspace}/src/${floor}/${room}/`;
  return { folder, name: isFile ? floor : room };
}

function isTestOf(test: string, { folder, name }: Room): boolean {
  return test.startsWith(folder) || test === `apps/web/e2e/${name}.e2e.test.ts`;
}
