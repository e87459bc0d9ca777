import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { errorsOf } from '@ecp/contract/declaring/endpoint';
import { answeredCode, errorTable } from '@ecp/contract/declaring/errors';
import { webhookEvents } from '@ecp/contract/reach/webhook-events';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleRequest, unknownIds } from '../../../testing/hostile/example-requests.ts';
import { outcome, sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

interface Described {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: unknown }>;
}
interface Operation {
  operationId: string;
  security: object[];
  parameters?: { in: string; name: string; required: boolean; $ref?: string }[];
  requestBody?: { required: boolean; content: Record<string, { schema: unknown }> };
  responses: Record<string, Described>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, { properties: Record<string, unknown> }>; headers: object };
}

let platform: TestPlatform;
let text: string;
let document: Document;
beforeAll(async () => {
  platform = await shareTestPlatform();
  ({ text } = await sendRequest(platform, {
    method: 'GET',
    path: '/api/openapi.json',
    body: undefined,
  }));
  document = JSON.parse(text);
});
afterAll(() => platform.close());

const operationOf = ({ method, path }: Endpoint): Operation => {
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not described`);
  return operation;
};
const titled = allEndpoints.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]);

// SVC-2
test('an independent validator accepts the description as OpenAPI 3.1, and all its references resolve', async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  expect(() => validator.resolveRefs()).not.toThrow();
});

// SVC-9
test('it describes every webhook event with its payload, and the headers that prove a delivery', () => {
  expect(Object.keys(document.webhooks).sort()).toEqual([...webhookEvents].sort());
  const post = document.webhooks['grid.completed']?.post;
  const headers = post?.parameters?.map(({ name }) => name);
  expect(headers).toEqual(
    expect.arrayContaining(['X-Service-Signature', 'X-Service-Delivery', 'webhook-signature']),
  );
  expect(post?.requestBody?.content['application/json']?.schema).toMatchObject({
    properties: {
      event: { const: 'grid.completed' },
      data: { properties: { failureReason: expect.anything() } },
    },
  });
});

// ERR-5
test.each(titled.filter(([, { params }]) => params))(
  '%s answers an address that no text has with an error that it declares',
  async (_name, endpoint) => {
    const path = endpoint.path.replace(/:\w+/g, '%ED%A0%80');
    const { json } = await sendRequest(platform, {
      method: endpoint.method,
      path,
      body: undefined,
    });
    expect(errorsOf(endpoint)).toContain(json?.code);
  },
);

// SVC-2
test('it describes every endpoint once, and nothing else', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const names = operations.map(({ operationId }) => operationId).sort();
  expect(names).toEqual(allEndpoints.map(({ name }) => name).sort());
  expect(new Set(names).size).toBe(names.length);
});

// SVC-2
describe('every endpoint of the list', () => {
  // For an unknown link or connection, these respond as if the path did not exist.
  const telling = titled.filter(
    ([name]) => !['downloadAttachment', 'getSamlMetadata'].includes(name),
  );
  test.each(telling)('%s is served', async (_name, endpoint) => {
    const answer = await sendRequest(platform, exampleRequest(endpoint, unknownIds));
    expect(['404 not_found', '405 method_not_allowed']).not.toContain(outcome(answer));
  });

  test.each(titled)('%s has its parameters, body, responses and errors', (_name, endpoint) => {
    const { parameters = [], requestBody, responses } = operationOf(endpoint);
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `:${name}`)).toEqual(endpoint.path.match(/:\w+/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
    const query = (endpoint.query as { properties?: object } | undefined)?.properties ?? {};
    expect(
      parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    ).toEqual(Object.keys(query));
    const takesBody = endpoint.body || endpoint.multipart || endpoint.rawBody;
    expect(requestBody?.required).toBe(takesBody ? !endpoint.bodyOptional : undefined);

    const declared = Object.keys(endpoint.responses);
    const [success = ''] = declared;
    const isJsonRead =
      endpoint.method === 'GET' && success === '200' && typeof endpoint.responses[200] === 'object';
    const errors = new Set(errorsOf(endpoint).map((code) => String(errorTable[code].status)));
    const statuses = [...declared, ...(isJsonRead ? ['304'] : []), ...errors].sort();
    expect(Object.keys(responses).sort()).toEqual(statuses);
    expect(Object.keys(responses[success]?.headers ?? {})).toEqual(
      expect.arrayContaining([
        'X-Request-Id',
        'RateLimit',
        'RateLimit-Policy',
        ...(isJsonRead ? ['ETag'] : []),
      ]),
    );
    expect(Object.keys(responses['429']?.headers ?? {})).toContain('Retry-After');
    for (const row of errorsOf(endpoint)) {
      const code = answeredCode(row);
      const described = responses[errorTable[row].status];
      expect(described?.description).toContain(`\`${code}\``);
      expect(described?.content?.['application/json']?.schema).toMatchObject({
        $ref: '#/components/schemas/Error',
        properties: { code: { enum: expect.arrayContaining([code]) } },
      });
    }
  });
});

test('credentials: none, a session, a session or a key, or a portal token', () => {
  const [session, apiKey] = [{ session: [] }, { apiKey: [] }];
  const securityOf = (name: string) =>
    operationOf(allEndpoints.find((e) => e.name === name) as Endpoint).security;
  expect(securityOf('getHealth')).toEqual([]);
  expect(securityOf('createApiKey')).toEqual([session]);
  expect(securityOf('startRun')).toEqual([session, apiKey]);
  expect(securityOf('getPortal')).toEqual([{ portalToken: [] }]);
});

test('the stream, the list’s pages and the redirect are described with their peculiarities', () => {
  const find = (name: string) =>
    operationOf(allEndpoints.find((endpoint) => endpoint.name === name) as Endpoint);
  expect(find('streamRun').parameters).toContainEqual({
    $ref: '#/components/parameters/LastEventId',
  });
  expect(Object.keys(find('streamRun').responses['200']?.content ?? {})).toEqual([
    'text/event-stream',
  ]);
  expect(find('listEngagements').responses['200']?.headers).toHaveProperty('Link');
  expect(find('verifyMagicLink').responses['302']?.headers).toHaveProperty('Location');
  expect(find('verifyMagicLink').responses['302']).not.toHaveProperty('content');
});

test('named schemas are components; nullable values are declared as in 3.1', () => {
  const { schemas } = document.components;
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Engagement', 'Run', 'DeliverableRecord', 'ApiKey', 'Error']),
  );
  expect(schemas['Run']?.properties['finishedAt']).toMatchObject({
    anyOf: [{ type: 'string' }, { type: 'null' }],
  });
  expect(text).not.toMatch(/"nullable"|"\$id"/);
  expect(document.openapi).toMatch(/^3\.1\./);
});
