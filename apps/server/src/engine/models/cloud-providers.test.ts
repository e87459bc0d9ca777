import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { streamText } from 'ai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CatalogModel } from './catalog.ts';
import { openProviders } from './providers.ts';

const chatChunk = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' };
const openAiChat = [
  {
    ...chatChunk,
    choices: [{ index: 0, delta: { role: 'assistant', content: 'Answer.' }, finish_reason: null }],
  },
  { ...chatChunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  {
    ...chatChunk,
    choices: [],
    usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
  },
];
const responseOf = (status: string) => ({
  id: 'r1',
  object: 'response',
  created_at: 1,
  model: 'm',
  status,
});
const openAiResponse = [
  { type: 'response.created', response: responseOf('in_progress') },
  { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'm1' } },
  {
    type: 'response.output_text.delta',
    item_id: 'm1',
    output_index: 0,
    content_index: 0,
    delta: 'Answer.',
  },
  { type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'm1' } },
  {
    type: 'response.completed',
    response: {
      ...responseOf('completed'),
      usage: { input_tokens: 12, output_tokens: 3, total_tokens: 15 },
    },
  },
];
const converse: [string, object][] = [
  ['messageStart', { role: 'assistant' }],
  ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Answer.' } }],
  ['contentBlockStop', { contentBlockIndex: 0 }],
  ['messageStop', { stopReason: 'end_turn' }],
  ['metadata', { usage: { inputTokens: 12, outputTokens: 3, totalTokens: 15 } }],
];
const gemini = [
  {
    candidates: [
      { content: { role: 'model', parts: [{ text: 'Answer.' }] }, finishReason: 'STOP' },
    ],
    usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 3, totalTokenCount: 15 },
  },
];

const eventStream = (events: object[]) =>
  Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));

/** Writes a message of Amazon's binary event stream: lengths, headers, payload and checksums. */
function amazonEvent([type, payload]: [string, object]): Buffer {
  const header = (name: string, value: string) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(value.length);
    // In this format, type 7 is a text.
    return Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(name),
      Buffer.from([7]),
      length,
      Buffer.from(value),
    ]);
  };
  const headers = Buffer.concat([header(':event-type', type), header(':message-type', 'event')]);
  const body = Buffer.from(JSON.stringify(payload));
  const withSum = (bytes: Buffer) => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(bytes));
    return Buffer.concat([bytes, sum]);
  };
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(headers.length + body.length + 16, 0);
  lengths.writeUInt32BE(headers.length, 4);
  return withSum(Buffer.concat([withSum(lengths), headers, body]));
}

interface Seen {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

let server: Server;
let baseUrl: string;
let seen: Seen[];

/** Answers a request as the platform does whose path it has. */
function answerOf(path: string): [type: string, body: Buffer] {
  if (path.startsWith('/computeMetadata')) {
    return [
      'application/json',
      Buffer.from('{"access_token": "token-of-the-machine", "expires_in": 3600}'),
    ];
  }
  if (path.endsWith('/converse-stream')) {
    return ['application/vnd.amazon.eventstream', Buffer.concat(converse.map(amazonEvent))];
  }
  if (path.endsWith('/chat/completions')) return ['text/event-stream', eventStream(openAiChat)];
  return ['text/event-stream', eventStream(path.endsWith('/responses') ? openAiResponse : gemini)];
}

beforeEach(async () => {
  seen = [];
  server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://fake').pathname);
    const body =
      request.method === 'POST' ? ((await json(request)) as Record<string, unknown>) : {};
    seen.push({ path, headers: request.headers, body });
    const [type, answer] = answerOf(path);
    response.setHeader('content-type', type);
    // Google's library asks for this header before it believes that it runs on Google Cloud.
    response.setHeader('metadata-flavor', 'Google');
    response.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  vi.unstubAllEnvs();
  server.close();
});

async function ask(
  entry: Pick<CatalogModel, 'id' | 'provider'>,
  clouds: Parameters<typeof openProviders>[1],
) {
  const model: CatalogModel = {
    ...entry,
    tier: 'standard',
    inputPerMillion: 1,
    outputPerMillion: 1,
  };
  const open = await openProviders([model], clouds);
  const providerOptions = { openai: { promptCacheKey: 'key-of-the-run' } };
  const answer = streamText({
    model: open(model),
    prompt: 'Question?',
    maxRetries: 0,
    providerOptions,
  });
  const [text, usage] = await Promise.all([answer.text, answer.usage]);
  expect([text, usage.inputTokens, usage.outputTokens]).toEqual(['Answer.', 12, 3]);
  return seen.find(({ path }) => !path.startsWith('/computeMetadata')) as Seen;
}

describe('a model of a cloud platform', () => {
  const localModelLatencyMs = 0;

  // MOD-18, MOD-17
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

  // MOD-18
  it('is asked in the responses endpoint where chat completions refuse its tools, and nothing is stored there', async () => {
    const azure = { baseUrl, apiKey: 'k' };
    const { path, body } = await ask(
      { id: 'azure/gpt-6.1-sol', provider: 'azure' },
      { azure, localModelLatencyMs },
    );
    expect(path).toBe('/responses');
    expect(body).toMatchObject({
      model: 'gpt-6.1-sol',
      store: false,
      prompt_cache_key: 'key-of-the-run',
    });
  });

  // MOD-18
  it('is asked in Amazon Bedrock with an API key', async () => {
    const amazonBedrock = { region: 'eu-central-1', baseUrl, apiKey: 'key-of-bedrock' };
    const id = 'amazon-bedrock/eu.anthropic.claude-sonnet-5-5';
    const { path, headers } = await ask(
      { id, provider: 'amazon-bedrock' },
      { amazonBedrock, localModelLatencyMs },
    );
    expect(path).toBe('/model/eu.anthropic.claude-sonnet-5-5/converse-stream');
    expect(headers.authorization).toBe('Bearer key-of-bedrock');
  });

  // MOD-18
  it('is asked in Amazon Bedrock with a signature of an access key', async () => {
    const amazonBedrock = {
      region: 'eu-central-1',
      baseUrl,
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'hidden',
    };
    const entry = { id: 'eu.anthropic.claude-sonnet-5-5', provider: 'amazon-bedrock' } as const;
    const { headers } = await ask(entry, { amazonBedrock, localModelLatencyMs });
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request/,
    );
  });

  // MOD-18
  it('is asked in Vertex AI with an API key', async () => {
    const googleVertex = { baseUrl, apiKey: 'key-of-vertex' };
    const entry = { id: 'google-vertex/gemini-2.5-flash', provider: 'google-vertex' } as const;
    const { path, headers, body } = await ask(entry, { googleVertex, localModelLatencyMs });
    expect(path).toBe('/models/gemini-2.5-flash:streamGenerateContent');
    expect(headers['x-goog-api-key']).toBe('key-of-vertex');
    expect(body).toMatchObject({ generationConfig: { thinkingConfig: { thinkingBudget: 512 } } });
  });

  // MOD-18
  it('is asked in Vertex AI with the account of the machine', async () => {
    vi.stubEnv('GCE_METADATA_HOST', new URL(baseUrl).host);
    vi.stubEnv('HOME', '/nowhere');
    const googleVertex = { project: 'house', location: 'europe-west1', baseUrl };
    const entry = { id: 'gemini-4-hydrogen', provider: 'google-vertex' } as const;
    const { headers } = await ask(entry, { googleVertex, localModelLatencyMs });
    expect(headers.authorization).toBe('Bearer token-of-the-machine');
  });
});
