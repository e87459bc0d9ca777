import { ApiError } from '@ecp/contract/declaring/errors';
import type { PageLanguage } from '@ecp/contract/values/page-languages';
import type { CreateWallBody, UpdateWallBody, Wall, WallEntry } from '@ecp/contract/work/walls';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { type RequestContext, responsibleUserId } from '../../kernel/context.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import { enqueueMail } from '../../kernel/mail/enqueue-mail.ts';
import { requireFound } from '../../kernel/sql.ts';

const maxWalls = 200;
/** An owner stays inside for so long. */
const entryMs = 60 * 60_000;
/**
 * Entries of a person into one wall within 24 hours, so that a stay of hours does not become one of
 * days.
 */
const maxEntriesADay = 3;
const maxEntries = 200;

interface WallRow {
  id: string;
  name: string;
  engagement_ids: string[];
  member_ids: string[];
  excludes: string[];
  created_at: Date;
}

const toWall = (row: WallRow): Wall => ({
  id: row.id,
  name: row.name,
  engagementIds: row.engagement_ids,
  memberIds: row.member_ids,
  excludes: row.excludes,
  createdAt: row.created_at.toISOString(),
});

/**
 * Selects a tenant's walls that stand, oldest first, or one of them. A deleted engagement is behind
 * none. Members are also those whose memberships rest.
 */
function selectWalls(tenantId: string, wallId: string | null): Statement<WallRow> {
  return {
    name: 'select_walls',
    text: `select wall.id, wall.name, wall.created_at,
        array(select behind.engagement_id from platform.wall_engagements behind
          where behind.tenant_id = $1 and behind.wall_id = wall.id and behind.until is null and not behind.erased
          order by behind.since, behind.engagement_id) as engagement_ids,
        array(select member.user_id from (
            select user_id, since from platform.wall_insiders
            where tenant_id = $1 and wall_id = wall.id and until is null
            union all
            select user_id, since from platform.resting_memberships where tenant_id = $1 and wall_id = wall.id
          ) member order by member.since, member.user_id) as member_ids,
        array(select excluded.excluded_id from platform.wall_exclusions excluded
          where excluded.tenant_id = $1 and excluded.wall_id = wall.id order by excluded.excluded_id) as excludes
      from platform.walls wall
      where wall.tenant_id = $1 and wall.deleted_at is null and ($2::text is null or wall.id = $2)
      order by wall.created_at, wall.id`,
    values: [tenantId, wallId],
  };
}

/**
 * Selects the engagements of a tenant that the viewer of the database does not see, each once,
 * without deleted ones.
 */
export const selectHiddenEngagements = (
  tenantId: string,
): Statement<{ engagement_id: string }> => ({
  name: 'select_hidden_engagements',
  text: `select distinct behind.engagement_id from platform.wall_engagements behind
    where behind.tenant_id = $1 and behind.until is null and not behind.erased
      and not platform.sees_engagement(behind.engagement_id)`,
  values: [tenantId],
});

/** Lists the walls for admins, inside and outside. */
export async function listWalls({ services, tenantId }: RequestContext): Promise<Wall[]> {
  const [rows] = await services.database.batchTenant(tenantId, [selectWalls(tenantId, null)]);
  return rows.map(toWall);
}

/** Puts up a wall. Errors: `not_found` for an unknown id, `wall_conflict`, `wall_limit_reached`. */
export async function createWall(context: RequestContext, body: CreateWallBody): Promise<Wall> {
  const { tenantId } = context;
  const { name, engagementIds = [], memberIds = [], excludes = [] } = body;
  return context.commit(async (tx) => {
    await requireFewer(tx, tenantId, {
      count: countWalls(tenantId),
      limit: maxWalls,
      code: 'wall_limit_reached',
    });
    await lockWalls(tx, tenantId);
    const id = createId();
    await tx.query({
      name: 'insert_wall',
      text: 'insert into platform.walls (id, tenant_id, name) values ($1, $2, $3)',
      values: [id, tenantId, name],
    });
    const before: Wall = {
      id,
      name,
      engagementIds: [],
      memberIds: [],
      excludes: [],
      createdAt: '',
    };
    await changeLists(tx, context, before, { engagementIds, memberIds, excludes });
    await recordAudit(tx, context, {
      action: 'wall.create',
      resourceType: 'wall',
      resourceId: id,
      metadata: { name, engagementIds, memberIds, excludes },
    });
    return readWall(tx, tenantId, id);
  });
}

const countWalls = (tenantId: string): Statement<{ count: number }> => ({
  name: 'count_walls',
  text: 'select count(*)::integer as count from platform.walls where tenant_id = $1 and deleted_at is null',
  values: [tenantId],
});

