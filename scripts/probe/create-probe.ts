import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { exampleRequest } from '../../apps/platform/testing/hostile/example-requests.ts';
import type { RawRequest } from '../../apps/platform/testing/hostile/raw-request.ts';
import type { Caller, Ground } from './prepare-ground.ts';
import type { Choice } from './seeded-choice.ts';
import { type Attack, type Change, chooseVector } from './vectors.ts';

/** A request that names something of the other tenant, and its twin, which names what never existed. */
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
}

/** Makes one probe. */
export function createProbe(ground: Ground, choice: Choice): Probe {
  const vector = chooseVector(choice);
  const attack = vector(ground, choice);
  const caller = chooseCaller(attack.endpoint, ground.callers, choice);
  const build = (isForeign: boolean) => buildRequest(ground, attack.endpoint, caller, attack.change(isForeign));
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
function chooseCaller({ credentials }: Endpoint, callers: readonly Caller[], choice: Choice): Caller {
  const fitting = callers.filter(({ kind }) => accepted[credentials].includes(kind));
  return choice.from(choice.chance(0.92) ? fitting : callers);
}

function buildRequest({ own, forms }: Ground, endpoint: Endpoint, caller: Caller, change: Change): RawRequest {
  const example = exampleRequest(endpoint, { ...own.ids, ...change.ids });
  const form = forms.get(endpoint.name);
  const json = example.body && !form ? Buffer.from(JSON.stringify({ ...example.body, ...change.fields })) : undefined;
  const type = form?.type ?? 'application/json';
  const body = form?.bytes ?? json;
  const headers = { ...(change.credentials ?? caller.credentials), ...(body ? { 'content-type': type } : {}) };
  return {
    method: example.method,
    path: withQuery(change.path ?? example.path, change.query ?? []),
    headers: [...Object.entries(headers), ...(change.headers ?? [])],
    body,
  };
}

function withQuery(path: string, more: [string, string][]): string {
  const [place = '', query = ''] = path.split('?');
  const kept = [...new URLSearchParams(query)].filter(([name]) => !more.some(([other]) => other === name));
  const all = new URLSearchParams([...kept, ...more]).toString();
  return all === '' ? place : `${place}?${all}`;
}
