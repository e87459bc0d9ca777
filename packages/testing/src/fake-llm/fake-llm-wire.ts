import type { IncomingMessage } from 'node:http';

/** The part of OpenAI's chat completion request that the fake server reads. */
export interface ChatRequest {
  model: string;
  messages: {
    role: string;
    content?: string | { type: string; text?: string }[] | null;
    tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
    tool_call_id?: string;
  }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean } | null;
  max_tokens?: number | null;
  max_completion_tokens?: number | null;
  tools?: { type: string; function: { name: string; description?: string; parameters?: unknown } }[];
  tool_choice?: unknown;
  response_format?: { type: string; json_schema?: { name?: string; schema?: unknown } } | null;
}

/** A tool that the fake model requests. `arguments` is the text on the wire, JSON or not. */
export interface WireToolCall {
  name: string;
  arguments: string;
}

export interface ChatAnswer {
  id: string;
  createdS: number;
  model: string;
  text: string;
  toolCalls: WireToolCall[];
  finishReason: 'stop' | 'length' | 'tool_calls';
  inputTokens: number;
  outputTokens: number;
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
  return body as ChatRequest;
}

/** Returns all text of the messages with one of the roles, in order. */
export function messageText(request: ChatRequest, roles: string[]): string {
  return request.messages
    .filter((message) => roles.includes(message.role))
    .map(({ content }) =>
      typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n'),
    )
    .join('\n\n');
}

/** Makes OpenAI's error body. */
export function errorBody(message: string, type: string, code: string | null): string {
  return JSON.stringify({ error: { message, type, param: null, code } });
}

function usage({ inputTokens, outputTokens }: ChatAnswer) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
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
          refusal: null,
          annotations: [],
          ...(answer.toolCalls.length > 0 && { tool_calls: toolCallsOf(answer) }),
        },
        logprobs: null,
        finish_reason: answer.finishReason,
      },
    ],
    usage: usage(answer),
    system_fingerprint: 'fp_fake',
  });
}

/** Makes the `data:` lines of a streamed chat completion, with usage last if requested, then `[DONE]`. */
export function* completionEvents(answer: ChatAnswer, includeUsage: boolean): Generator<string> {
  const chunk = (choices: unknown[], rest: object = {}) =>
    `data: ${JSON.stringify({
      id: answer.id,
      object: 'chat.completion.chunk',
      created: answer.createdS,
      model: answer.model,
      system_fingerprint: 'fp_fake',
      choices,
      ...(includeUsage && { usage: null }),
      ...rest,
    })}\n\n`;
  const choice = (delta: object, finishReason: string | null = null) => [
    { index: 0, delta, logprobs: null, finish_reason: finishReason },
  ];
  yield chunk(choice({ role: 'assistant', content: '', refusal: null }));
  for (const word of answer.text.match(/\s*\S+\s*/g) ?? []) yield chunk(choice({ content: word }));
  for (const [index, call] of toolCallsOf(answer).entries()) yield chunk(choice({ tool_calls: [{ index, ...call }] }));
  yield chunk(choice({}, answer.finishReason));
  if (includeUsage) yield chunk([], { usage: usage(answer) });
  yield 'data: [DONE]\n\n';
}