/**
 * Changes the given fields; a list replaces the one before. Only a member changes who is inside,
 * which walls are excluded, and takes an engagement out: an owner who has entered could otherwise
 * stay beyond the hour. Errors: `not_found` for an unknown id, `wall_outside`, `wall_conflict`.
 */
export async function updateWall(
  context: RequestContext,
  wallId: string,
  body: UpdateWallBody,
): Promise<Wall> {
  const { tenantId } = context;
  return context.transaction(async (tx) => {
    await lockWalls(tx, tenantId);
    const before = await readWall(tx, tenantId, wallId);
    await requireInside(
      tx,
      context,
      before,
      changesProtection(before, body) ? 'member' : 'anybody',
    );
    if (body.name !== undefined)
      await tx.query({
        name: 'rename_wall',
        text: 'update platform.walls set name = $3 where tenant_id = $1 and id = $2',
        values: [tenantId, wallId, body.name],
      });
    await changeLists(tx, context, before, body);
    const wall = await readWall(tx, tenantId, wallId);
    await recordAudit(tx, context, {
      action: 'wall.update',
      resourceType: 'wall',
      resourceId: wallId,
      metadata: { name: wall.name, ...describeChange(before, wall) },
    });
    return wall;
  });
}

const difference = (left: readonly string[], right: readonly string[]): string[] =>
  left.filter((id) => !right.includes(id));

/** Whether a change concerns who is inside, or takes an engagement out. */
function changesProtection(
  before: Wall,
  { engagementIds, memberIds, excludes }: UpdateWallBody,
): boolean {
  const isOther = (left: readonly string[], right: readonly string[] = left) =>
    difference(left, right).length > 0 || difference(right, left).length > 0;
  if (isOther(before.memberIds, memberIds) || isOther(before.excludes, excludes)) return true;
  return difference(before.engagementIds, engagementIds ?? before.engagementIds).length > 0;
}

/** Returns the ids that came and went. */
function describeChange(before: Wall, after: Wall) {
  return Object.fromEntries(
    (['engagementIds', 'memberIds', 'excludes'] as const).flatMap((list) => {
      const [added, removed] = [
        difference(after[list], before[list]),
        difference(before[list], after[list]),
      ];
      return added.length + removed.length > 0 ? [[list, { added, removed }]] : [];
    }),
  );
}

/**
 * Takes a wall down as a member of it; who could read what stays known. Errors: `not_found`,
 * `wall_outside`.
 */
export async function deleteWall(context: RequestContext, wallId: string): Promise<void> {
  const { tenantId } = context;
  await context.transaction(async (tx) => {
    await lockWalls(tx, tenantId);
    const wall = await readWall(tx, tenantId, wallId);
    await requireInside(tx, context, wall, 'member');
    await tx.query({
      name: 'end_engagements_of_wall',
      text: `update platform.wall_engagements set until = clock_timestamp()
        where tenant_id = $1 and wall_id = $2 and until is null`,
      values: [tenantId, wallId],
    });
    await tx.query({
      name: 'end_insiders_of_wall',
      text: `update platform.wall_insiders set until = clock_timestamp()
        where tenant_id = $1 and wall_id = $2 and (until is null or until > clock_timestamp())`,
      values: [tenantId, wallId],
    });
    await tx.query({
      name: 'end_resting_memberships_of_wall',
      text: 'delete from platform.resting_memberships where tenant_id = $1 and wall_id = $2',
      values: [tenantId, wallId],
    });
    await tx.query({
      name: 'delete_exclusions_of_wall',
      text: 'delete from platform.wall_exclusions where tenant_id = $1 and (wall_id = $2 or excluded_id = $2)',
      values: [tenantId, wallId],
    });
    await tx.query({
      name: 'delete_wall',
      text: 'update platform.walls set deleted_at = clock_timestamp() where tenant_id = $1 and id = $2',
      values: [tenantId, wallId],
    });
    const { name, engagementIds, memberIds } = wall;
    await recordAudit(tx, context, {
      action: 'wall.delete',
      resourceType: 'wall',
      resourceId: wallId,
      metadata: { name, engagementIds, memberIds },
    });
  });
}

/**
 * Lets changes of a tenant's walls take turns, so that two of them together cannot put a person
 * into both of a pair.
 */
async function lockWalls(tx: Transaction, tenantId: string): Promise<void> {
  await tx.query({
    name: 'lock_walls',
    text: 'select platform.lock_walls($1)',
    values: [tenantId],
  });
}

