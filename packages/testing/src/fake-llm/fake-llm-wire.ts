import type { IncomingMessage } from 'node:http';

/** A part of a message: text or an image. */
export interface MessagePart {
  type: string;
  text?: string;
  image_url?: { url?: string };
}

/** The part of OpenAI's chat completion request that the fake server reads. */
export interface ChatRequest {
  model: string;
  messages: {
    role: string;
    content?: string | MessagePart[] | null;
    tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
    tool_call_id?: string;
  }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean } | null;
  max_tokens?: number | null;
  max_completion_tokens?: number | null;
  reasoning_effort?: string | null;
  tools?: { type: string; function: { name: string; description?: string; parameters?: unknown } }[];
  tool_choice?: unknown;
  response_format?: { type: string; json_schema?: { name?: string; schema?: unknown } } | null;
}

/** A tool that the fake model requests. `arguments` is the text on the wire, JSON or not. */
export interface WireToolCall {
  name: string;
  arguments: string;
}

/** Answer of a scripted call: a text, or the tools that it requests. Null leaves the answer to the built-in writer. */
export type ScriptedAnswer = string | { toolCalls: WireToolCall[] } | null;

/** An answer as it goes on the wire. */
export interface ChatAnswer {
  id: string;
  createdS: number;
  model: string;
  /** Thoughts in the field `reasoning_content`; empty for none. */
  reasoning: string;
  text: string;
  toolCalls: WireToolCall[];
  finishReason: 'stop' | 'length' | 'tool_calls';
  inputTokens: number;
  cachedInputTokens: number;
  /** Including the reasoning. */
  outputTokens: number;
  reasoningTokens: number;
  /** Whether the answer tells its tokens. */
  reportsUsage: boolean;
  /** Changes the usage that is told. */
  tellsUsage: (usage: ReturnType<typeof trueUsage>) => unknown;
  /** Whether every event of a stream tells the usage. */
  tellsUsageOften: boolean;
}

const maxRequestBytes = 16 * 1_048_576;

/** Reads a request's body as text. Returns null if it is larger than 16 MB. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes <= maxRequestBytes) chunks.push(chunk);
  }
  return sizeBytes > maxRequestBytes ? null : Buffer.concat(chunks).toString('utf8');
}

/** Reads a chat completion request. Returns OpenAI's message as a string if it is wrong. */
export function parseChatRequest(text: string): ChatRequest | string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'We could not parse the JSON body of your request.';
  }
  if (typeof body !== 'object' || body === null) return 'The body of the request must be a JSON object.';
  if (!('model' in body) || typeof body.model !== 'string') return 'you must provide a model parameter';
  if (!('messages' in body) || !Array.isArray(body.messages) || body.messages.length === 0) {
    return "Missing required parameter: 'messages'.";
  }
  const request = body as ChatRequest;
  const foreign = imagesOf(request).find((url) => !imageData.test(url));
  return foreign === undefined ? request : `Failed to download image from ${foreign.slice(0, 100)}.`;
}

const imageData = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/;

/** Returns the data URLs of the images in a request's user messages, in order. */
export function imagesOf(request: ChatRequest): string[] {
  return request.messages.flatMap(({ role, content }) =>
    role === 'user' && Array.isArray(content) ? imagePartsOf(content) : [],
  );
}

/** Returns the addresses of the images among parts of a message. */
export function imagePartsOf(parts: MessagePart[]): string[] {
  return parts.flatMap(({ type, image_url: image }) => (type === 'image_url' ? [image?.url ?? ''] : []));
}

/** Returns the most output tokens that a request allows, or `none` if it sets no cap. */
export function readCap(request: ChatRequest, none: number): number {
  return request.max_completion_tokens ?? request.max_tokens ?? none;
}

