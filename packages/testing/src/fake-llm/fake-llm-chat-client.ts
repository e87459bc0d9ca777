import type { FakeLlmServer } from './fake-llm-server.ts';

/** A completion as it comes over the wire. */
export interface Completion {
  object: string;
  choices: {
    message: { content: string; reasoning_content?: string };
    finish_reason: string;
  }[];
  usage?: {
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
    prompt_tokens_details: { cached_tokens: number };
    completion_tokens_details: { reasoning_tokens: number };
  };
}

/** The content of a received stream. */
interface StreamedCompletion {
  text: string;
  reasoning: string;
  /** The deltas of the text, in order. */
  deltas: string[];
  finishReason: string | null;
  usage: Completion['usage'] | null;
  /** Every line but the empty ones. */
  lines: string[];
}

/** Posts a chat completion request. */
export function postChat(
  server: FakeLlmServer,
  body: object | string,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-key-of-the-caller' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** Requests a completion and reads it. */
export async function complete(server: FakeLlmServer, body: object) {
  const completion = (await (await postChat(server, body)).json()) as Completion;
  const [choice] = completion.choices;
  return {
    ...completion,
    text: choice?.message.content ?? '',
    finishReason: choice?.finish_reason,
    choice,
  };
}

/** Requests a completion as a stream with usage and reads it to its end. */
export async function streamChat(server: FakeLlmServer, body: object): Promise<StreamedCompletion> {
  const response = await postChat(server, {
    ...body,
    stream: true,
    stream_options: { include_usage: true },
  });
  const lines = (await response.text()).split('\n').filter(Boolean);
  const chunks = lines
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.replace(/^data: /, '')));
  const choices = chunks.flatMap((chunk) => chunk.choices ?? []);
  const deltas = choices.flatMap(({ delta }) => delta.content ?? []).filter(Boolean);
  return {
    text: deltas.join(''),
    reasoning: choices.map(({ delta }) => delta.reasoning_content ?? '').join(''),
    deltas,
    finishReason:
      choices.findLast((choice) => choice.finish_reason !== null)?.finish_reason ?? null,
    usage: chunks.at(-1)?.usage ?? null,
    lines,
  };
}
