import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import fc from 'fast-check';
import { pathPlaces } from '../../apps/platform/testing/hostile/example-requests.ts';
import { hostileRequests } from '../../apps/platform/testing/hostile/hostile-requests.ts';
import type { RawRequest } from '../../apps/platform/testing/hostile/raw-request.ts';
import type { Credentials, PopulatedTenant } from '../../apps/platform/testing/populated-tenant.ts';
import { framings } from './framings.ts';
import { seededChoice } from './seeded-choice.ts';

/** A malformed request: through an HTTP client, or as bytes that no client sends. */
export type Malformed =
  | { kind: 'request'; endpoint: Endpoint | undefined; request: RawRequest }
  | { kind: 'bytes'; bytes: string };

/** The tenant whose credentials malformed requests carry, and the endpoints with their generators. */
export interface MalformedSource {
  /** Makes malformed request `index` of a run with a seed. */
  create(seed: number, index: number): Malformed;
}

/** Requests of one endpoint that are made at a time, because to prepare a generator costs more than to use it. */
const batchSize = 100;
const keptBatches = 16;

/** Prepares the generators of all endpoints, of paths that none declares, and of broken HTTP. */
export function createMalformedSource(tenant: PopulatedTenant, callers: Credentials[]): MalformedSource {
  const known = pathPlaces(tenant.ids);
  const perEndpoint = allEndpoints.map((endpoint) => {
    return { endpoint, requests: hostileRequests(endpoint, { known, callers }) };
  });
  const makers = [...perEndpoint, { endpoint: undefined, requests: unknownPaths(callers) }];
  const batches = new Map<number, RawRequest[]>();
  const batchOf = (seed: number, number: number, requests: fc.Arbitrary<RawRequest>): RawRequest[] => {
    const known = batches.get(number);
    if (known) return known;
    const batch = fc.sample(requests, { seed: seed + number, numRuns: batchSize });
    if (batches.size >= keptBatches) batches.delete(batches.keys().next().value ?? 0);
    batches.set(number, batch);
    return batch;
  };
  return {
    create(seed, index) {
      if (index % 25 === 24) return { kind: 'bytes', bytes: framings(seededChoice(seed, index), callers) };
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
    fc.constantFrom('api', 'engagements', '', '.', '../..', 'health', '%', '%2e', '*', '__proto__', 'assets', '.git'),
    fc.webSegment(),
  );
  const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((made) => `/${made.join('/')}`);
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND');
  return fc
    .record({ method, path, caller: fc.constantFrom(...callers) })
    .map(({ caller, ...rest }) => ({ ...rest, headers: Object.entries(caller), body: undefined }));
}