async function readWall(tx: Transaction, tenantId: string, wallId: string): Promise<Wall> {
  const { rows } = await tx.query(selectWalls(tenantId, wallId));
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  return toWall(row);
}

/**
 * A condition of SQL: a person decides about a wall. Members do. Where there was never a member,
 * everybody inside does; a wall whose members have left the team is not handed to an owner who has
 * removed them.
 */
const decidesAbout = (wallId: string, userId: string): string => `(
  exists (select from platform.wall_insiders member
    where member.tenant_id = $1 and member.wall_id = ${wallId} and member.user_id = ${userId}
      and member.reason is null and member.until is null)
  or not exists (select from platform.wall_insiders ever
    where ever.tenant_id = $1 and ever.wall_id = ${wallId} and ever.reason is null))`;

/**
 * Throws `wall_outside` unless the caller is inside, and for `member` also decides about the wall,
 * or nothing is behind it.
 */
async function requireInside(
  tx: Transaction,
  { tenantId, principal }: RequestContext,
  wall: Wall,
  who: 'member' | 'anybody',
): Promise<void> {
  const { rows } = await tx.query<{ is_held: boolean; is_inside: boolean; decides: boolean }>({
    name: 'require_inside_wall',
    text: `select
        exists (select from platform.wall_engagements
          where tenant_id = $1 and wall_id = $2 and until is null and not erased) as is_held,
        exists (select from platform.wall_insiders
          where tenant_id = $1 and wall_id = $2 and user_id = $3
            and (until is null or until > clock_timestamp())) as is_inside,
        ${decidesAbout('$2', '$3')} as decides`,
    values: [tenantId, wall.id, responsibleUserId(principal)],
  });
  const [row] = rows;
  if (!row?.is_held) return;
  if (!row.is_inside || (who === 'member' && !row.decides)) throw new ApiError('wall_outside');
}

/**
 * Throws `wall_outside` unless the caller decides about every wall before the engagements, except
 * one wall. What an owner who has entered for an hour must not leave behind, such as a link for a
 * client or another wall, is refused with it.
 */
export async function requireWallsOfCaller(
  tx: Transaction,
  { tenantId, principal }: RequestContext,
  engagementIds: readonly string[],
  exceptWallId: string | null = null,
): Promise<void> {
  const { rows } = await tx.query<{ wall_id: string }>({
    name: 'find_walls_of_others',
    text: `select behind.wall_id from platform.wall_engagements behind
      where behind.tenant_id = $1 and behind.engagement_id = any($3::text[]) and behind.until is null
        and behind.wall_id is distinct from $4 and not ${decidesAbout('behind.wall_id', '$2')} limit 1`,
    values: [tenantId, responsibleUserId(principal), engagementIds, exceptWallId],
  });
  if (rows.length > 0) throw new ApiError('wall_outside');
}

type Lists = Partial<Pick<Wall, 'engagementIds' | 'memberIds' | 'excludes'>>;

/** Replaces the given lists. Errors: `not_found`, `wall_conflict`, `wall_outside`. */
async function changeLists(
  tx: Transaction,
  context: RequestContext,
  before: Wall,
  lists: Lists,
): Promise<void> {
  const { tenantId } = context;
  const { engagementIds, memberIds, excludes } = lists;
  if (memberIds) await replaceMembers(tx, tenantId, before.id, memberIds);
  if (excludes) await replaceExclusions(tx, tenantId, before.id, excludes);
  // Before the engagements, which the caller may not see afterwards.
  await refuseConflict(tx, tenantId);
  if (engagementIds) await replaceEngagements(tx, context, before, engagementIds);
}

async function replaceMembers(
  tx: Transaction,
  tenantId: string,
  wallId: string,
  userIds: string[],
): Promise<void> {
  await tx.query({
    name: 'end_members_of_wall',
    text: `update platform.wall_insiders set until = clock_timestamp()
      where tenant_id = $1 and wall_id = $2 and until is null and user_id <> all($3)`,
    values: [tenantId, wallId, userIds],
  });
  await tx.query({
    name: 'end_resting_members_of_wall',
    text: `delete from platform.resting_memberships
      where tenant_id = $1 and wall_id = $2 and user_id <> all($3)`,
    values: [tenantId, wallId, userIds],
  });
  const { rows } = await tx.query<{ id: string }>({
    name: 'find_members_of_wall',
    text: `select id from platform.users where tenant_id = $1 and id = any($2) order by id for key share`,
    values: [tenantId, userIds],
  });
  if (rows.length < userIds.length) throw new ApiError('not_found');
  await tx.query({
    name: 'insert_members_of_wall',
    text: `insert into platform.wall_insiders (tenant_id, wall_id, user_id, user_name)
      select $1, $2, u.id, coalesce(u.name, u.email) from platform.users u
      where u.tenant_id = $1 and u.id = any($3) and u.walls_rest_since is null
      on conflict (tenant_id, wall_id, user_id) where until is null do nothing`,
    values: [tenantId, wallId, userIds],
  });
  await tx.query({
    name: 'insert_resting_members_of_wall',
    text: `insert into platform.resting_memberships (tenant_id, wall_id, user_id)
      select $1, $2, u.id from platform.users u
      where u.tenant_id = $1 and u.id = any($3) and u.walls_rest_since is not null
      on conflict do nothing`,
    values: [tenantId, wallId, userIds],
  });
}

