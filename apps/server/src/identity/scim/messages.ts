import { ApiError } from '@ecp/contract/declaring/errors';
import { Messages, Schemas, Types } from 'scimmy';
import { type Filter, idOfMemberFilter, readFilter } from './filters.ts';

/** The address of the SCIM service below the installation's own. */
export const scimPath = '/api/scim/v2';

/** The attributes that the platform keeps. Directories send many more, which are ignored. */
const keptAttributes = [
  'schemas',
  'id',
  'externalId',
  'meta',
  'userName',
  'name',
  'displayName',
  'active',
];
const shownAttributes = [...keptAttributes, 'emails', 'groups', 'members'];

for (const { definition } of [Schemas.User, Schemas.Group]) {
  definition.truncate(
    ...definition.attributes.filter(({ name }) => !shownAttributes.includes(name)),
  );
}
const nameParts = ['formatted', 'familyName', 'givenName'];
Schemas.User.definition
  .attribute('name')
  .truncate('middleName')
  .truncate('honorificPrefix')
  .truncate('honorificSuffix');

export const userSchema = Schemas.User.id;
export const groupSchema = Schemas.Group.id;

/** A refusal in the words of RFC 7644, 3.12. */
export function refuse(scimType: ScimType, message: string): ApiError {
  return new ApiError('invalid_request', {
    values: { scimType },
    details: [{ path: '', message }],
  });
}
type ScimType =
  | 'invalidValue'
  | 'invalidSyntax'
  | 'invalidFilter'
  | 'invalidPath'
  | 'noTarget'
  | 'mutability';

/** Runs a step of the library, and turns its refusals into ours. */
export async function withLibrary<Result>(step: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof Types.Error) throw refuse(error.scimType as ScimType, error.message);
    // The library throws these errors for a faulty request. Their messages describe its own code, so
    // the answer does not repeat them.
    if (error instanceof TypeError || error instanceof SyntaxError) {
      throw refuse(
        'invalidValue',
        'The request has a path or a value that its attribute does not take',
      );
    }
    throw error;
  }
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a resource as directories send it: names in any case, truth values as text, null for what
 * is absent.
 */
export function readResource(body: unknown): Fields {
  if (!isFields(body)) throw refuse('invalidSyntax', 'must be an object');
  const read: Fields = {};
  for (const [given, value] of Object.entries(body)) {
    const path = canonicalPath(given);
    if (path !== null && value !== null) read[path] = readValue(path, value);
  }
  return read;
}

/**
 * Returns a path with the names of the schema and without its URN; null for what is not kept. Azure
 * writes `urn:ietf:params:scim:schemas:core:2.0:User:userName`, and paths of the enterprise
 * extension.
 */
function canonicalPath(given: string): string | null {
  const path = given.trim().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '');
  const [, root = '', rest = ''] = /^([^.[]*)(.*)$/s.exec(path) ?? [];
  const name = [...keptAttributes, 'members'].find(
    (kept) => kept.toLowerCase() === root.toLowerCase(),
  );
  if (name === undefined) return null;
  if (name !== 'name' || rest === '') return name + rest;
  const part = nameParts.find((known) => `.${known}`.toLowerCase() === rest.toLowerCase());
  return part === undefined ? null : `name.${part}`;
}

/** Reads the value of an attribute. Error: `invalid_request` for one of another type. */
function readValue(path: string, given: unknown): unknown {
  if (path === 'active') return readTruth(unwrap(given));
  if (path === 'name') return readName(given);
  const isText =
    ['userName', 'displayName', 'externalId'].includes(path) || path.startsWith('name.');
  if (isText && typeof given !== 'string') throw refuse('invalidValue', `${path} must be a text`);
  return given;
}

function readTruth(value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false')
    throw refuse('invalidValue', 'active must be true or false');
  return text === 'true';
}

function readName(value: unknown): Fields {
  if (!isFields(value)) throw refuse('invalidValue', 'name must be an object');
  const read: Fields = {};
  for (const [given, part] of Object.entries(value)) {
    const name = nameParts.find((known) => known.toLowerCase() === given.toLowerCase());
    if (name !== undefined && part !== null) read[name] = readValue(`name.${name}`, part);
  }
  return read;
}

/**
 * Returns the value of an attribute that older versions of Azure wrap: `[{ "$ref": null, "value":
 * "False" }]`.
 */
function unwrap(value: unknown): unknown {
  const [only, ...others] = Array.isArray(value) ? value : [];
  return others.length === 0 && isFields(only) && 'value' in only ? only['value'] : value;
}

/** Returns the ids of members, each once. Error: `invalid_request`. */
export function readMembers(value: unknown): string[] {
  const ids = [value ?? []].flat().map((member: unknown) => {
    const id = isFields(member) ? (member['value'] ?? member['Value']) : member;
    if (typeof id !== 'string') throw refuse('invalidValue', 'members must have values');
    return id;
  });
  return [...new Set(ids)];
}

interface Operation {
  op: string;
  path?: string;
  value?: unknown;
}

