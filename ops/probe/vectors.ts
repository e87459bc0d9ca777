import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { type Ids, namedIds } from '../../apps/server/testing/hostile/example-requests.ts';
import { type Ground, isPaged, readCursor } from './prepare-ground.ts';

/** Choices that follow from a seed and a number, so that one probe can be made again alone. */
export type Choice = ReturnType<typeof seededChoice>;

/** Makes the choices of probe `index` of a run with a seed (mulberry32). */
export function seededChoice(seed: number, index: number) {
  let state = Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
  /** Returns a number from 0 to below 1. */
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const again = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32;
  };
  /** Picks one of a list. */
  const from = <T>(items: readonly T[]): T => items[Math.floor(uniform() * items.length)] as T;
  /** Returns true in a share of cases from 0 to 1. */
  const chance = (share: number) => uniform() < share;
  /** Makes text of a length from an alphabet. */
  const text = (alphabet: string, length: number) =>
    Array.from({ length }, () => from([...alphabet])).join('');
  return { uniform, from, chance, text };
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const tokenCharacters = `${letters}${letters.toUpperCase()}0123456789`;

/**
 * Makes text of the same form that names nothing: a letter for a letter, a digit for a digit, in
 * the same places.
 */
function sameForm(text: string, choice: Choice): string {
  return text.replace(/[A-Za-z0-9]/g, (character) => {
    if (/[0-9]/.test(character)) return choice.text('0123456789', 1);
    return choice.text(/[a-z]/.test(character) ? letters : letters.toUpperCase(), 1);
  });
}

/** Makes an id of the service's form that names nothing. */
const unknownId = (choice: Choice): string =>
  choice.text(letters, 1) + choice.text(`${letters}0123456789`, 23);

/** Changes a token in one place or form, so that it is the token no more. */
function tamper(token: string, choice: Choice): string {
  const at = Math.floor(choice.uniform() * token.length);
  const made = choice.from([
    () => token.slice(0, at) + choice.text(tokenCharacters, 1) + token.slice(at + 1),
    () => token.slice(0, -1),
    () => token.slice(0, at),
    () => `${token}${choice.text(tokenCharacters, 1)}`,
    () => token.toUpperCase(),
    () => [...token].reverse().join(''),
    () => `${token}.`,
    () => token.split('.').reverse().join('.'),
    () => token.slice(at) + token.slice(0, at),
  ])();
  return made === token || made === '' ? `${token}x` : made;
}

/** The changes of a vector to a valid request of the attacking tenant. */
export interface Change {
  ids?: Partial<Ids>;
  query?: [name: string, value: string][];
  headers?: [name: string, value: string][];
  credentials?: Record<string, string>;
  fields?: Record<string, unknown>;
  path?: string;
}

/** One way to name something of the other tenant. */
export interface Attack {
  /** The endpoint that gets the request. */
  endpoint: Endpoint;
  /** The vector and what it names, for the probe's shape. */
  detail: string;
  named: [foreign: string, unknown: string][];
  wordsOnly?: boolean;
  /** Returns the changes for the request, or with `false` those for its twin. */
  change(isForeign: boolean): Change;
}
/** A place in a request where something foreign can stand. */
type Vector = (ground: Ground, choice: Choice) => Attack;

const isRead = ({ method }: Endpoint) => method === 'GET';
/** Returns true if an answer needs a run, a typeset page or a whole file. */
const isCostly = ({ tier, responses }: Endpoint) =>
  tier === 'engine' || Object.values(responses).some((response) => typeof response === 'string');
/**
 * Requests that end the caller's own session, subscription, account or view when they name nothing
 * foreign.
 */
const ending = [
  'signOut',
  'switchTenant',
  'endOtherSessions',
  'cancelSubscription',
  'startCheckout',
  'deleteAccount',
  'createWall',
];
const reads = allEndpoints.filter(isRead);
const writes = allEndpoints.filter(
  ({ method, name }) => !['GET', 'DELETE'].includes(method) && !ending.includes(name),
);
/** The metadata for another tenant's provider is public. */
const isPublic = ({ name }: Endpoint) => name === 'getSamlMetadata';
const naming = allEndpoints.filter(
  (endpoint) => namedIds(endpoint).length > 0 && !isPublic(endpoint),
);
const paged = allEndpoints.filter(isPaged);

/** Chooses an endpoint, costly ones rarely. */
function chooseEndpoint(endpoints: readonly Endpoint[], choice: Choice): Endpoint {
  const chosen = choice.from(endpoints);
  return isCostly(chosen) && !choice.chance(0.05) ? chooseEndpoint(endpoints, choice) : chosen;
}

