import type { IssuedApiKey } from '@ecp/contract/identity/api-keys';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Assistant, connectAssistant } from '../../../testing/assistant.ts';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
let key: string;
let assistant: Assistant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  platform.engine.onStart((run) => run.complete());
  tenant = await createKeyedTenant(platform);
  key = await issueKey();
  assistant = await connectAssistant(platform.baseUrl, key);
});
afterAll(async () => {
  await assistant.close();
  await platform.close();
});

async function issueKey(options: object = {}): Promise<string> {
  const { status, body } = await tenant.owner.post<IssuedApiKey>('/api/api-keys', { name: 'Assistant', ...options });
  expect(status).toBe(201);
  return body.key;
}

const brief = { name: 'Pricing', client: 'Roaster', brief: 'How should the roaster price its beans?' };

const toolNames = [
  ...['list_engagements', 'create_engagement', 'get_engagement', 'start_run', 'get_run_status', 'list_documents'],
  ...['read_document', 'get_citations', 'search', 'query_tables', 'answer_question', 'add_comment', 'request_revision'],
];

// AST-1, AST-2
test.each(['auto', 'legacy'] as const)('an assistant lists the tools (%s)', async (mode) => {
  const one = await connectAssistant(platform.baseUrl, key, mode);
  const { tools } = await one.client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(toolNames.toSorted());
  const made = await one.use('create_engagement', brief);
  expect(made).toMatchObject({ refusal: null, data: { name: 'Pricing', link: expect.any(String) } });
  await one.close();
});

// AST-2, AST-3, AST-4
test('an assistant makes an engagement, runs it, reads a paper and asks for a revision', async () => {
  const { data: engagement } = await assistant.use('create_engagement', brief);
  const { id: engagementId } = engagement;
  expect(await assistant.use('start_run', { engagementId })).toMatchObject({ data: { status: 'running' } });
  const ended = await assistant.use('get_run_status', { engagementId, waitSeconds: 50 });
  expect(ended).toMatchObject({ refusal: null, data: { status: 'completed' } });
  const listed = await assistant.use('list_documents', { engagementId });
  const [document] = listed.data['documents'] as { filename: string; version: number }[];
  const filename = document?.filename;
  const read = await assistant.use('read_document', { engagementId, filename });
  expect(read).toMatchObject({ data: { filename, content: expect.any(String), nextOffset: null } });
  expect(await assistant.use('get_citations', { engagementId, filename })).toMatchObject({
    refusal: null,
    data: { filename, version: document?.version },
  });
  expect(await assistant.use('add_comment', { engagementId, filename, body: 'Which year?' })).toMatchObject({
    data: { status: 'open', body: 'Which year?' },
  });
  const revision = await assistant.use('request_revision', { engagementId, filename, notes: 'Say which year.' });
  expect(revision).toMatchObject({ data: { approvalStatus: 'revision_requested', run: null } });
  expect(await assistant.use('get_engagement', { engagementId })).toMatchObject({
    data: { id: engagementId, documents: [{ filename, approvalStatus: 'revision_requested' }] },
  });
  expect(await assistant.use('list_engagements', { q: 'Pricing' })).toMatchObject({ refusal: null });
  expect(await assistant.use('search', { query: 'roaster' })).toMatchObject({ refusal: null });
  expect(await assistant.use('query_tables', { engagementId })).toMatchObject({ data: { tables: [] } });
});

// AST-5
test('without a key that works, the answer says where tokens are given', async () => {
  for (const headers of [{}, { authorization: 'Bearer svc_live_0' }, { cookie: 'ecp_session=x' }]) {
    const response = await fetch(`${platform.baseUrl}/mcp`, { method: 'POST', headers });
    expect(response.status).toBe(401);
    const { baseUrl } = platform.services.config;
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`,
    );
  }
});
