import { ApiError } from '@ecp/contract/declaring/errors';
import { createId } from '@ecp/database/create-id';
import type { Statement } from '@ecp/database/statement';
import { Schemas } from 'scimmy';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { ExportPart } from '../../kernel/export-part.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import { type UserRow, userColumns } from '../sessions/signed-in.ts';
import { changeRoleByGroups, readRoleRules } from '../sso/people.ts';
import { matches } from './filters.ts';
import {
  groupSchema,
  type MemberChange,
  readMembers,
  readPatch,
  readResource,
  refuse,
  scimPath,
  withLibrary,
} from './messages.ts';
import { actorOf, type Change } from './people.ts';

interface GroupRow {
  id: string;
  display_name: string;
  external_id: string | null;
  created_at: Date;
  changed_at: Date;
  members: { id: string; name: string }[];
}

const groupColumns = 'g.id, g.display_name, g.external_id, g.created_at, g.changed_at';
const memberColumn = `coalesce((
    select json_agg(json_build_object('id', u.id, 'name', coalesce(u.name, u.email)) order by u.id)
    from platform.scim_group_members m join platform.users u on u.tenant_id = m.tenant_id and u.id = m.user_id
    where m.tenant_id = g.tenant_id and m.group_id = g.id
  ), '[]') as members`;

/**
 * Selects the groups of a tenant, oldest first, without their members, or those that somebody is a
 * member of.
 */
export const selectGroups = (tenantId: string, memberId: string | null): Statement<GroupRow> => ({
  name: 'select_scim_groups',
  text: `select ${groupColumns}, '[]'::json as members from platform.scim_groups g
    where g.tenant_id = $1 and ($2::text is null or exists (
      select from platform.scim_group_members m where m.tenant_id = $1 and m.group_id = g.id and m.user_id = $2))
    order by g.created_at, g.id`,
  values: [tenantId, memberId],
});

/** Selects groups by their ids, with their members. */
export const selectGroupsWithMembers = (
  tenantId: string,
  ids: readonly string[],
): Statement<GroupRow> => ({
  name: 'select_scim_groups_with_members',
  text: `select ${groupColumns}, ${memberColumn} from platform.scim_groups g where g.tenant_id = $1 and g.id = any($2::text[])
    order by g.created_at, g.id`,
  values: [tenantId, ids],
});

/**
 * Describes a group as a resource of SCIM. The library would take a tenth of a second for a
 * thousand members.
 */
export function describeGroup(row: GroupRow, baseUrl: string) {
  return {
    schemas: [groupSchema],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.display_name,
    members: row.members.map(({ id, name }) => ({
      value: id,
      display: name,
      $ref: `${baseUrl}${scimPath}/Users/${id}`,
      type: 'User',
    })),
    meta: {
      resourceType: 'Group',
      created: row.created_at.toISOString(),
      lastModified: row.changed_at.toISOString(),
      location: `${baseUrl}${scimPath}/Groups/${row.id}`,
    },
  };
}

interface GroupFields {
  displayName: string;
  externalId: string | null;
  memberIds: string[];
}

const maxGroups = 1_000;
const maxText = 256;

type Names = Omit<GroupFields, 'memberIds'>;

function readNames(group: Schemas.Group): Names {
  const { displayName, externalId } = group as Schemas.Group & { externalId?: string };
  const texts = { displayName, externalId };
  for (const [field, text] of Object.entries(texts)) {
    if (text !== undefined && text.length > maxText) {
      throw refuse('invalidValue', `${field} must not have more than ${maxText} characters`);
    }
  }
  return { displayName, externalId: externalId ?? null };
}

async function readFields(body: unknown): Promise<GroupFields> {
  const { members, ...names } = readResource(body);
  const read = await withLibrary(() => readNames(new Schemas.Group(names, 'in')));
  return { ...read, memberIds: readMembers(members) };
}

