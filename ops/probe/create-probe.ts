import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import fc from 'fast-check';
import { exampleRequest, pathPlaces } from '../../apps/server/testing/hostile/example-requests.ts';
import { hostileRequests } from '../../apps/server/testing/hostile/hostile-requests.ts';
import type { RawRequest } from '../../apps/server/testing/hostile/raw-request.ts';
import type { Credentials, PopulatedTenant } from '../../apps/server/testing/populated-tenant.ts';
import { acceptsMessages, assistantEndpoint } from './assistants.ts';
import type { Caller, Ground } from './prepare-ground.ts';
import { asForm, authorizationEndpoints, directoryEndpoints } from './protocol-doors.ts';
import { type Attack, type Change, type Choice, chooseVector, seededChoice } from './vectors.ts';

/**
 * A request that names something of the other tenant, and its twin, which names what never existed.
 */
export interface Probe {
  /** The same for probes whose twins get the same answer. */
  shape: string;
  endpoint: Endpoint;
  asked: RawRequest;
  twin: RawRequest;
  /** Values of the request and of its twin. An answer may repeat them. */
  named: Attack['named'];
  /** True when an earlier probe may have changed the answer, so that only its words count. */
  wordsOnly: boolean;
  /** True when success changes nothing, so that the whole answer counts. */
  reads: boolean;
}

/** Makes one probe. */
export function createProbe(ground: Ground, choice: Choice): Probe {
  const vector = chooseVector(choice);
  const attack = vector(ground, choice);
  const caller = chooseCaller(attack.endpoint, ground.callers, choice);
  const build = (isForeign: boolean) =>
    buildRequest(ground, attack.endpoint, caller, attack.change(isForeign));
  const shape = `${attack.endpoint.name} as ${caller.name}: ${attack.detail}`;
  const {
    endpoint,
    named,
    wordsOnly = caller.bound ?? false,
    reads = endpoint.method === 'GET',
  } = attack;
  return { shape, endpoint, asked: build(true), twin: build(false), named, wordsOnly, reads };
}

const accepted: Record<Endpoint['credentials'], Caller['kind'][]> = {
  none: ['none', 'session', 'key', 'portal'],
  session: ['session'],
  any: ['session', 'key'],
  portal: ['portal'],
  answer_link: ['none', 'portal'],
};

/** Chooses a caller, mostly one whose kind of credentials the endpoint accepts. */
function chooseCaller(
  { credentials }: Endpoint,
  callers: readonly Caller[],
  choice: Choice,
): Caller {
  const fitting = callers.filter(({ kind }) => accepted[credentials].includes(kind));
  return choice.from(choice.chance(0.92) ? fitting : callers);
}

function buildRequest(
  { own, forms }: Ground,
  endpoint: Endpoint,
  caller: Caller,
  change: Change,
): RawRequest {
  const { path, body: given } = change;
  const example =
    given || path !== undefined
      ? { method: endpoint.method, path: path ?? endpoint.path, body: given }
      : exampleRequest(endpoint, { ...own.ids, ...change.ids });
  const form = forms.get(endpoint.name);
  const json =
    example.body && !form
      ? Buffer.from(JSON.stringify({ ...example.body, ...change.fields }))
      : undefined;
  const type = form?.type ?? 'application/json';
  const body = form?.bytes ?? json;
  const headers = {
    ...(change.credentials ?? caller.credentials),
    ...(body ? { 'content-type': type } : {}),
  };
  return {
    method: example.method,
    path: withQuery(example.path, change.query ?? []),
    headers: [...Object.entries(headers), ...(change.headers ?? [])],
    body,
  };
}

function withQuery(path: string, more: [string, string][]): string {
  const [place = '', query = ''] = path.split('?');
  const kept = [...new URLSearchParams(query)].filter(
    ([name]) => !more.some(([other]) => other === name),
  );
  const all = new URLSearchParams([...kept, ...more]).toString();
  return all === '' ? place : `${place}?${all}`;
}

/** A malformed request: through an HTTP client, or as bytes that no client sends. */
export type Malformed =
  | { kind: 'request'; endpoint: Endpoint | undefined; request: RawRequest }
  | { kind: 'bytes'; bytes: string };

/**
 * The tenant whose credentials malformed requests carry, and the endpoints with their generators.
 */
export interface MalformedSource {
  /** Makes malformed request `index` of a run with a seed. */
  create(seed: number, index: number): Malformed;
}

/**
 * Requests of one endpoint that are made at a time, because to prepare a generator costs more than
 * to use it.
 */
const batchSize = 100;
const keptBatches = 16;

/** Prepares the generators of all endpoints, of paths that none declares, and of broken HTTP. */
export function createMalformedSource(
  tenant: PopulatedTenant,
  callers: Credentials[],
  directory: Credentials,
): MalformedSource {
  const known = pathPlaces(tenant.ids);
  const perEndpoint = allEndpoints.map((endpoint) => {
    return { endpoint, requests: hostileRequests(endpoint, { known, callers }) };
  });
  const messages = hostileRequests(assistantEndpoint, { known, callers }).map((request) => ({
    ...request,
    headers: [acceptsMessages, ...request.headers],
  }));
  const directories = directoryEndpoints.map((endpoint) => {
    return { endpoint, requests: hostileRequests(endpoint, { known, callers: [directory] }) };
  });
  const authorizations = authorizationEndpoints.map((endpoint) => {
    const requests = hostileRequests(endpoint, { known, callers });
    return { endpoint, requests: fc.oneof(requests, requests.map(asForm)) };
  });
  const makers = [
    ...perEndpoint,
    ...directories,
    ...authorizations,
    { endpoint: assistantEndpoint, requests: messages },
    { endpoint: undefined, requests: unknownPaths(callers) },
  ];
  const batches = new Map<number, RawRequest[]>();
  const batchOf = (
    seed: number,
    number: number,
    requests: fc.Arbitrary<RawRequest>,
  ): RawRequest[] => {
    const known = batches.get(number);
    if (known) return known;
    const batch = fc.sample(requests, { seed: seed + number, numRuns: batchSize });
    if (batches.size >= keptBatches) batches.delete(batches.keys().next().value ?? 0);
    batches.set(number, batch);
    return batch;
  };
  return {
    create(seed, index) {
      if (index % 25 === 24)
        return { kind: 'bytes', bytes: framings(seededChoice(seed, index), callers) };
      const number = Math.floor(index / batchSize);
      const maker = makers[number % makers.length];
      const request = maker && batchOf(seed, number, maker.requests)[index % batchSize];
      if (!maker || !request) throw new Error(`There is no malformed request ${index}`);
      return { kind: 'request', endpoint: maker.endpoint, request };
    },
  };
}

