import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import fc from 'fast-check';
import { exampleRequest, pathPlaces } from '../../apps/server/testing/hostile/example-requests.ts';
import { hostileRequests } from '../../apps/server/testing/hostile/hostile-requests.ts';
import type { RawRequest } from '../../apps/server/testing/hostile/raw-request.ts';
import type { Credentials, PopulatedTenant } from '../../apps/server/testing/populated-tenant.ts';
import type { Caller, Ground } from './prepare-ground.ts';
import { type Attack, type Change, type Choice, chooseVector } from './vectors.ts';

/**
 * A request that names something of the other tenant, and its twin, which names what never existed.
 */
export interface Probe {
  /** The endpoint, the caller, and what names something of the other tenant. */
  shape: string;
  endpoint: Endpoint;
  asked: RawRequest;
  twin: RawRequest;
  /** Values of the request and of its twin. An answer may repeat them. */
  named: Attack['named'];
  /** True when an earlier probe may have changed the answer, so that only its words count. */
  wordsOnly: boolean;
}

/** Makes one probe. */
export function createProbe(ground: Ground, choice: Choice): Probe {
  const vector = chooseVector(choice);
  const attack = vector(ground, choice);
  const caller = chooseCaller(attack.endpoint, ground.callers, choice);
  const build = (isForeign: boolean) =>
    buildRequest(ground, attack.endpoint, caller, attack.change(isForeign));
  const shape = `${attack.endpoint.name} as ${caller.name}: ${attack.detail}`;
  const { endpoint, named, wordsOnly = false } = attack;
  return { shape, endpoint, asked: build(true), twin: build(false), named, wordsOnly };
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
  const example = exampleRequest(endpoint, { ...own.ids, ...change.ids });
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
    path: withQuery(change.path ?? example.path, change.query ?? []),
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

/** A request with broken parameters, headers or body. */
export interface Malformed {
  endpoint: Endpoint | undefined;
  request: RawRequest;
}

/** Makes malformed request `index` of a run with a seed. */
export type MalformedSource = (seed: number, index: number) => Malformed;

/**
 * Requests of one endpoint that are made at a time, because to prepare a generator costs more than
 * to use it.
 */
const batchSize = 100;

/** Prepares the generators of all endpoints, and of paths that none declares. */
export function createMalformedSource(
  tenant: PopulatedTenant,
  callers: Credentials[],
): MalformedSource {
  const known = pathPlaces(tenant.ids);
  const makers: { endpoint: Endpoint | undefined; requests: fc.Arbitrary<RawRequest> }[] = [];
  for (const endpoint of allEndpoints)
    makers.push({ endpoint, requests: hostileRequests(endpoint, { known, callers }) });
  makers.push({ endpoint: undefined, requests: unknownPaths(callers) });
  let number = -1;
  let batch: Malformed[] = [];
  return (seed, index) => {
    if (number !== Math.floor(index / batchSize)) {
      number = Math.floor(index / batchSize);
      const { endpoint, requests } = makers[number % makers.length] as (typeof makers)[number];
      const sample = fc.sample(requests, { seed: seed + number, numRuns: batchSize });
      batch = sample.map((request) => ({ endpoint, request }));
    }
    return batch[index % batchSize] as Malformed;
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