async function replaceExclusions(
  tx: Transaction,
  tenantId: string,
  wallId: string,
  wallIds: string[],
): Promise<void> {
  if (wallIds.includes(wallId)) {
    throw new ApiError('invalid_request', {
      details: [{ path: '/excludes', message: 'names the wall itself' }],
    });
  }
  await tx.query({
    name: 'delete_exclusions',
    text: 'delete from platform.wall_exclusions where tenant_id = $1 and wall_id = $2 and excluded_id <> all($3)',
    values: [tenantId, wallId, wallIds],
  });
  const { rows } = await tx.query<{ id: string }>({
    name: 'find_excluded_walls',
    text: 'select id from platform.walls where tenant_id = $1 and id = any($2) and deleted_at is null',
    values: [tenantId, wallIds],
  });
  if (rows.length < wallIds.length) throw new ApiError('not_found');
  await tx.query({
    name: 'insert_exclusions',
    text: `insert into platform.wall_exclusions (tenant_id, wall_id, excluded_id) select $1, $2, unnest($3::text[])
      on conflict do nothing`,
    values: [tenantId, wallId, wallIds],
  });
}

/** Throws `wall_conflict` if somebody is inside two walls of which one excludes the other. */
async function refuseConflict(tx: Transaction, tenantId: string): Promise<void> {
  const { rows } = await tx.query<{ user_id: string }>({
    name: 'find_wall_conflict',
    text: `with inside as (
        select wall_id, user_id from platform.wall_insiders
        where tenant_id = $1 and (until is null or until > clock_timestamp())
        union
        select wall_id, user_id from platform.resting_memberships where tenant_id = $1
      )
      select one.user_id from platform.wall_exclusions pair
      join inside one on one.wall_id = pair.wall_id
      join inside other on other.wall_id = pair.excluded_id and other.user_id = one.user_id
      where pair.tenant_id = $1 limit 1`,
    values: [tenantId],
  });
  if (rows.length > 0) throw new ApiError('wall_conflict');
}

async function replaceEngagements(
  tx: Transaction,
  context: RequestContext,
  before: Wall,
  ids: string[],
): Promise<void> {
  const { tenantId } = context;
  await tx.query({
    name: 'end_engagements',
    text: `update platform.wall_engagements set until = clock_timestamp()
      where tenant_id = $1 and wall_id = $2 and until is null and not erased and engagement_id <> all($3)`,
    values: [tenantId, before.id, ids],
  });
  // An engagement that was behind the wall may stand behind another one too, where the caller does
  // not see it.
  const added = ids.filter((id) => !before.engagementIds.includes(id));
  const { rows } = await tx.query<{ id: string }>({
    name: 'find_engagements_of_wall',
    text: 'select id from platform.engagements where tenant_id = $1 and id = any($2) order by id for key share',
    values: [tenantId, added],
  });
  if (rows.length < added.length) throw new ApiError('not_found');
  // Another wall before it would take it away from those who are inside the first.
  await requireWallsOfCaller(tx, context, added, before.id);
  await tx.query({
    name: 'insert_engagements_of_wall',
    text: `insert into platform.wall_engagements (tenant_id, wall_id, engagement_id) select $1, $2, unnest($3::text[])`,
    values: [tenantId, before.id, added],
  });
}

/**
 * Lets the owner inside for one hour and tells the members by mail. Who is inside already gets the
 * entry that runs, with its end. Errors: `not_found`, `wall_conflict`, `wall_entry_limit_reached`.
 */
