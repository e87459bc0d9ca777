import { ApiError } from '@ecp/contract/declaring/errors';
import type { Role } from '@ecp/contract/identity/auth';
import type { PageLanguage } from '@ecp/contract/values/page-languages';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { Schemas } from 'scimmy';
import { type AuditActor, recordAudit } from '../../kernel/audit/record-audit.ts';
import type { ExportPart } from '../../kernel/export-part.ts';
import { enqueueMail } from '../../kernel/mail/enqueue-mail.ts';
import type { Services } from '../../kernel/services.ts';
import { revokeKeysOfMember } from '../api-keys/api-keys.ts';
import {
  type CanonicalEmail,
  canonicalEmail,
  lockAddress,
} from '../credentials/email-addresses.ts';
import { revokeMailedLinks } from '../credentials/email-tokens.ts';
import { mailNewAddress } from '../credentials/mailed-links.ts';
import { distrustPasskeys } from '../second-factor/passkeys.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { isProvedDomain } from '../sso/domains.ts';
import { makePerson, readRoleRules, toPersonName } from '../sso/people.ts';
import { expelMember } from '../team/members.ts';
import { readTenantName } from '../tenants/tenants.ts';
import { readPatch, readResource, refuse, scimPath, userSchema, withLibrary } from './messages.ts';

/**
 * The directory as it changes the team: its tenant, its address, and the address of this
 * installation.
 */
export interface Change {
  tx: Transaction;
  tenantId: string;
  tokenId: string;
  ipAddress: string;
  baseUrl: string;
  services: Services;
}

export const actorOf = ({
  tenantId,
  tokenId,
  ipAddress,
}: Change): AuditActor & { tenantId: string } => ({
  tenantId,
  userId: null,
  ipAddress,
  metadata: { scimTokenId: tokenId },
});

interface PersonRow {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  is_active: boolean;
  is_unconfirmed: boolean;
  former_email: string | null;
  is_stranger: boolean;
  language: PageLanguage | null;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
  formatted_name: string | null;
  display_name: string | null;
  created_at: Date;
  changed_at: Date;
  groups: { id: string; name: string }[];
}

const personColumns = `u.id, u.email, u.name, u.role, u.deactivated_at is null as is_active,
  u.unconfirmed_at is not null as is_unconfirmed, u.former_email, u.language,
  u.email_verified_at is null and u.sso_entered_at is null as is_stranger, p.external_id, p.given_name,
  p.family_name, p.formatted_name, p.display_name, u.created_at, coalesce(p.changed_at, u.created_at) as changed_at,
  coalesce((
    select json_agg(json_build_object('id', g.id, 'name', g.display_name) order by g.display_name)
    from platform.scim_group_members m
    join platform.scim_groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
    where m.tenant_id = u.tenant_id and m.user_id = u.id
  ), '[]') as groups`;
const peopleTables = `platform.users u
  left join platform.scim_people p on p.tenant_id = u.tenant_id and p.user_id = u.id`;

/** Selects the people of a tenant, oldest first, or the one with an address. */
export const selectPeople = (tenantId: string, address: string | null): Statement<PersonRow> => ({
  name: 'select_scim_people',
  text: `select ${personColumns} from ${peopleTables}
    where u.tenant_id = $1 and ($2::text is null or u.email = $2) order by u.created_at, u.id`,
  values: [tenantId, address],
});

/** Selects a page of the people of a tenant, oldest first; `offset` is from 0. */
export const selectPageOfPeople = (
  tenantId: string,
  { offset, limit }: { offset: number; limit: number },
): Statement<PersonRow> => ({
  name: 'select_page_of_scim_people',
  text: `select ${personColumns} from ${peopleTables} where u.tenant_id = $1
    order by u.created_at, u.id offset $2 limit $3`,
  values: [tenantId, offset, limit],
});

/** Selects one person. */
export const selectPerson = (tenantId: string, id: string): Statement<PersonRow> => ({
  name: 'select_scim_person',
  text: `select ${personColumns} from ${peopleTables} where u.tenant_id = $1 and u.id = $2`,
  values: [tenantId, id],
});