/** Makes requests to paths that no endpoint declares. */
function unknownPaths(callers: Credentials[]): fc.Arbitrary<RawRequest> {
  const part = fc.oneof(
    fc.constantFrom(
      'api',
      'engagements',
      '',
      '.',
      '../..',
      'health',
      '%',
      '%2e',
      '*',
      '__proto__',
      'assets',
      '.git',
    ),
    fc.webSegment(),
  );
  const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((made) => `/${made.join('/')}`);
  const method = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
  );
  return fc
    .record({ method, path, caller: fc.constantFrom(...callers) })
    .map(({ caller, ...rest }) => ({ ...rest, headers: Object.entries(caller), body: undefined }));
}

const crlf = '\r\n';
const lines = (...parts: string[]) => parts.join(crlf);

/**
 * Makes the bytes of a connection whose HTTP is broken, ambiguous or followed by a second request.
 */
function framings(choice: Choice, callers: readonly Credentials[]): string {
  const caller = Object.entries(choice.from(callers)).map(([name, value]) => `${name}: ${value}`);
  const path = choice.from([
    '/api/me',
    '/api/engagements',
    '/api/health',
    '/api/portal/comments',
    '/',
    '*',
  ]);
  const body = choice.from(['{}', '{"name":"x"}', '{"name":"x","client":"y","brief":"z"}', '{']);
  const json = 'content-type: application/json';
  const post = (...headers: string[]) =>
    lines(`POST ${path} HTTP/1.1`, 'host: x', json, ...caller, ...headers, '', '');
  const chunked = (text: string) => post('transfer-encoding: chunked') + text;
  const get = (...headers: string[]) =>
    lines(`GET ${path} HTTP/1.1`, 'host: x', ...caller, ...headers, '', '');
  const smuggled = lines('GET /api/me HTTP/1.1', 'host: y', ...caller, '', '');
  const size = body.length;
  const junk = choice.text(
    '\0\x01\t \r\n:;/{}"\x7f\xffGETPOSTHTTP1.0',
    1 + Math.floor(choice.uniform() * 200),
  );
  return choice.from([
    () => post(`content-length: ${size}`, `content-length: ${size + 1}`) + body,
    () => post(`content-length: ${size}`, 'transfer-encoding: chunked') + body + smuggled,
    () => post('transfer-encoding: chunked', 'transfer-encoding: identity') + body,
    () => post('transfer-encoding: xchunked') + body,
    () => chunked(`zz${crlf}${body}${crlf}0${crlf}${crlf}`),
    () => chunked(`ffffffffffffffff1${crlf}${body}`),
    () => chunked(`${size.toString(16)};${'e'.repeat(20_000)}${crlf}${body}${crlf}`),
    () => chunked(`${size.toString(16)}${crlf}${body}${crlf}0${crlf}x: y${crlf}${crlf}`),
    () => post(`content-length: ${size + 10}`) + body,
    () => post('content-length: -1') + body,
    () => post(`content-length: ${'9'.repeat(30)}`) + body,
    () => post(`content-length: ${size}`, 'expect: 100-continue') + body,
    () => post(`content-length: ${size}`, 'expect: the-unexpected') + body,
    () => post(`content-length: ${size}`, 'content-encoding: gzip') + body,
    () => post(`content-length: ${size}`) + body + smuggled,
    () => get('upgrade: websocket', 'connection: upgrade'),
    () =>
      get(
        'upgrade: h2c',
        'http2-settings: AAMAAABkAAQAoAAAAAIAAAAA',
        'connection: upgrade, http2-settings',
      ),
    () => get(`x: ${'x'.repeat(70_000)}`),
    () => get(...Array.from({ length: 3_000 }, (_, at) => `x-${at}: y`)),
    () => get(' folded: x', '\tfolded: y'),
    () => get('bad header: x'),
    () => get('x\0y: z'),
    () => get('host: second'),
    () => get().replaceAll(crlf, '\n'),
    () =>
      get().replace(
        'HTTP/1.1',
        choice.from(['HTTP/0.9', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', '']),
      ),
    () =>
      get().replace(
        'GET',
        choice.from(['get', 'BREW', 'CONNECT', 'PRI', '', 'G\0T', 'TRACE', 'M-SEARCH']),
      ),
    () =>
      get().replace(
        path,
        choice.from(['http://other/api/me', '//x', 'x', '/\0', '/\xff', `/${'a'.repeat(70_000)}`]),
      ),
    () => get().slice(0, 1 + Math.floor(choice.uniform() * 40)),
    () => junk,
    () => `${crlf}${crlf}${get()}`,
    () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ])();
}