/**
 * Makes a group. Returns its id. Errors: `scim_group_taken`, `scim_group_limit_reached`,
 * `invalid_request`.
 */
export async function createGroup(change: Change, body: unknown): Promise<string> {
  const { tx, tenantId } = change;
  const fields = await readFields(body);
  const count = countGroups(tenantId);
  await requireFewer(tx, tenantId, { count, limit: maxGroups, code: 'scim_group_limit_reached' });
  const id = createId();
  const { rowCount } = await tx.query({
    name: 'create_scim_group',
    text: `insert into platform.scim_groups (tenant_id, id, display_name, external_id) values ($1, $2, $3, $4)
      on conflict (tenant_id, display_name) do nothing`,
    values: [tenantId, id, fields.displayName, fields.externalId],
  });
  if (rowCount === 0) throw new ApiError('scim_group_taken');
  await addMembers(change, id, fields.memberIds);
  await recordGroup(change, 'scim_group.create', id, {
    name: fields.displayName,
    added: fields.memberIds,
  });
  await giveRoles(change, fields.memberIds);
  return id;
}

const countGroups = (tenantId: string): Statement<{ count: number }> => ({
  name: 'count_scim_groups',
  text: 'select count(*)::integer as count from platform.scim_groups where tenant_id = $1',
  values: [tenantId],
});

/** Replaces a group. Errors: `not_found`, `scim_group_taken`, `invalid_request`. */
export async function replaceGroup(change: Change, id: string, body: unknown): Promise<void> {
  const row = await lockGroup(change, id);
  await changeGroup(change, row, await readFields(body));
}

/** Changes a group by the operations of a PATCH. Errors as those of `replaceGroup`. */
export async function patchGroup(change: Change, id: string, body: unknown): Promise<void> {
  const row = await lockGroup(change, id);
  const { members, rest } = await readPatch(body);
  const { id: groupId, externalId, displayName } = describeGroup(row, change.baseUrl);
  const group = new Schemas.Group(
    { id: groupId, externalId, displayName } as object,
    'out',
    change.baseUrl,
  );
  const names = await withLibrary(async () => readNames((await rest?.apply(group)) ?? group));
  const memberIds = new Set(row.members.map((member) => member.id));
  for (const memberChange of members) applyMemberChange(memberIds, row, memberChange);
  await changeGroup(change, row, { ...names, memberIds: [...memberIds] });
}

/**
 * Applies a change to the ids of members. A filter finds those who were members before the PATCH.
 */
function applyMemberChange(
  memberIds: Set<string>,
  row: GroupRow,
  { op, ids, filter }: MemberChange,
): void {
  if (filter !== null) {
    for (const { id, name } of row.members) {
      if (matches(filter, { value: id, display: name, type: 'User' })) memberIds.delete(id);
    }
    return;
  }
  if (op === 'replace' || ids === null) memberIds.clear();
  for (const member of ids ?? []) {
    if (op === 'remove') memberIds.delete(member);
    else memberIds.add(member);
  }
}

/** Deletes a group; its members get the roles of their other groups. Error: `not_found`. */
export async function deleteGroup(change: Change, id: string): Promise<void> {
  const { tx, tenantId } = change;
  const { display_name: name, members } = await lockGroup(change, id);
  await tx.query({
    name: 'delete_scim_group',
    text: 'delete from platform.scim_groups where tenant_id = $1 and id = $2',
    values: [tenantId, id],
  });
  await recordGroup(change, 'scim_group.delete', id, { name });
  await giveRoles(
    change,
    members.map((member) => member.id),
  );
}

async function lockGroup({ tx, tenantId }: Change, id: string): Promise<GroupRow> {
  // The rows of members change under the lock of their group only.
  const { rowCount } = await tx.query({
    name: 'lock_scim_group',
    text: 'select from platform.scim_groups where tenant_id = $1 and id = $2 for update',
    values: [tenantId, id],
  });
  const { rows } = await tx.query<GroupRow>(selectGroupsWithMembers(tenantId, [id]));
  const [row] = rows;
  if (rowCount === 0 || !row) throw new ApiError('not_found');
  return row;
}