/** Describes a person as a resource of SCIM. The library would take a millisecond for each. */
export function describePerson(row: PersonRow, baseUrl: string) {
  const { given_name: givenName, family_name: familyName, formatted_name: formatted, groups } = row;
  const parts = Object.entries({ givenName, familyName, formatted }).filter(
    ([, part]) => part !== null,
  );
  const displayName = row.display_name ?? row.name;
  return {
    schemas: [userSchema],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.email,
    ...(parts.length === 0 ? {} : { name: Object.fromEntries(parts) }),
    ...(displayName === null ? {} : { displayName }),
    active: row.is_active,
    unconfirmed: row.is_unconfirmed,
    emails: [{ value: row.email, type: 'work', primary: true }],
    groups: groups.map(({ id, name }) => ({
      value: id,
      display: name,
      $ref: `${baseUrl}${scimPath}/Groups/${id}`,
      type: 'direct',
    })),
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: row.changed_at.toISOString(),
      location: `${baseUrl}${scimPath}/Users/${row.id}`,
    },
  };
}

/**
 * Returns the resource that a PATCH changes. It lacks a name that no directory set, so that a new
 * family name gives a new name.
 */
function toUser(row: PersonRow, baseUrl: string): Schemas.User {
  const { id, externalId, userName, name, displayName, active } = describePerson(
    { ...row, name: null },
    baseUrl,
  );
  return new Schemas.User(
    { id, externalId, userName, name, displayName, active } as object,
    'out',
    baseUrl,
  );
}

/** The fields of a person that a directory sets. */
interface PersonFields {
  externalId: string | null;
  userName: CanonicalEmail;
  givenName: string | null;
  familyName: string | null;
  formatted: string | null;
  displayName: string | null;
  active: boolean;
}

const maxText = 256;

function readFields(user: Schemas.User): PersonFields {
  const {
    externalId,
    userName,
    name,
    displayName,
    active = true,
  } = user as Schemas.User & { externalId?: string };
  const { givenName, familyName, formatted } = (name ?? {}) as Record<string, string | undefined>;
  const texts = { externalId, givenName, familyName, formatted, displayName };
  for (const [field, text] of Object.entries(texts)) {
    if (text !== undefined && text.length > maxText) refuseLength(field);
  }
  return {
    externalId: externalId ?? null,
    userName: readAddress(userName),
    givenName: givenName ?? null,
    familyName: familyName ?? null,
    formatted: formatted ?? null,
    displayName: displayName ?? null,
    active,
  };
}

function refuseLength(field: string): never {
  throw refuse('invalidValue', `${field} must not have more than ${maxText} characters`);
}

function readAddress(userName: string): CanonicalEmail {
  try {
    return canonicalEmail(userName);
  } catch {
    throw refuse('invalidValue', 'userName must be an email address');
  }
}

const nameOf = ({ displayName, formatted, givenName, familyName }: PersonFields): string | null =>
  toPersonName(displayName ?? formatted ?? [givenName, familyName].filter(Boolean).join(' '));

/**
 * Makes a member of whom a directory tells. Returns the new id. Errors: `email_taken`,
 * `member_limit_reached`.
 */
export async function createPerson(change: Change, body: unknown): Promise<string> {
  const fields = await withLibrary(() => readFields(new Schemas.User(readResource(body), 'in')));
  const { tx, tenantId } = change;
  await lockAddress(tx, fields.userName);
  const { defaultRole: role } = await readRoleRules(tx, tenantId);
  const { ipAddress, metadata } = actorOf(change);
  const person = {
    tenantId,
    email: fields.userName,
    name: nameOf(fields),
    role,
    ipAddress,
    metadata,
  };
  const { id } = await makePerson(tx, person, 'scim');
  if (!(await isProvedDomain(tx, tenantId, fields.userName)))
    await setUnconfirmed(change, id, null);
  await storeNames(change, id, fields);
  if (!fields.active) await deactivate(change, { id, email: fields.userName });
  return id;
}

/**
 * Replaces what is kept of a person. Errors: `not_found`, `owner_protected`, `email_taken`,
 * `invalid_request`.
 */
export async function replacePerson(change: Change, id: string, body: unknown): Promise<void> {
  const row = await lockPerson(change, id);
  await changePerson(
    change,
    row,
    await withLibrary(() => readFields(new Schemas.User(readResource(body), 'in'))),
  );
}

/** Changes a person by the operations of a PATCH. Errors as those of `replacePerson`. */
export async function patchPerson(change: Change, id: string, body: unknown): Promise<void> {
  const row = await lockPerson(change, id);
  const { rest } = await readPatch(body);
  const patched = await withLibrary(() => rest?.apply(toUser(row, change.baseUrl)));
  if (patched) await changePerson(change, row, await withLibrary(() => readFields(patched)));
}

