import type { Wall, WallEntry } from '@ecp/contract/work/walls';

/** The entries of owners by wall; a wall whose entries have not been read yet is missing. */
export type Entries = ReadonlyMap<string, readonly WallEntry[]>;

/** A person inside a wall. A member stays; an owner who has entered it stays until a moment. */
export interface Insider {
  userId: string;
  until: string | null;
}

/** The facts from which this file computes who is inside and who sees an engagement. */
export interface WallFacts {
  walls: readonly Wall[];
  entries: Entries;
  nowMs: number;
}

/** The entries into a wall that have not ended. */
const presentEntries = ({ entries, nowMs }: WallFacts, wallId: string): WallEntry[] =>
  (entries.get(wallId) ?? []).filter(({ until }) => Date.parse(until) > nowMs);

/** Lists who is inside: members first, then owners who have entered. */
export function insidersOf(facts: WallFacts, wall: Wall): Insider[] {
  const members = wall.memberIds.map((userId): Insider => ({ userId, until: null }));
  const ends = new Map<string, string>();
  for (const { userId, until } of presentEntries(facts, wall.id)) {
    const known = ends.get(userId);
    if (!wall.memberIds.includes(userId) && (known === undefined || until > known))
      ends.set(userId, until);
  }
  return [...members, ...[...ends].map(([userId, until]) => ({ userId, until }))];
}

export const insiderOf = (facts: WallFacts, wall: Wall, userId: string): Insider | undefined =>
  insidersOf(facts, wall).find((insider) => insider.userId === userId);

/** Lists the walls that exclude one another with a wall, whichever of the two names the other. */
export const rivalsOf = (walls: readonly Wall[], wall: Pick<Wall, 'id' | 'excludes'>): Wall[] =>
  walls.filter(
    (other) =>
      other.id !== wall.id &&
      (wall.excludes.includes(other.id) || other.excludes.includes(wall.id)),
  );

/** Lists the walls before an engagement. */
const wallsBefore = (walls: readonly Wall[], engagementId: string): Wall[] =>
  walls.filter(({ engagementIds }) => engagementIds.includes(engagementId));

/** The engagements behind any wall, each once. */
export const walledIds = (walls: readonly Wall[]): string[] => [
  ...new Set(walls.flatMap(({ engagementIds }) => engagementIds)),
];

/** The walls that keep a person from an engagement: none where the person sees it. */
export const wallsBetween = (facts: WallFacts, userId: string, engagementId: string): Wall[] =>
  wallsBefore(facts.walls, engagementId).filter((wall) => !insiderOf(facts, wall, userId));

/** A person who would be inside two walls that exclude one another. */
export interface Conflict {
  userId: string;
  rival: Wall;
}

/**
 * Finds who would be inside both if a wall, or a new one, had these members and excluded these
 * walls.
 */
export function findConflicts(
  facts: WallFacts,
  { id, memberIds, excludes }: Pick<Wall, 'id' | 'memberIds' | 'excludes'>,
): Conflict[] {
  const inside = new Set([...memberIds, ...presentEntries(facts, id).map(({ userId }) => userId)]);
  return rivalsOf(facts.walls, { id, excludes }).flatMap((rival) =>
    insidersOf(facts, rival).flatMap(({ userId }) =>
      inside.has(userId) ? [{ userId, rival }] : [],
    ),
  );
}

/**
 * The people who see an engagement without one of its walls: everybody, or those inside its other
 * walls.
 */
export function seenWithout(
  facts: WallFacts,
  wall: Wall,
  engagementId: string,
): { others: Wall[]; userIds: string[] } {
  const others = wallsBefore(facts.walls, engagementId).filter(({ id }) => id !== wall.id);
  const [first, ...rest] = others.map((other) =>
    insidersOf(facts, other).map(({ userId }) => userId),
  );
  return {
    others,
    userIds: (first ?? []).filter((userId) => rest.every((inside) => inside.includes(userId))),
  };
}