/** Returns all text of the messages with one of the roles, in order. */
export function messageText(request: ChatRequest, roles: string[]): string {
  return request.messages
    .filter((message) => roles.includes(message.role))
    .map(({ content }) =>
      typeof content === 'string' ? content : (content ?? []).flatMap(({ text }) => text ?? []).join('\n'),
    )
    .join('\n\n');
}

/** Makes OpenAI's error body. */
export function errorBody(message: string, type: string, code: string | null): string {
  return JSON.stringify({ error: { message, type, param: null, code } });
}

function usage(answer: ChatAnswer): unknown {
  return answer.tellsUsage(trueUsage(answer));
}

function trueUsage({ inputTokens, cachedInputTokens, outputTokens, reasoningTokens }: ChatAnswer) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoningTokens, audio_tokens: 0 },
  };
}

function toolCallsOf({ id, toolCalls }: ChatAnswer) {
  return toolCalls.map(({ name, arguments: given }, index) => ({
    id: `call_${id}_${index + 1}`,
    type: 'function',
    function: { name, arguments: given },
  }));
}

/** Makes the body of a chat completion that is not streamed. */
export function completionBody(answer: ChatAnswer): string {
  return JSON.stringify({
    id: answer.id,
    object: 'chat.completion',
    created: answer.createdS,
    model: answer.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.text === '' && answer.toolCalls.length > 0 ? null : answer.text,
          ...(answer.reasoning !== '' && { reasoning_content: answer.reasoning }),
          refusal: null,
          annotations: [],
          ...(answer.toolCalls.length > 0 && { tool_calls: toolCallsOf(answer) }),
        },
        logprobs: null,
        finish_reason: answer.finishReason,
      },
    ],
    ...(answer.reportsUsage && { usage: usage(answer) }),
    system_fingerprint: 'fp_fake',
  });
}

/** How a completion is streamed. */
export interface StreamForm {
  includeUsage: boolean;
  /** Deltas of the text. Shorter texts are padded with empty deltas. Null: as many as the text needs. */
  textDeltas: number | null;
}

/** Makes the `data:` events of a streamed chat completion: thoughts, text, tools, usage if requested, then `[DONE]`. */
export function* completionEvents(answer: ChatAnswer, { includeUsage, textDeltas }: StreamForm): Generator<string> {
  const chunk = (choices: unknown[], rest: object = {}) =>
    `data: ${JSON.stringify({
      id: answer.id,
      object: 'chat.completion.chunk',
      created: answer.createdS,
      model: answer.model,
      system_fingerprint: 'fp_fake',
      choices,
      ...(includeUsage && { usage: answer.tellsUsageOften ? usage(answer) : null }),
      ...rest,
    })}\n\n`;
  const choice = (delta: object, finishReason: string | null = null) => [
    { index: 0, delta, logprobs: null, finish_reason: finishReason },
  ];
  yield chunk(choice({ role: 'assistant', content: '', refusal: null }));
  for (const piece of splitText(answer.reasoning, null)) yield chunk(choice({ reasoning_content: piece }));
  for (const piece of splitText(answer.text, textDeltas)) yield chunk(choice({ content: piece }));
  for (const [index, call] of toolCallsOf(answer).entries()) {
    const { name, arguments: given } = call.function;
    yield chunk(choice({ tool_calls: [{ index, ...call, function: { name, arguments: '' } }] }));
    for (const piece of splitText(given, null)) {
      yield chunk(choice({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
  }
  yield chunk(choice({}, answer.finishReason));
  if (includeUsage) yield chunk([], { usage: usage(answer) });
  yield 'data: [DONE]\n\n';
}

/** Splits a text into `count` pieces, or into some of 16 characters and more, at most 400. Words may be split. */
export function splitText(text: string, count: number | null): string[] {
  const size = Math.max(count === null ? 16 : 1, Math.ceil(text.length / (count ?? 400)));
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? [];
  const missing = Math.max(0, (count ?? 0) - pieces.length);
  return [...new Array<string>(missing).fill(''), ...pieces];
}
