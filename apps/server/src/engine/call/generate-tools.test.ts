import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { createAnthropic } from '@ai-sdk/anthropic';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newFence } from '../../../testing/engine/new-fence.ts';
import { sampleRequest } from '../../../testing/engine/sample-prompt.ts';
import { createLanguageModel } from '../models/providers.ts';
import { renderToolResults } from '../tools/tool-turns.ts';
import { generate } from './generate.ts';
import type { OfferedTools } from './model-call.ts';
import { toMessages } from './prepare-prompt.ts';
import { type FinishedTurn, searchContextTool, type ToolTurn } from './tool-types.ts';

const sources = [{ id: 'src1', title: 'Report', location: 'page 4', text: 'Sales grew by 14 %.' }];
const fence = newFence();
const search: ToolTurn = {
  text: 'Let me look.',
  toolCalls: [
    {
      id: 'call_1',
      name: 'search_context',
      input: { query: 'sales growth', limit: 6 },
      refusal: null,
    },
    { id: 'call_2', name: 'pay', input: {}, refusal: 'There is no tool pay for you.' },
  ],
};
const searched: FinishedTurn = {
  ...search,
  results: renderToolResults(
    search,
    [{ callId: 'call_1', kind: 'passages', hits: [{ source: 0, position: 0, length: 19 }] }],
    { texts: sources, fence, maxBytes: 24_000 },
  ),
  findings: [],
  isOpen: false,
};

function newOffer(turns: FinishedTurn[], open = true): OfferedTools {
  return { tools: [searchContextTool], open, turns: turns.flatMap(toMessages) };
}

function ask(
  model: LanguageModelV4,
  offer: OfferedTools,
  parts = [{ text: 'Write the document.', cache: false }],
) {
  return generate({
    ...sampleRequest(),
    model,
    offer,
    purpose: 'draft',
    input: null,
    system: 'You write.',
    schema: null,
    parts,
  });
}

describe('on the wire of an OpenAI-compatible server', () => {
  let server: FakeLlmServer;
  let model: LanguageModelV4;
  beforeEach(async () => {
    server = await startFakeLlmServer();
    model = createLanguageModel(
      {
        id: 'm',
        provider: 'openai-compatible',
        tier: 'standard',
        inputPerMillion: 1,
        outputPerMillion: 4,
      },
      { openaiCompatible: { baseUrl: server.baseUrl, models: ['m'] }, localModelLatencyMs: 0 },
    );
  });
  afterEach(() => server.close());

  it('tools are offered, and a turn that asks for them is returned with its tokens', async () => {
    const search = { name: 'search_context', arguments: '{"query":"sales","limit":2}' };
    server.respondWith(() => ({
      toolCalls: [search, { name: 'pay', arguments: '{}' }, { ...search, arguments: '{"qu' }],
    }));
    const result = await ask(model, newOffer([]));
    expect(
      result.toolTurn?.toolCalls.map(({ name, input, refusal }) => [name, input, refusal]),
    ).toEqual([
      ['search_context', { query: 'sales', limit: 2 }, null],
      ['pay', expect.any(Object), 'There is no tool pay for you.'],
      ['search_context', expect.any(Object), expect.stringContaining('does not fit')],
    ]);
    const [call] = server.meter.calls;
    expect(result.usage).toMatchObject({
      inputTokens: call?.inputTokens,
      outputTokens: call?.outputTokens,
    });
    expect(call?.body.tools).toMatchObject([
      { type: 'function', function: { name: 'search_context' } },
    ]);
    expect(server.meter.calls).toHaveLength(1);
  });

  it('results are sent back with the ids of their calls, fenced, and the answer is returned', async () => {
    server.respondWith(() => '# Done');
    expect(await ask(model, newOffer([searched]))).toMatchObject({
      text: '# Done',
      toolTurn: null,
    });
    const [, , assistant, found, refused] = server.meter.calls[0]?.body.messages ?? [];
    expect(assistant).toMatchObject({
      role: 'assistant',
      tool_calls: [
        {
          id: 'call_1',
          function: { name: 'search_context', arguments: '{"query":"sales growth","limit":6}' },
        },
        { id: 'call_2' },
      ],
    });
    expect(found).toMatchObject({ role: 'tool', tool_call_id: 'call_1' });
    expect(found?.content).toContain(`[[${fence} BEGIN found passage 1]]\nTitle: Report\n`);
    expect(refused).toMatchObject({
      tool_call_id: 'call_2',
      content: 'Refused: There is no tool pay for you.',
    });
  });

  it('the last turn offers no tools, and a request for one is an invalid answer', async () => {
    server.respondWith(() => ({
      toolCalls: [{ name: 'search_context', arguments: '{"query":"x"}' }],
    }));
    await expect(ask(model, newOffer([searched], false))).rejects.toMatchObject({
      kind: 'invalid_output',
      retryable: true,
      billing: { inputTokens: expect.any(Number) },
    });
    expect(server.meter.calls[0]?.body.tools).toBeUndefined();
  });
});