export async function enterWall(
  context: RequestContext,
  wallId: string,
  reason: string,
): Promise<WallEntry> {
  const { tenantId, services, principal } = context;
  return context.commit(async (tx) => {
    await lockWalls(tx, tenantId);
    const wall = await readWall(tx, tenantId, wallId);
    const recent = await readRecentEntries(tx, tenantId, {
      wallId,
      userId: responsibleUserId(principal),
    });
    const running = recent.find(({ is_running: isRunning }) => isRunning);
    if (running) return toEntry(running);
    if (recent.length >= maxEntriesADay) {
      throw new ApiError('wall_entry_limit_reached', { values: { limit: maxEntriesADay } });
    }
    const { rows } = await tx.query<EntryRow>({
      name: 'enter_wall',
      text: `insert into platform.wall_insiders (tenant_id, wall_id, user_id, user_name, reason, until)
        select $1, $2, u.id, coalesce(u.name, u.email), $4, clock_timestamp() + $5 * interval '1 millisecond'
        from platform.users u where u.tenant_id = $1 and u.id = $3
        returning ${entryColumns}`,
      values: [tenantId, wallId, responsibleUserId(principal), reason, entryMs],
    });
    const [row] = rows;
    if (!row) throw new ApiError('authentication_required');
    await refuseConflict(tx, tenantId);
    const entry = toEntry(row);
    await recordAudit(tx, context, {
      action: 'wall.enter',
      resourceType: 'wall',
      resourceId: wallId,
      metadata: { name: wall.name, reason, until: entry.until },
    });
    for (const member of await findMembersToTell(tx, tenantId, wallId, entry.userId)) {
      const mail = {
        kind: 'wallEntered',
        wallName: wall.name,
        by: entry.userName,
        reason,
        until: entry.until,
      } as const;
      await enqueueMail(tx, services, { ...mail, ...member, tenantId });
    }
    return entry;
  });
}

/** Reads the entries of a person into a wall that began within 24 hours, newest first. */
async function readRecentEntries(
  tx: Transaction,
  tenantId: string,
  { wallId, userId }: { wallId: string; userId: string },
): Promise<(EntryRow & { is_running: boolean })[]> {
  const { rows } = await tx.query<EntryRow & { is_running: boolean }>({
    name: 'read_recent_entries',
    text: `select ${entryColumns}, until > clock_timestamp() as is_running from platform.wall_insiders
      where tenant_id = $1 and wall_id = $2 and user_id = $3 and reason is not null
        and since > clock_timestamp() - interval '24 hours'
      order by since desc, id`,
    values: [tenantId, wallId, userId],
  });
  return rows;
}

interface MemberToTell {
  to: string;
  language: PageLanguage | null;
  stranger: boolean;
}

async function findMembersToTell(
  tx: Transaction,
  tenantId: string,
  wallId: string,
  except: string,
) {
  const { rows } = await tx.query<MemberToTell>({
    name: 'find_members_to_tell',
    text: `select u.email as to, u.language, u.email_verified_at is null as stranger
      from platform.wall_insiders inside
      join platform.users u on u.tenant_id = inside.tenant_id and u.id = inside.user_id
      where inside.tenant_id = $1 and inside.wall_id = $2 and inside.until is null and inside.user_id <> $3
        and u.can_enter
      order by u.id for key share of u`,
    values: [tenantId, wallId, except],
  });
  return rows;
}

/** A row with a reason, which has an end too. */
interface EntryRow {
  user_id: string;
  user_name: string;
  reason: string | null;
  since: Date;
  until: Date | null;
}

const entryColumns = 'user_id, user_name, reason, since, until';

const toEntry = (row: EntryRow): WallEntry => ({
  userId: row.user_id,
  userName: row.user_name,
  reason: row.reason ?? '',
  since: row.since.toISOString(),
  until: (row.until ?? row.since).toISOString(),
});

/** Lists the newest entries of owners. Error: `not_found`. */
export async function listWallEntries(
  { services, tenantId }: RequestContext,
  wallId: string,
): Promise<WallEntry[]> {
  const [walls, rows] = await services.database.batchTenant<[WallRow, EntryRow]>(tenantId, [
    selectWalls(tenantId, wallId),
    {
      name: 'list_wall_entries',
      text: `select ${entryColumns} from platform.wall_insiders
        where tenant_id = $1 and wall_id = $2 and reason is not null order by since desc, id limit ${maxEntries}`,
      values: [tenantId, wallId],
    },
  ]);
  if (walls.length === 0) throw new ApiError('not_found');
  return rows.map(toEntry);
}

/** Throws `not_found` unless the tenant has the wall: existence is checked before the body. */
export const requireWall = (database: Database, tenantId: string, wallId: string): Promise<void> =>
  requireFound(database, tenantId, {
    name: 'require_wall',
    text: 'select from platform.walls where tenant_id = $1 and id = $2 and deleted_at is null',
    values: [tenantId, wallId],
  });