/** Pairs a foreign value with one of the same form that names nothing. */
const pair = (foreign: string, choice: Choice): [string, string] => [
  foreign,
  sameForm(foreign, choice),
];
const pick = ([foreign, unknown]: [string, string], isForeign: boolean) =>
  isForeign ? foreign : unknown;

/** Ids in the path and in the body, where the example has them. */
const inPath: Vector = ({ foreign }, choice) => {
  const endpoint = choice.from(naming);
  const possible = namedIds(endpoint);
  const kinds = choice.chance(0.8) ? [choice.from(possible)] : possible;
  const chosen = kinds.map((kind) => {
    const source = choice.chance(0.85)
      ? kind
      : choice.from(Object.keys(foreign.ids) as (keyof Ids)[]);
    const value = foreign.ids[source];
    const unknown = source === 'filename' ? `marker${unknownId(choice)}.md` : unknownId(choice);
    return { kind, source, values: [value, unknown] as [string, string] };
  });
  return {
    endpoint,
    detail: `path ${chosen.map(({ kind, source }) => `${kind}=${source}`).join()}`,
    named: chosen.map(({ values }) => values),
    change: (isForeign) => ({
      ids: Object.fromEntries(chosen.map(({ kind, values }) => [kind, pick(values, isForeign)])),
    }),
  };
};

const undeclaredNames = [
  'tenantId',
  'tenant_id',
  'tenant',
  'engagementId',
  'engagement_id',
  'userId',
  'id',
  'as',
  'owner',
];

/** Filters: declared ones with foreign values, and undeclared ones that a service might honour. */
const inQuery: Vector = ({ foreign }, choice) => {
  const endpoint = chooseEndpoint(reads, choice);
  const declared = Object.keys(
    (endpoint.query as { properties?: object } | undefined)?.properties ?? {},
  );
  const name = choice.from(declared.length > 0 && choice.chance(0.7) ? declared : undeclaredNames);
  const source = choice.from(Object.keys(foreign.ids) as (keyof Ids)[]);
  const values = pair(foreign.ids[source], choice);
  return {
    endpoint,
    detail: `query ${name}=${source}`,
    named: [values],
    change: (isForeign) => ({ query: [[name, pick(values, isForeign)]] }),
  };
};

const searching = reads.filter(
  ({ query }) => 'q' in ((query as { properties?: object } | undefined)?.properties ?? {}),
);

/** Words of the other tenant's texts in a search. */
const inSearch: Vector = ({ foreign }, choice) => {
  const endpoint = choice.from(searching);
  const form = choice.from(['whole', 'start', 'upper', 'sentence', 'wildcard']);
  const [known, unknown] = pair(foreign.marker, choice);
  const shaped = (word: string) =>
    ({
      start: word.slice(0, 12),
      upper: word.toUpperCase(),
      sentence: `Name ${word}`,
      wildcard: `%${word}%`,
    })[form] ?? word;
  const values: [string, string] = [shaped(known), shaped(unknown)];
  return {
    endpoint,
    detail: `search ${form}`,
    named: [values],
    change: (isForeign) => ({ query: [['q', pick(values, isForeign)]] }),
  };
};

/**
 * Cursors of the other tenant's lists. The twin keeps the time in the cursor and changes the id.
 */
const inCursor: Vector = ({ secrets }, choice) => {
  const endpoint = choice.from(paged);
  const at = Math.floor(choice.uniform() * secrets.cursors.length);
  const cursor = secrets.cursors[at] ?? '';
  const [list = ''] = /^(\w+\.)?/.exec(cursor) ?? [];
  const twin = readCursor(cursor).replace(/[a-z][a-z0-9]{23}/, () => unknownId(choice));
  const values: [string, string] = [cursor, list + Buffer.from(twin).toString('base64url')];
  return {
    endpoint,
    detail: `cursor ${at}`,
    named: [values],
    change: (isForeign) => ({ query: [['cursor', pick(values, isForeign)]] }),
  };
};

const headerNames = [
  'x-tenant-id',
  'x-tenant',
  'tenant-id',
  'x-user-id',
  'x-organization-id',
  'x-original-url',
  'x-rewrite-url',
  'cookie',
  'x-forwarded-host',
  'x-forwarded-for',
  'x-forwarded-user',
  'x-request-id',
  'last-event-id',
  'referer',
  'x-real-ip',
];

