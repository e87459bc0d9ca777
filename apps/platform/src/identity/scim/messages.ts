import { setImmediate } from 'node:timers/promises';
import { ApiError } from '@ecp/contract/declaring/errors';
import { Messages, Schemas, Types } from 'scimmy';

/** The address of the SCIM service below the installation's own. */
export const scimPath = '/api/scim/v2';

/** The attributes that the platform keeps. Directories send many more, which are ignored. */
const keptAttributes = ['schemas', 'id', 'externalId', 'meta', 'userName', 'name', 'displayName', 'active'];
const shownAttributes = [...keptAttributes, 'emails', 'groups', 'members'];

for (const { definition } of [Schemas.User, Schemas.Group]) {
  definition.truncate(...definition.attributes.filter(({ name }) => !shownAttributes.includes(name)));
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
  return new ApiError('invalid_request', { values: { scimType }, details: [{ path: '', message }] });
}
type ScimType = 'invalidValue' | 'invalidSyntax' | 'invalidFilter' | 'invalidPath' | 'noTarget' | 'mutability';

/** Runs a step of the library, and turns its refusals into ours. */
export async function withLibrary<Result>(step: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof Types.Error) throw refuse(error.scimType as ScimType, error.message);
    if (error instanceof TypeError) throw refuse('invalidValue', error.message);
    throw error;
  }
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a resource as directories send it: names in any case, truth values as text, null for what is absent. */
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
 * Returns a path with the names of the schema and without its URN; null for what is not kept. Azure writes
 * `urn:ietf:params:scim:schemas:core:2.0:User:userName`, and paths of the enterprise extension.
 */
function canonicalPath(given: string): string | null {
  const path = given.trim().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '');
  const [, root = '', rest = ''] = /^([^.[]*)(.*)$/s.exec(path) ?? [];
  const name = [...keptAttributes, 'members'].find((kept) => kept.toLowerCase() === root.toLowerCase());
  if (name === undefined) return null;
  if (name !== 'name' || rest === '') return name + rest;
  const part = nameParts.find((known) => `.${known}`.toLowerCase() === rest.toLowerCase());
  return part === undefined ? null : `name.${part}`;
}

function readValue(path: string, given: unknown): unknown {
  const value = path === 'active' ? unwrap(given) : given;
  if (path === 'active' && typeof value === 'string' && /^(?:true|false)$/i.test(value)) {
    return value.toLowerCase() === 'true';
  }
  if (path === 'name' && isFields(value)) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([given, part]) => {
        const name = nameParts.find((known) => known.toLowerCase() === given.toLowerCase());
        return name === undefined || part === null ? [] : [[name, part]];
      }),
    );
  }
  return value;
}

/** Returns the value of an attribute that older versions of Azure wrap: `[{ "$ref": null, "value": "False" }]`. */
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

/** A change of a group's members; without ids it means all of them. */
interface MemberChange {
  op: string;
  ids: string[] | null;
}

/** A PATCH in two parts: the changes of members, and the rest. `rest` is null if all operations concern members. */
export interface Patch {
  members: MemberChange[];
  rest: Messages.PatchOp | null;
}

/**
 * Reads a PATCH as directories send it into one of RFC 7644: each operation with a path of its own, and none on what is
 * not kept. Members come apart, because the library takes seconds for a thousand of them. Error: `invalid_request`.
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
      rest.length === 0 ? null : new Messages.PatchOp({ schemas: [Messages.PatchOp.id], Operations: rest as never }),
  };
}

function refuseMany(): never {
  throw refuse('invalidValue', `must not have more than ${maxOperations} operations`);
}

const namesMembers = (path: string | undefined): boolean => /^members(?![^.[])/.test(path ?? '');

function readOperation({ op: given, path, value }: Operation): Operation[] {
  const op = given.toLowerCase();
  if (path === undefined || path.trim() === '') {
    if (!isFields(value)) throw refuse('invalidValue', 'an operation without a path must have an object as its value');
    return Object.entries(value).flatMap(([name, part]) => readOperation({ op, path: name, value: part }));
  }
  const kept = canonicalPath(path);
  if (kept === null) return [];
  if (namesMembers(kept)) return [{ op, path: kept, value }];
  if (value === null || value === undefined) return [{ op: op === 'add' ? 'replace' : 'remove', path: kept }];
  return op === 'remove' ? [{ op, path: kept }] : [{ op, path: kept, value: readValue(kept, value) }];
}

/** Azure names the members to remove in the value, others in the path. */
function readMemberChange({ op, path = '', value }: Operation): MemberChange {
  if (path === 'members') {
    return { op, ids: op === 'remove' && (value === null || value === undefined) ? null : readMembers(value) };
  }
  const [, id] = /^members\[\s*value\s+eq\s+"([^"\\]*)"\s*\]$/i.exec(path) ?? [];
  if (id === undefined) throw refuse('invalidPath', 'Members are found by members[value eq "…"]');
  return { op: op === 'remove' ? op : 'add', ids: [id] };
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

