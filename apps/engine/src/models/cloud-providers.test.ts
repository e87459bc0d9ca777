import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { generateText } from 'ai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CatalogModel } from './catalog.ts';
import { openProviders } from './providers.ts';

const openAiChat = {
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Answer.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
};
const openAiResponse = {
  id: 'r1',
  object: 'response',
  created_at: 1,
  model: 'm',
  status: 'completed',
  output: [
    {
      type: 'message',
      id: 'm1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Answer.', annotations: [] }],
    },
  ],
  usage: { input_tokens: 12, output_tokens: 3, total_tokens: 15 },
};
const converse = {
  output: { message: { role: 'assistant', content: [{ text: 'Answer.' }] } },
  stopReason: 'end_turn',
  usage: { inputTokens: 12, outputTokens: 3, totalTokens: 15 },
};
const gemini = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Answer.' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 3, totalTokenCount: 15 },
};

interface Seen {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

let server: Server;
let baseUrl: string;
let seen: Seen[];

/** Answers as the platform does to which the path belongs. */
function answerOf(path: string): unknown {
  if (path.startsWith('/computeMetadata')) return { access_token: 'token-of-the-machine', expires_in: 3_600 };
  if (path.endsWith('/chat/completions')) return openAiChat;
  if (path.endsWith('/responses')) return openAiResponse;
  return path.endsWith('/converse') ? converse : gemini;
}

beforeEach(async () => {
  seen = [];
  server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://fake').pathname);
    const body = request.method === 'POST' ? ((await json(request)) as Record<string, unknown>) : {};
    seen.push({ path, headers: request.headers, body });
    response.setHeader('content-type', 'application/json');
    // Google's library asks for this header before it believes that it runs on Google Cloud.
    response.setHeader('metadata-flavor', 'Google');
    response.end(JSON.stringify(answerOf(path)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  vi.unstubAllEnvs();
  server.close();
});

async function ask(entry: Pick<CatalogModel, 'id' | 'provider'>, clouds: Parameters<typeof openProviders>[1]) {
  const model: CatalogModel = { ...entry, tier: 'standard', inputPerMillion: 1, outputPerMillion: 1 };
  const open = await openProviders([model], clouds);
  const { text, usage } = await generateText({ model: open(model), prompt: 'Question?', maxRetries: 0 });
  expect({ text, input: usage.inputTokens, output: usage.outputTokens }).toEqual({
    text: 'Answer.',
    input: 12,
    output: 3,
  });
  return seen.find(({ path }) => !path.startsWith('/computeMetadata')) as Seen;
}

describe('a model of a cloud platform', () => {
  const localModelLatencyMs = 0;

  // MOD-10, MOD-9
  it('is asked in an Azure deployment by the name of the deployment', async () => {
    const azure = { baseUrl: `${baseUrl}/openai/v1`, apiKey: 'key-of-azure' };
    const { path, headers, body } = await ask(
      { id: 'azure/writer', provider: 'azure' },
      { azure, localModelLatencyMs },
    );
    expect(path).toBe('/openai/v1/chat/completions');
    expect(headers['api-key']).toBe('key-of-azure');
    expect(body).toMatchObject({ model: 'writer' });
  });

  // MOD-10
  it('is asked in the responses endpoint where chat completions refuse its tools, and nothing is stored there', async () => {
    const azure = { baseUrl, apiKey: 'k' };
    const { path, body } = await ask({ id: 'azure/gpt-6.1-sol', provider: 'azure' }, { azure, localModelLatencyMs });
    expect(path).toBe('/responses');
    expect(body).toMatchObject({ model: 'gpt-6.1-sol', store: false });
  });

  // MOD-10
  it('is asked in Amazon Bedrock with an API key', async () => {
    const amazonBedrock = { region: 'eu-central-1', baseUrl, apiKey: 'key-of-bedrock' };
    const id = 'amazon-bedrock/eu.anthropic.claude-sonnet-5-5';
    const { path, headers } = await ask({ id, provider: 'amazon-bedrock' }, { amazonBedrock, localModelLatencyMs });
    expect(path).toBe('/model/eu.anthropic.claude-sonnet-5-5/converse');
    expect(headers.authorization).toBe('Bearer key-of-bedrock');
  });

  // MOD-10
  it('is asked in Amazon Bedrock with a signature of an access key', async () => {
    const amazonBedrock = { region: 'eu-central-1', baseUrl, accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'hidden' };
    const entry = { id: 'eu.anthropic.claude-sonnet-5-5', provider: 'amazon-bedrock' } as const;
    const { headers } = await ask(entry, { amazonBedrock, localModelLatencyMs });
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request/,
    );
  });

  // MOD-10
  it('is asked in Vertex AI with an API key', async () => {
    const googleVertex = { baseUrl, apiKey: 'key-of-vertex' };
    const entry = { id: 'google-vertex/gemini-2.5-flash', provider: 'google-vertex' } as const;
    const { path, headers, body } = await ask(entry, { googleVertex, localModelLatencyMs });
    expect(path).toBe('/models/gemini-2.5-flash:generateContent');
    expect(headers['x-goog-api-key']).toBe('key-of-vertex');
    expect(body).toMatchObject({ generationConfig: { thinkingConfig: { thinkingBudget: 512 } } });
  });

  // MOD-10
  it('is asked in Vertex AI with the account of the machine', async () => {
    vi.stubEnv('GCE_METADATA_HOST', new URL(baseUrl).host);
    vi.stubEnv('HOME', '/nowhere');
    const googleVertex = { project: 'house', location: 'europe-west1', baseUrl };
    const entry = { id: 'gemini-4-hydrogen', provider: 'google-vertex' } as const;
    const { headers } = await ask(entry, { googleVertex, localModelLatencyMs });
    expect(headers.authorization).toBe('Bearer token-of-the-machine');
  });
});