/** Takes a person out of the team. Errors: `not_found`, `owner_protected`. */
export async function deletePerson(change: Change, id: string): Promise<void> {
  const { tx, tenantId } = change;
  // Links come before the row, as when a link is followed. The opposite order could deadlock with
  // that.
  await revokeMailedLinks(tx, { tenantId, userId: id });
  const { email, role } = await lockPerson(change, id);
  if (role === 'owner') throw new ApiError('owner_protected');
  const keysRevoked = await expelMember(tx, { tenantId, userId: id });
  await recordAudit(tx, actorOf(change), {
    action: 'team.remove',
    resourceType: 'user',
    resourceId: id,
    metadata: { email, role, keysRevoked, through: 'scim' },
  });
}

/**
 * Locks a person, and before that the walls of the tenant, as their changes do, and the address, as
 * sign-ins do.
 */
async function lockPerson({ tx, tenantId }: Change, id: string): Promise<PersonRow> {
  await tx.query({
    name: 'lock_walls',
    text: 'select platform.lock_walls($1)',
    values: [tenantId],
  });
  const { rows: found } = await tx.query<PersonRow>(selectPerson(tenantId, id));
  if (!found[0]) throw new ApiError('not_found');
  await lockAddress(tx, found[0].email);
  const { rows } = await tx.query<PersonRow>({
    name: 'lock_scim_person',
    text: `select ${personColumns} from ${peopleTables} where u.tenant_id = $1 and u.id = $2 for update of u`,
    values: [tenantId, id],
  });
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  return row;
}

/** The owner belongs to no directory: only what it calls the owner changes. */
async function changePerson(change: Change, row: PersonRow, fields: PersonFields): Promise<void> {
  const { id } = row;
  if (row.role === 'owner' && (fields.userName !== row.email || !fields.active))
    throw new ApiError('owner_protected');
  if (fields.userName !== row.email) await moveToAddress(change, row, fields.userName);
  if (row.role !== 'owner') await rename(change, id, nameOf(fields));
  await storeNames(change, id, fields);
  const person = { id, email: fields.userName };
  if (row.is_active && !fields.active) await deactivate(change, person);
  if (!row.is_active && fields.active) await activate(change, person);
}

/**
 * Gives a person another address. Nobody has proved it, so it opens nothing of before: sessions,
 * mailed links and the password end, and passkeys reach this tenant alone. Outside the proved
 * domains it signs nobody in until it is confirmed. Memberships of walls rest, and the former
 * address is told.
 */
async function moveToAddress(change: Change, row: PersonRow, next: CanonicalEmail): Promise<void> {
  const { tx, tenantId, services } = change;
  const { id, email } = row;
  await lockAddress(tx, next);
  const { rowCount } = await tx.query({
    name: 'move_to_address',
    text: `update platform.users u set email = $3, email_verified_at = null, sso_entered_at = null, password_hash = null,
        password_proven = false, unconfirmed_at = null, former_email = null
      where tenant_id = $1 and id = $2
        and not exists (select from platform.users o where o.tenant_id = $1 and o.email = $3)`,
    values: [tenantId, id, next],
  });
  if (rowCount === 0) throw new ApiError('email_taken');
  await endSessionsOf(tx, { tenantId, userId: id });
  await revokeMailedLinks(tx, { tenantId, userId: id });
  await distrustPasskeys(tx, { tenantId, userId: id });
  await tx.query({
    name: 'rest_in_walls',
    text: 'select platform.rest_in_walls($1, $2)',
    values: [tenantId, id],
  });
  // The last address that counted: an unconfirmed one speaks for nobody.
  const former = row.is_unconfirmed ? row.former_email : email;
  const unconfirmed = next !== former && !(await isProvedDomain(tx, tenantId, next));
  if (unconfirmed) await setUnconfirmed(change, id, former);
  else await keepFormerAddress(change, id, former);
  await recordAudit(tx, actorOf(change), {
    action: 'team.change_address',
    resourceType: 'user',
    resourceId: id,
    metadata: { email: next, from: email, unconfirmed, through: 'scim' },
  });
  if (former === null || former === next) return;
  const stranger = row.is_stranger && !row.is_unconfirmed;
  if (unconfirmed) await mailNewAddress(tx, services, { tenantId, userId: id, stranger });
  else {
    const tenantName = await readTenantName(tx, tenantId);
    const mail = {
      kind: 'addressChanged',
      tenantName,
      email: next,
      to: former,
      language: row.language,
    } as const;
    await enqueueMail(tx, services, { ...mail, tenantId, stranger });
  }
}