/** Headers that a service might take for the tenant, the address or the state of a cache. */
const inHeader: Vector = ({ foreign, secrets }, choice) => {
  const endpoint = chooseEndpoint(choice.chance(0.985) ? reads : writes, choice);
  const [name, source, value] = choice.chance(0.3)
    ? choice.from<[string, string, string]>([
        ['if-none-match', 'etag', choice.from(secrets.etags)],
        ['if-match', 'etag', choice.from(secrets.etags)],
      ])
    : [choice.from(headerNames), ...choice.from(Object.entries(foreign.ids))];
  const text = name.endsWith('-url')
    ? `/api/engagements/${value}`
    : name === 'cookie'
      ? `tenant=${value}`
      : value;
  const values = pair(value, choice);
  const header = (isForeign: boolean): [string, string] => [
    name,
    text.replace(value, () => pick(values, isForeign)),
  ];
  return {
    endpoint,
    detail: `header ${name}=${source}`,
    named: [values],
    // A write changes the attacker's own records, so the answer to the next one may differ.
    wordsOnly: !isRead(endpoint),
    change: (isForeign) => ({ headers: [header(isForeign)] }),
  };
};

/** The very request that the other tenant has sent, with its idempotency key. */
const inIdempotencyKey: Vector = ({ secrets }, choice) => {
  const [endpoint, key] = choice.from([...secrets.idempotencyKeys]);
  const values = pair(key, choice);
  return {
    endpoint,
    detail: 'idempotency key',
    named: [values],
    wordsOnly: true,
    change: (isForeign) => ({ headers: [['idempotency-key', pick(values, isForeign)]] }),
  };
};

/** Secrets of the other tenant that are changed, or that are sent where they do not belong. */
const inToken: Vector = ({ secrets, foreign }, choice) => {
  if (choice.chance(0.2)) return inDownload(secrets.downloadToken, choice);
  const endpoint = chooseEndpoint(choice.chance(0.95) ? reads : writes, choice);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const cookie = (token: string) => ({ cookie: `ecp_session=${token}` });
  const [detail, token, place] = choice.from<[string, string, typeof bearer | typeof cookie]>([
    ['changed session', tamper(secrets.session, choice), cookie],
    ['changed key', tamper(secrets.key, choice), bearer],
    ['changed client token', tamper(secrets.portalToken, choice), bearer],
    ['session as key', secrets.session, bearer],
    ['key as session', secrets.key, cookie],
    ['client token as session', secrets.portalToken, cookie],
    ['id as key', choice.from(Object.values(foreign.ids)), bearer],
    ['id as session', choice.from(Object.values(foreign.ids)), cookie],
  ]);
  const values = pair(token, choice);
  // The start of a token tells its kind.
  const unknown = token.replace(
    /^([a-z]+_[a-z]+_)?.*$/,
    (_all, start = '') => start + values[1].slice(start.length),
  );
  return {
    endpoint,
    detail: `token ${detail}`,
    named: [[token, unknown]],
    change: (isForeign) => ({ credentials: place(pick([token, unknown], isForeign)) }),
  };
};

function inDownload(token: string, choice: Choice): Attack {
  const endpoint = reads.find(({ name }) => name === 'downloadAttachment') as Endpoint;
  const values = pair(tamper(token, choice), choice);
  const path = (isForeign: boolean) =>
    endpoint.path.replace(':token', () => encodeURIComponent(pick(values, isForeign)));
  return {
    endpoint,
    detail: 'token changed link',
    named: [values],
    change: (isForeign) => ({ path: path(isForeign) }),
  };
}

const fieldNames = [
  'tenantId',
  'tenant_id',
  'engagementId',
  'engagement_id',
  'userId',
  'ownerId',
  'id',
  'runId',
  'createdBy',
];

/** Fields of a body that name something foreign, declared or not. */
const inBody: Vector = ({ foreign }, choice) => {
  const endpoint = chooseEndpoint(
    writes.filter(({ body, multipart }) => body && !multipart),
    choice,
  );
  const declared = Object.keys(
    (endpoint.body as { properties?: object } | undefined)?.properties ?? {},
  );
  const name = choice.from([
    ...fieldNames,
    ...declared.filter((field) => /id$|filename/i.test(field)),
  ]);
  const source = choice.from(Object.keys(foreign.ids) as (keyof Ids)[]);
  const values = pair(foreign.ids[source], choice);
  return {
    endpoint,
    detail: `body ${name}=${source}`,
    named: [values],
    change: (isForeign) => ({ fields: { [name]: pick(values, isForeign) } }),
  };
};

const vectors: [share: number, vector: Vector][] = [
  [0.5, inPath],
  [0.12, inQuery],
  [0.06, inSearch],
  [0.06, inCursor],
  [0.14, inHeader],
  [0.11, inToken],
  [0.01, inBody],
  [0.005, inIdempotencyKey],
];

/** Chooses a vector, each with its share of the probes. */
export function chooseVector(choice: Choice): Vector {
  const place = choice.uniform() * vectors.reduce((sum, [share]) => sum + share, 0);
  let reached = 0;
  for (const [share, vector] of vectors) {
    reached += share;
    if (place < reached) return vector;
  }
  return inPath;
}