const maxOperations = 1_000;

/** A change of a group's members: those of `ids`, of `filter`, or all of them if both are null. */
export interface MemberChange {
  op: string;
  ids: string[] | null;
  filter: Filter | null;
}

/**
 * A PATCH in two parts: the changes of members, and the rest. `rest` is null if all operations
 * concern members.
 */
export interface Patch {
  members: MemberChange[];
  rest: Messages.PatchOp | null;
}

/**
 * Reads a PATCH as directories send it into one of RFC 7644: each operation with a path of its own,
 * and none on what is not kept. Members come apart, because the library takes seconds for a
 * thousand of them. Error: `invalid_request`.
 */
export async function readPatch(body: unknown): Promise<Patch> {
  if (!isFields(body)) throw refuse('invalidSyntax', 'must be an object');
  const operations = body['Operations'] ?? body['operations'];
  const { schemas = [Messages.PatchOp.id] } = body;
  if (Array.isArray(operations) && operations.length > maxOperations) refuseMany();
  // The library checks the form of what was sent, before anything is left out.
  await withLibrary(() => new Messages.PatchOp({ schemas, Operations: operations } as never));
  const kept = (operations as Operation[]).flatMap(readOperation);
  if (kept.length > maxOperations) refuseMany();
  const rest = kept.filter(({ path }) => !namesMembers(path));
  return {
    members: kept.filter(({ path }) => namesMembers(path)).map(readMemberChange),
    rest:
      rest.length === 0
        ? null
        : new Messages.PatchOp({ schemas: [Messages.PatchOp.id], Operations: rest as never }),
  };
}

function refuseMany(): never {
  throw refuse('invalidValue', `must not have more than ${maxOperations} operations`);
}

const namesMembers = (path: string | undefined): boolean => /^members(?![^.[])/.test(path ?? '');

function readOperation({ op: given, path, value }: Operation): Operation[] {
  const op = given.toLowerCase();
  if (path === undefined || path.trim() === '') {
    if (!isFields(value))
      throw refuse('invalidValue', 'an operation without a path must have an object as its value');
    return Object.entries(value).flatMap(([name, part]) =>
      readOperation({ op, path: name, value: part }),
    );
  }
  const kept = canonicalPath(path);
  if (kept === null) return [];
  if (namesMembers(kept)) return [{ op, path: kept, value }];
  if (value === null || value === undefined)
    return [{ op: op === 'add' ? 'replace' : 'remove', path: kept }];
  return op === 'remove'
    ? [{ op, path: kept }]
    : [{ op, path: kept, value: readValue(kept, value) }];
}

/** Azure names the members to remove in the value, others in the path. */
function readMemberChange({ op, path = '', value }: Operation): MemberChange {
  if (path === 'members') {
    const ids =
      op === 'remove' && (value === null || value === undefined) ? null : readMembers(value);
    return { op, ids, filter: null };
  }
  const filter = path.startsWith('members[') ? readFilter(path) : null;
  if (filter?.kind !== 'values' || filter.sub !== null) {
    throw refuse('invalidPath', 'Members are found by a path such as members[value eq "…"]');
  }
  const id = idOfMemberFilter(filter);
  // Only a member who is there can be found by anything but the id, so nobody is added that way.
  if (op !== 'remove' && id === null)
    throw refuse('noTarget', 'Members are added by members[value eq "…"]');
  return {
    op: op === 'remove' ? op : 'add',
    ids: id === null ? null : [id],
    filter: id === null ? filter.part : null,
  };
}

/** The parameters of a list. */
export interface ListQuery {
  filter?: string;
  startIndex?: string;
  count?: string;
  attributes?: string;
  excludedAttributes?: string;
}

export const pageLimit = 200;

/**
 * Returns where a page begins, from 1, and how many resources it has at most. Error:
 * `invalid_request`.
 */
export function readPage({ startIndex = '1', count = '100' }: ListQuery): {
  startIndex: number;
  count: number;
} {
  const [first, wanted] = [startIndex, count].map((given) => {
    if (!/^-?\d{1,15}$/.test(given))
      throw refuse('invalidValue', 'startIndex and count must be whole numbers');
    return Number(given);
  }) as [number, number];
  return { startIndex: Math.max(1, first), count: Math.min(Math.max(0, wanted), pageLimit) };
}

/** Leaves the attributes that a request asks for; ids and schemas always stay. */
export function selectAttributes(
  resource: object,
  { attributes, excludedAttributes }: ListQuery,
): object {
  const read = (list: string) => new Set(list.split(',').map((name) => canonicalRoot(name)));
  const [wanted, unwanted] = [attributes, excludedAttributes].map((list) =>
    list === undefined ? null : read(list),
  );
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      const key = name.toLowerCase();
      if (key === 'id' || key === 'schemas') return true;
      return wanted ? wanted.has(key) : !unwanted?.has(key);
    }),
  );
}

const canonicalRoot = (given: string) =>
  (
    given
      .trim()
      .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '')
      .split('.')[0] ?? ''
  ).toLowerCase();