/**
 * Keeps the address before for who waits in front of walls, so that it is told when an admin has
 * confirmed the new one.
 */
async function keepFormerAddress(
  { tx, tenantId }: Change,
  id: string,
  former: string | null,
): Promise<void> {
  await tx.query({
    name: 'keep_former_address',
    text: `update platform.users set former_email = $3
      where tenant_id = $1 and id = $2 and walls_rest_since is not null`,
    values: [tenantId, id, former],
  });
}

/**
 * Notes that nobody vouches for the address of a person. `former` is the address before; null for a
 * new person.
 */
async function setUnconfirmed(
  { tx, tenantId }: Change,
  id: string,
  former: string | null,
): Promise<void> {
  await tx.query({
    name: 'set_unconfirmed',
    text: `update platform.users set unconfirmed_at = now(), former_email = $3 where tenant_id = $1 and id = $2`,
    values: [tenantId, id, former],
  });
}

async function rename({ tx, tenantId }: Change, id: string, name: string | null): Promise<void> {
  await tx.query({
    name: 'rename_by_directory',
    text: 'update platform.users set name = coalesce($3, name) where tenant_id = $1 and id = $2',
    values: [tenantId, id, name],
  });
}

async function storeNames(
  { tx, tenantId }: Change,
  id: string,
  fields: PersonFields,
): Promise<void> {
  const { externalId, givenName, familyName, formatted, displayName } = fields;
  await tx.query({
    name: 'store_scim_person',
    text: `insert into platform.scim_people
        (tenant_id, user_id, external_id, given_name, family_name, formatted_name, display_name)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (tenant_id, user_id) do update set external_id = $3, given_name = $4, family_name = $5,
        formatted_name = $6, display_name = $7, changed_at = clock_timestamp()`,
    values: [tenantId, id, externalId, givenName, familyName, formatted, displayName],
  });
}

/** Switches a person off: sessions, keys, grants of assistants and mailed links end for good. */
async function deactivate(
  change: Change,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const { tx, tenantId } = change;
  await tx.query({
    name: 'deactivate_member',
    text: 'update platform.users set deactivated_at = now() where tenant_id = $1 and id = $2',
    values: [tenantId, id],
  });
  const owner = { tenantId, userId: id };
  await endSessionsOf(tx, owner);
  await revokeMailedLinks(tx, owner);
  await tx.query({
    name: 'end_answer_links',
    text: 'delete from platform.answer_links where tenant_id = $1 and user_id = $2',
    values: [tenantId, id],
  });
  const keysRevoked = await revokeKeysOfMember(tx, owner);
  await recordAudit(tx, actorOf(change), {
    action: 'team.deactivate',
    resourceType: 'user',
    resourceId: id,
    metadata: { email, keysRevoked, through: 'scim' },
  });
}

/** Lets a person sign in anew. */
async function activate(
  change: Change,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const { tx, tenantId } = change;
  await tx.query({
    name: 'activate_member',
    text: 'update platform.users set deactivated_at = null where tenant_id = $1 and id = $2',
    values: [tenantId, id],
  });
  await recordAudit(tx, actorOf(change), {
    action: 'team.activate',
    resourceType: 'user',
    resourceId: id,
    metadata: { email, through: 'scim' },
  });
}

interface ExportedRow {
  id: string;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
  formatted_name: string | null;
  display_name: string | null;
}

/** Exports what the directory calls people. */
export const exportedScimPeople: ExportPart<ExportedRow> = {
  name: 'scimPeople',
  page: {
    text: `select user_id as id, external_id, given_name, family_name, formatted_name, display_name
      from platform.scim_people where tenant_id = $1 and user_id > $2 order by user_id limit $3`,
  },
  pageRows: 200,
  toRecord: ({ id, external_id, given_name, family_name, formatted_name, display_name }) => ({
    userId: id,
    externalId: external_id,
    givenName: given_name,
    familyName: family_name,
    formattedName: formatted_name,
    displayName: display_name,
  }),
};