async function changeGroup(change: Change, row: GroupRow, fields: GroupFields): Promise<void> {
  const { tx, tenantId } = change;
  const { id } = row;
  const before = new Set(row.members.map((member) => member.id));
  const after = new Set(fields.memberIds);
  const [added, removed] = [[...after.difference(before)], [...before.difference(after)]];
  const isRenamed = fields.displayName !== row.display_name;
  if (!isRenamed && fields.externalId === row.external_id && added.length + removed.length === 0)
    return;
  const { rowCount } = await tx.query({
    name: 'change_scim_group',
    text: `update platform.scim_groups g set display_name = $3, external_id = $4, changed_at = clock_timestamp()
      where tenant_id = $1 and id = $2 and not exists (
        select from platform.scim_groups o where o.tenant_id = $1 and o.display_name = $3 and o.id <> $2)`,
    values: [tenantId, id, fields.displayName, fields.externalId],
  });
  if (rowCount === 0) throw new ApiError('scim_group_taken');
  await addMembers(change, id, added);
  await tx.query({
    name: 'remove_scim_group_members',
    text: 'delete from platform.scim_group_members where tenant_id = $1 and group_id = $2 and user_id = any($3::text[])',
    values: [tenantId, id, removed],
  });
  await recordGroup(change, 'scim_group.update', id, { name: fields.displayName, added, removed });
  await giveRoles(change, isRenamed ? [...before.union(after)] : [...added, ...removed]);
}

async function addMembers(
  { tx, tenantId }: Change,
  groupId: string,
  memberIds: readonly string[],
): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'add_scim_group_members',
    text: `insert into platform.scim_group_members (tenant_id, group_id, user_id)
      select $1, $2, u.id from platform.users u where u.tenant_id = $1 and u.id = any($3::text[])`,
    values: [tenantId, groupId, memberIds],
  });
  if (rowCount < memberIds.length)
    throw refuse('invalidValue', 'members must be users of this team');
}

async function recordGroup(
  change: Change,
  action: 'scim_group.create' | 'scim_group.update' | 'scim_group.delete',
  id: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  await recordAudit(change.tx, actorOf(change), {
    action,
    resourceType: 'scim_group',
    resourceId: id,
    metadata,
  });
}

/** Gives people the roles that follow from all their groups. */
async function giveRoles(change: Change, userIds: readonly string[]): Promise<void> {
  const { tx, tenantId } = change;
  const rules = await readRoleRules(tx, tenantId);
  if (rules.groupRoles.length === 0 || userIds.length === 0) return;
  const { rows } = await tx.query<UserRow & { groups: string[] }>({
    name: 'lock_people_of_groups',
    text: `select ${userColumns}, array(
        select g.display_name from platform.scim_group_members m
        join platform.scim_groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
        where m.tenant_id = u.tenant_id and m.user_id = u.id
      ) as groups
      from platform.users u where u.tenant_id = $1 and u.id = any($2::text[]) order by u.id for update of u`,
    values: [tenantId, userIds],
  });
  for (const { groups, ...user } of rows) {
    await changeRoleByGroups(
      tx,
      { user, actor: actorOf(change), through: 'scim' },
      { rules, groups },
    );
  }
}

/** Exports the groups of the tenant's directory with the ids of their members. */
export const exportedScimGroups: ExportPart<GroupRow> = {
  name: 'scimGroups',
  page: {
    text: `select ${groupColumns}, ${memberColumn} from platform.scim_groups g where g.tenant_id = $1 and g.id > $2
      order by g.id limit $3`,
  },
  pageRows: 50,
  toRecord: ({ id, display_name, external_id, members, created_at }) => ({
    id,
    displayName: display_name,
    externalId: external_id,
    memberIds: members.map((member) => member.id),
    createdAt: created_at.toISOString(),
  }),
};