type AnthropicBlock =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: object };

/**
 * Returns the events with which Anthropic's API streams these blocks. 700 of its 1,000 input tokens
 * come from the cache.
 */
function anthropicEvents(blocks: AnthropicBlock[]): { type: string; [field: string]: unknown }[] {
  const usage = {
    input_tokens: 100,
    cache_read_input_tokens: 700,
    cache_creation_input_tokens: 200,
    output_tokens: 1,
  };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: [],
    usage,
  };
  const stopReason = blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
  return [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    ...blocks.flatMap((block, index) => [
      {
        type: 'content_block_start',
        index,
        content_block: block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} },
      },
      {
        type: 'content_block_delta',
        index,
        delta:
          block.type === 'text'
            ? { type: 'text_delta', text: block.text }
            : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      },
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: 20 },
    },
    { type: 'message_stop' },
  ];
}

describe("on the wire of Anthropic's API", () => {
  let server: Server;
  let bodies: {
    tools?: unknown;
    tool_choice?: unknown;
    messages: { role: string; content: unknown }[];
  }[];
  let content: AnthropicBlock[];
  let model: LanguageModelV4;
  beforeEach(async () => {
    bodies = [];
    server = createServer(async (request, response) => {
      bodies.push(JSON.parse(await readText(request)));
      response.setHeader('content-type', 'text/event-stream');
      response.end(
        anthropicEvents(content)
          .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
          .join(''),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    model = createAnthropic({ apiKey: 'k', baseURL: `http://127.0.0.1:${port}/v1` })(
      'claude-sonnet-4-5',
    );
  });
  afterEach(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });

  it('tool calls and results are its own blocks; the last turn lists the tools with choice none', async () => {
    content = [
      { type: 'text', text: 'I look it up.' },
      { type: 'tool_use', id: 'toolu_1', name: 'search_context', input: { query: 'sales' } },
    ];
    const asked = await ask(model, newOffer([]));
    expect(asked).toMatchObject({
      usage: {
        inputTokens: 1_000,
        cachedInputTokens: 700,
        cacheWriteTokens: 200,
        outputTokens: 20,
      },
      toolTurn: {
        text: 'I look it up.',
        toolCalls: [{ id: 'toolu_1', input: { query: 'sales', limit: 6 }, refusal: null }],
      },
    });
    expect(bodies[0]?.tools).toMatchObject([
      { name: 'search_context', input_schema: { type: 'object' } },
    ]);

    content = [{ type: 'text', text: '# Done' }];
    expect(await ask(model, newOffer([searched], false))).toMatchObject({
      text: '# Done',
      toolTurn: null,
    });
    expect(bodies[1]).toMatchObject({
      tools: [{ name: 'search_context' }],
      tool_choice: { type: 'none' },
    });
    expect(bodies[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    const results = bodies[1]?.messages[2]?.content;
    expect(results).toMatchObject([
      { type: 'tool_result', tool_use_id: 'call_1' },
      { tool_use_id: 'call_2' },
    ]);
    expect(JSON.stringify(results)).toContain(`${fence} BEGIN found passage 1`);
  });

  // PRO-21
  it('the parts that later calls share carry the marks for its cache', async () => {
    content = [{ type: 'text', text: '# Done' }];
    await ask(model, newOffer([]), [
      { text: 'The brief.', cache: true },
      { text: 'The assignment.', cache: false },
    ]);
    expect(bodies[0]?.messages[0]?.content).toEqual([
      { type: 'text', text: 'The brief.', cache_control: { type: 'ephemeral' } },
      { type: 'text', text: 'The assignment.' },
    ]);
  });
});
