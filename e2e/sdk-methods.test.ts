import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { createClient } from '@ecp/sdk/create-client';
import { expect, test } from 'vitest';
import { exampleRequest, unknownIds } from '../apps/server/testing/hostile/example-requests.ts';
import { toInput } from './testing/sdk-inputs.ts';

/** Returns status and form of the success that an endpoint declares. */
function successOf({ responses }: Endpoint) {
  const [status = '200', declared] =
    Object.entries(responses).find(([code]) => Number(code) < 400) ?? [];
  return { status: Number(status), declared, isRedirect: Number(status) >= 300 };
}

/** Answers as an endpoint declares its success; an answer in JSON names the endpoint. */
function answerOf(endpoint: Endpoint): Response {
  const { status, declared, isRedirect } = successOf(endpoint);
  const { name } = endpoint;
  const init = { status };
  if (isRedirect) return new Response(null, init);
  return typeof declared === 'string'
    ? new Response(name, { ...init, headers: { 'content-type': declared } })
    : Response.json({ name }, init);
}

// The stream of a run is followed on a real platform (sdk.e2e.test.ts).
const called = allEndpoints.filter(({ name }) => name !== 'streamRun');

test.for(called.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]))(
  'the method %s sends the request of its endpoint, and returns its answer',
  async ([name, endpoint]) => {
    const sent: { url: string; init: RequestInit }[] = [];
    const client = createClient({
      baseUrl: 'http://platform',
      maxRetries: 0,
      fetch: async (url, init = {}) => {
        sent.push({ url: String(url), init });
        return answerOf(endpoint);
      },
    });
    const request = exampleRequest(endpoint, unknownIds);
    // Only this loop calls the methods by the names of the contract's endpoints.
    const methods = client as unknown as Record<string, (input: unknown) => Promise<unknown>>;
    const result = await methods[name]?.(toInput(endpoint, request));
    const [{ url = '', init = {} } = {}] = sent;
    expect(sent).toHaveLength(1);
    expect(`${init.method} ${url}`).toBe(`${request.method} http://platform${request.path}`);
    if (request.body instanceof FormData)
      expect(Object.fromEntries(init.body as FormData)).toEqual(Object.fromEntries(request.body));
    else if (request.body !== undefined && !endpoint.rawBody)
      expect(JSON.parse(String(init.body))).toEqual(JSON.parse(JSON.stringify(request.body)));
    const { declared, isRedirect } = successOf(endpoint);
    if (isRedirect) expect(result).toBeNull();
    else if (typeof declared !== 'string') expect(result).toEqual({ name });
  },
);
