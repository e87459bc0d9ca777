import type { Statement } from '@ecp/database/statement';

/** A time; null where it has no known beginning, or goes on. */
export interface Period {
  since: Date | null;
  until: Date | null;
}

/** A person of the team, from joining to leaving. */
export interface TeamPeriod extends Period {
  userId: string;
  userName: string;
}

/** A person inside a wall: a member, or an owner who entered for a reason. */
export interface Insider extends Period {
  userId: string;
  userName: string;
  reason: string | null;
}

/** A wall that stood before an engagement, and who was inside. */
export interface StandingWall extends Period {
  id: string;
  name: string;
  insiders: Insider[];
}

/** A time in which a person could read an engagement, and why. */
interface Reading extends Period {
  userId: string;
  userName: string;
  /** `team`: no wall stood. `wall`: the person was inside all that stood. */
  because: 'team' | 'wall';
}

interface StandingRow {
  id: string;
  name: string;
  since: Date;
  until: Date | null;
}

interface InsiderRow {
  wall_id: string;
  user_id: string;
  user_name: string;
  reason: string | null;
  since: Date;
  until: Date | null;
}

/**
 * Selects the walls that stood before an engagement, then who was inside them: rows for
 * `toStandingWalls`.
 */
export function selectStandingWalls(
  tenantId: string,
  engagementId: string,
): readonly [Statement<StandingRow>, Statement<InsiderRow>] {
  return [
    {
      name: 'select_standing_walls',
      text: `select wall.id, wall.name, behind.since, behind.until from platform.wall_engagements behind
        join platform.walls wall on wall.tenant_id = behind.tenant_id and wall.id = behind.wall_id
        where behind.tenant_id = $1 and behind.engagement_id = $2 order by behind.since, wall.id`,
      values: [tenantId, engagementId],
    },
    {
      name: 'select_insiders_of_engagement',
      text: `select inside.wall_id, inside.user_id, inside.user_name, inside.reason, inside.since, inside.until
        from platform.wall_insiders inside
        where inside.tenant_id = $1 and inside.wall_id in (
          select wall_id from platform.wall_engagements where tenant_id = $1 and engagement_id = $2)
        order by inside.since, inside.id`,
      values: [tenantId, engagementId],
    },
  ];
}

/** Joins the rows of selectStandingWalls. */
export function toStandingWalls(
  walls: readonly StandingRow[],
  insiders: readonly InsiderRow[],
): StandingWall[] {
  const byWall = Map.groupBy(insiders, ({ wall_id }) => wall_id);
  const toInsider = ({ user_id, user_name, reason, since, until }: InsiderRow) => ({
    userId: user_id,
    userName: user_name,
    reason,
    since,
    until,
  });
  return walls.map((wall) => ({ ...wall, insiders: (byWall.get(wall.id) ?? []).map(toInsider) }));
}

const startOf = ({ since }: Period) => since?.getTime() ?? Number.NEGATIVE_INFINITY;
const endOf = ({ until }: Period) => until?.getTime() ?? Number.POSITIVE_INFINITY;

/**
 * Computes who could read an engagement between two times: members of the team while no wall stood,
 * and who was inside all walls while some did. Times that touch are joined.
 */
export function computeReaders(
  team: readonly TeamPeriod[],
  walls: readonly StandingWall[],
  [from, until]: readonly [Date, Date],
): Reading[] {
  const standing = walls.map((wall) => ({
    wall,
    byUser: Map.groupBy(wall.insiders, ({ userId }) => userId),
  }));
  return team.flatMap((person) => {
    const { userId, userName } = person;
    const own = standing.map(({ wall, byUser }) => ({ wall, inside: byUser.get(userId) ?? [] }));
    const [first, last] = [
      Math.max(from.getTime(), startOf(person)),
      Math.min(until.getTime(), endOf(person)),
    ];
    const changes = own
      .flatMap(({ wall, inside }) => [wall, ...inside])
      .flatMap((period) => [startOf(period), endOf(period)])
      .filter((moment) => moment > first && moment < last);
    const bounds = [...new Set([first, ...changes, last])].sort((one, other) => one - other);
    const readings: Reading[] = [];
    for (const [index, end] of bounds.entries()) {
      const begin = bounds[index - 1];
      if (begin === undefined || first >= last) continue;
      const covers = (period: Period) => startOf(period) <= begin && endOf(period) >= end;
      const before = own.filter(({ wall }) => covers(wall));
      if (!before.every(({ inside }) => inside.some(covers))) continue;
      const because = before.length === 0 ? 'team' : 'wall';
      const previous = readings.at(-1);
      if (previous?.because === because && previous.until?.getTime() === begin)
        previous.until = new Date(end);
      else
        readings.push({ userId, userName, because, since: new Date(begin), until: new Date(end) });
    }
    return readings;
  });
}
