import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPopulatedTenant } from '../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let authorization: string;
beforeAll(async () => {
  platform = await shareTestPlatform();
  const tenant = await createPopulatedTenant(platform);
  authorization = (await tenant.addKey()).credentials['authorization'] ?? '';
});
afterAll(() => platform.close());

const send = (init: RequestInit) => fetch(`${platform.baseUrl}/mcp`, { method: 'POST', ...init });
const json = () => ({
  authorization,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
});
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

/** What these tests read of an answer. */
interface Answered {
  result: { isError?: boolean; content: { text: string }[]; structuredContent: object };
}

const call = async (
  params: unknown,
  init: { headers?: Record<string, string>; path?: string } = {},
) => {
  const response = await fetch(`${platform.baseUrl}${init.path ?? '/mcp'}`, {
    method: 'POST',
    headers: { ...json(), accept: 'application/json', ...init.headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }),
  });
  const body = (await response.json()) as Answered;
  return { status: response.status, type: response.headers.get('content-type'), body };
};
const engagement = { name: 'Texts', client: 'Roaster', brief: 'How should the roaster price?' };

// AST-14
test.each([
  ['JSON alone', { accept: 'application/json' }],
  ['anything', { accept: '*/*' }],
  ['JSON of any kind', { accept: 'application/*;q=0.9, text/html' }],
  ['nothing in particular', { accept: '' }],
])('answers in JSON who accepts %s, also with a slash at the end', async (_title, headers) => {
  for (const path of ['/mcp', '/mcp/']) {
    const { status, type, body } = await call({ name: 'list_engagements' }, { headers, path });
    expect({ path, status, type }).toEqual({ path, status: 200, type: 'application/json' });
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 7, result: { structuredContent: {} } });
  }
});

// AST-14
test('answers with a stream who asks for one, and refuses who accepts neither', async () => {
  const body = JSON.stringify(ping);
  const stream = await send({
    headers: { ...json(), accept: 'text/event-stream, application/json' },
    body,
  });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  expect((await send({ headers: { ...json(), accept: 'text/html' }, body })).status).toBe(406);
  expect(
    (await send({ headers: { ...json(), accept: 'application/json;q=0' }, body })).status,
  ).toBe(406);
});

// AST-13
test.each<[string, object | string]>([
  [
    'a list',
    { ...engagement, tasks: '[{"id":"a","name":"A"},{"id":"b","name":"B","dependsOn":["a"]}]' },
  ],
  [
    'a list in a list',
    {
      ...engagement,
      tasks: [
        { id: 'a', name: 'A' },
        { name: 'B', dependsOn: '["a"]' },
      ],
    },
  ],
  [
    'an object in a list',
    { ...engagement, tasks: ['{"name":"A"}', { name: 'B', synthesis: 'True' }] },
  ],
  [
    'text in a text',
    { ...engagement, tasks: JSON.stringify(JSON.stringify([{ name: 'A' }, { name: 'B' }])) },
  ],
  ['all arguments', JSON.stringify({ ...engagement, tasks: [{ name: 'A' }, { name: 'B' }] })],
  [
    'numbers, and null for what is left out',
    {
      ...engagement,
      budget: '2.5',
      dueDate: null,
      tasks: [{ name: 'A', description: null }, { name: 'B' }],
    },
  ],
])('reads what a client sends as JSON text: %s', async (_title, sent) => {
  const { body } = await call({ name: 'create_engagement', arguments: sent });
  expect(body.result).toMatchObject({
    structuredContent: { tasks: [{ name: 'A' }, { name: 'B' }] },
  });
});

// AST-13
test('leaves texts that only look like JSON', async () => {
  const { body } = await call({
    name: 'create_engagement',
    arguments: { ...engagement, brief: '[1, 2]' },
  });
  expect(body.result.isError ?? false).toBe(false);
  const { body: refused } = await call({
    name: 'create_engagement',
    arguments: { ...engagement, tasks: 'A, B' },
  });
  expect(refused.result).toMatchObject({ isError: true });
  expect(refused.result.content[0]?.text).toContain('tasks must be array');
});

// AST-15
test('takes null for what is left out', async () => {
  for (const params of [
    { name: 'list_engagements', arguments: null, _meta: null },
    { name: 'list_engagements', arguments: 'null', _meta: { progressToken: null } },
    { name: 'list_engagements', arguments: { limit: null } },
  ]) {
    const { body } = await call(params);
    expect(body).toMatchObject({ result: { structuredContent: {} } });
  }
  for (const params of [null, undefined, { cursor: null }, {}]) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params });
    const response = await send({ headers: { ...json(), accept: '*/*' }, body });
    expect(((await response.json()) as { result: { tools: object[] } }).result.tools).toHaveLength(
      13,
    );
  }
});

// AST-15
test.each<[string, object, number, string]>([
  [
    'a tool without a name',
    { method: 'tools/call', params: {} },
    -32_602,
    'params.name is required: a text',
  ],
  ['no parameters', { method: 'tools/call' }, -32_602, 'params.name is required: a text'],
  [
    'a list of arguments',
    { method: 'tools/call', params: { name: 'search', arguments: [] } },
    -32_602,
    'params.arguments must be an object',
  ],
  [
    'arguments that are no JSON',
    { method: 'tools/call', params: { name: 'search', arguments: '{' } },
    -32_602,
    'params.arguments must be an object',
  ],
  [
    'a number for a cursor',
    { method: 'tools/list', params: { cursor: 3 } },
    -32_602,
    'params.cursor must be a text',
  ],
  [
    'parameters in a list',
    { method: 'tools/list', params: [] },
    -32_602,
    'params must be an object',
  ],
  [
    'half an introduction',
    { method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {} } },
    -32_602,
    'params.clientInfo is required: an object',
  ],
  [
    'an unknown tool',
    { method: 'tools/call', params: { name: 'x' } },
    -32_602,
    'params.name must be one of',
  ],
  ['no method', {}, -32_600, 'method must be a text'],
  [
    'an id that is none',
    { id: {}, method: 'ping' },
    -32_600,
    'id must be a text or a whole number',
  ],
  ['an old revision', { jsonrpc: '1.0', method: 'ping' }, -32_600, 'jsonrpc must be "2.0"'],
])('names the field of a fault in a sentence: %s', async (_title, message, code, words) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, ...message });
  const response = await send({ headers: { ...json(), accept: 'application/json' }, body });
  const { error } = (await response.json()) as { error: { code: number; message: string } };
  expect([error.code, error.message]).toEqual([code, expect.stringContaining(words)]);
});

// AST-15
test('answers the right messages of a list beside a faulty one', async () => {
  const body = JSON.stringify([ping, { ...ping, id: 2, params: [] }]);
  const response = await send({ headers: json(), body });
  expect(await response.json()).toMatchObject([
    { id: 2, error: { code: -32_602 } },
    { id: 1, result: {} },
  ]);
});