/** Returns where a page begins, from 1, and how many resources it has at most. Error: `invalid_request`. */
export function readPage({ startIndex = '1', count = '100' }: ListQuery): { startIndex: number; count: number } {
  const [first, wanted] = [startIndex, count].map((given) => {
    if (!/^-?\d{1,9}$/.test(given)) throw refuse('invalidValue', 'startIndex and count must be integers');
    return Number(given);
  }) as [number, number];
  return { startIndex: Math.max(1, first), count: Math.min(Math.max(0, wanted), pageLimit) };
}

const maxFilter = 1_000;
/** Limits the resources that are compared in one turn of the event loop. */
const resourcesPerTurn = 250;

/** Returns the address that a filter asks for alone, as every synchronization does for each person; else null. */
export const addressOfFilter = (filter: string): string | null =>
  /^\s*(?:urn:ietf:params:scim:schemas:core:2\.0:User:)?userName\s+eq\s+"([^"\\]*)"\s*$/i.exec(filter)?.[1] ?? null;

/**
 * Takes the member from a filter of groups, such as `id eq "…" and members eq "…"`, by which Azure asks whether somebody
 * is in a group. `rest` is undefined if nothing is left.
 */
export function takeMemberFilter(filter: string | undefined): { memberId: string | null; rest: string | undefined } {
  const asked = /^(?:(.{1,1000}?)\s+and\s+)?members(?:(?:\.value)?\s+eq\s+|\[\s*value\s+eq\s+)"([^"\\]*)"\s*\]?\s*$/is;
  const [, rest, memberId] = asked.exec(filter ?? '') ?? [];
  return memberId === undefined ? { memberId: null, rest: filter } : { memberId, rest };
}

/** Returns the resources that a filter finds. Names and addresses are compared in any case of letters. */
export async function findByFilter<Found extends object>(
  resources: readonly Found[],
  filter: string,
): Promise<Found[]> {
  // The library takes a comparison without a value for one with nothing, and leaves a last `and` out.
  if (filter.length > maxFilter) throw refuse('invalidFilter', `must not have more than ${maxFilter} characters`);
  if (filter.trim() === '' || /\s(?:eq|ne|co|sw|ew|gt|ge|lt|le|and|or|not)\s*$/i.test(filter)) {
    throw refuse('invalidFilter', 'The filter ends too early');
  }
  return withLibrary(async () => {
    const wanted = new Types.Filter(foldFilter(filter));
    const found: Found[] = [];
    for (let first = 0; first < resources.length; first += resourcesPerTurn) {
      if (first > 0) await setImmediate();
      const some = resources.slice(first, first + resourcesPerTurn);
      const lowered = new Map(some.map((resource) => [foldCase(resource), resource]));
      found.push(...wanted.match([...lowered.keys()]).map((match) => lowered.get(match) as Found));
    }
    return found;
  });
}

const folded = new Set(['userName', 'displayName']);

function foldCase(resource: object): object {
  return Object.fromEntries(
    Object.entries(resource).map(([name, value]) => [
      name,
      folded.has(name) && typeof value === 'string' ? value.toLowerCase() : value,
    ]),
  );
}

const foldFilter = (filter: string) =>
  filter.replace(
    /\b(?:urn:[\w:.]+:User:)?(userName|displayName)(\s+\w+\s+)("(?:[^"\\]|\\.)*")/gi,
    (_whole, name: string, comparison: string, value: string) => name + comparison + value.toLowerCase(),
  );

/** Leaves the attributes that a request asks for; ids and schemas always stay. */
export function selectAttributes(resource: object, { attributes, excludedAttributes }: ListQuery): object {
  const read = (list: string) => new Set(list.split(',').map((name) => canonicalRoot(name)));
  const [wanted, unwanted] = [attributes, excludedAttributes].map((list) => (list === undefined ? null : read(list)));
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
