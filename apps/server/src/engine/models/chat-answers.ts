import { createParser } from 'eventsource-parser';
import { isRecord, pathOf } from './model-fetch.ts';

/**
 * Brings the answers of servers of OpenAI's chat protocol to one form before the SDK reads them: a
 * stream of chunks with every field in the type that OpenAI documents. What says nothing is passed
 * over, because one odd event must not cost a paid answer.
 */
export function normalizeChatAnswers(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null || !pathOf(input).endsWith('/chat/completions'))
      return response;
    const chunks = readChunks(response.body);
    const head = await readHead(chunks);
    if (head.error !== null) {
      await chunks.return();
      return refuse(head.error, response);
    }
    return new Response(streamOf(head, chunks), {
      headers: headersOf(response, 'text/event-stream'),
    });
  };
}

/** The first chunks of a body, up to one that says something. */
interface Head {
  chunks: Chunk[];
  isOver: boolean;
  /** An error in place of an answer. */
  error: SentError | null;
  /** Why the body cannot be read further; null if it can. */
  failure: unknown;
}

async function readHead(chunks: AsyncGenerator<Chunk, void>): Promise<Head> {
  const head: Head = { chunks: [], isOver: false, error: null, failure: null };
  try {
    for (;;) {
      const { value } = await chunks.next();
      if (value === undefined) return { ...head, isOver: true };
      if ('error' in value) return { ...head, error: value.error };
      head.chunks.push(value);
      if (!saysNothing(value)) return head;
    }
  } catch (failure) {
    return { ...head, failure };
  }
}

/**
 * An error that a server sends with the status 200 before any answer is what its own status says.
 */
function refuse(error: SentError, response: Response): Response {
  const { status, ...body } = error;
  const headers = headersOf(response, 'application/json');
  return new Response(JSON.stringify({ error: body }), { status, headers });
}

function headersOf(response: Response, contentType: string): Headers {
  const headers = new Headers(response.headers);
  headers.set('content-type', contentType);
  for (const name of ['content-length', 'content-encoding']) headers.delete(name);
  return headers;
}

interface SentError {
  message: string;
  type: string | null;
  code: string | number | null;
  param: string | null;
  status: number;
}

interface ToolCallDelta {
  index: number;
  id?: string;
  type: 'function';
  function: { name?: string; arguments: string };
  extra_content?: unknown;
}

interface Delta {
  role?: 'assistant';
  content?: string;
  reasoning_content?: string;
  refusal?: string;
  tool_calls?: ToolCallDelta[];
}

interface CompletionChunk {
  id: string;
  object: 'chat.completion.chunk';
  created: number;
  model: string;
  choices: { index: 0; delta: Delta; finish_reason: string | null }[];
  usage?: object | null;
}

/** An event for the SDK. `unreadable` is passed on for the SDK to say what is wrong with it. */
type Chunk = CompletionChunk | { error: SentError } | { unreadable: string };

const saysNothing = (chunk: Chunk): boolean =>
  'choices' in chunk &&
  chunk.choices.every(({ delta, finish_reason: reason }) => {
    return (
      reason === null &&
      !delta.content &&
      !delta.reasoning_content &&
      !delta.refusal &&
      !delta.tool_calls
    );
  });

function streamOf(head: Head, chunks: AsyncGenerator<Chunk, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const write = (chunk: Chunk) => {
    return encoder.encode(
      `data: ${'unreadable' in chunk ? chunk.unreadable : JSON.stringify(chunk)}\n\n`,
    );
  };
  return new ReadableStream({
    start(controller) {
      for (const chunk of head.chunks) controller.enqueue(write(chunk));
      if (head.isOver) controller.close();
      else if (head.failure !== null) controller.error(head.failure);
    },
    async pull(controller) {
      const { value } = await chunks.next();
      if (value === undefined) controller.close();
      else controller.enqueue(write(value));
    },
    async cancel() {
      await chunks.return();
    },
  });
}

/**
 * Yields the chunks of a body, the last with the end of the answer if the server did not say it.
 */
async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Chunk, void> {
  const reader = createChunkReader();
  let foreign = '';
  let isRecognized = false;
  let isClosed = false;
  for await (const event of readEvents(body)) {
    if (event.kind === 'done') {
      isClosed = true;
      continue;
    }
    if (event.kind === 'text') {
      foreign ||= event.text;
      if (event.isError) yield { error: readError({ message: event.text }) };
      else if (/^[{[]/.test(event.text)) yield { unreadable: event.text.replaceAll('\n', ' ') };
      continue;
    }
    isRecognized = true;
    isClosed ||= event.isWhole;
    const chunk = reader.read(event.value, event.isError);
    if (chunk !== null) yield chunk;
  }
  if (!isRecognized && foreign !== '')
    yield { unreadable: foreign.slice(0, 200).replaceAll('\n', ' ') };
  else if (!reader.hasEnded()) yield reader.end(isClosed);
}

type ServerEvent =
  /** `isWhole`: the value is a body of its own, so that nothing of it can be missing. */
  | { kind: 'object'; value: Record<string, unknown>; isError: boolean; isWhole: boolean }
  | { kind: 'text'; text: string; isError: boolean }
  | { kind: 'done' };

/**
 * Yields the events of a body by its first character and not by its content type: an event stream,
 * or JSON in one piece or one value a line.
 */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void> {
  let queue: ServerEvent[] = [];
  const parser = createParser({
    onEvent: ({ data, event }) => void queue.push(...readData(data, event === 'error', false)),
  });
  let json: string[] | null = null;
  let start = '';
  for await (const text of body.pipeThrough(
    new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>,
  )) {
    if (json !== null) json.push(text);
    else if (start.trim() !== '') parser.feed(text);
    else {
      start += text;
      if (/^\s*[{[]/.test(start)) json = [start];
      else if (start.trim() !== '') parser.feed(start.trimStart());
    }
    yield* queue;
    queue = [];
  }
  if (json !== null) return yield* readData(json.join(''), false, true);
  // The last event may lack its end.
  parser.feed('\n\n');
  yield* queue;
  if (start.trim() !== '' && !/^\s*(?:data|event|id|retry)?:/.test(start)) {
    yield { kind: 'text', text: start.trim(), isError: false };
  }
}

/** Reads what an event holds: JSON, several lines of it, or words such as `ping`. */
function readData(data: string, isError: boolean, isWhole: boolean): ServerEvent[] {
  const text = data.trim();
  if (text === '') return [];
  if (/^\[?done\]?$/i.test(text)) return [{ kind: 'done' }];
  const value = parse(text);
  if (Array.isArray(value)) {
    return value
      .filter(isRecord)
      .map((item) => ({ kind: 'object', value: item, isError, isWhole }));
  }
  if (isRecord(value)) return [{ kind: 'object', value, isError, isWhole }];
  if (value !== undefined) return [];
  const lines = text.split('\n');
  if (lines.length > 1)
    return lines.flatMap((line) => readData(line.replace(/^data:/, ''), isError, false));
  return [{ kind: 'text', text, isError }];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface ChunkReader {
  /** Returns the chunk that an object stands for, or null if it says nothing. */
  read(value: Record<string, unknown>, isError: boolean): Chunk | null;
  hasEnded(): boolean;
  /** Makes the chunk of an end that the server did not name. An answer that was closed is whole. */
  end(isClosed: boolean): Chunk;
}

function createChunkReader(): ChunkReader {
  const about = { id: 'chat', created: 0, model: '' };
  const calls = createCallReader();
  let usageBefore: PaidCounts | null = null;
  let hasText = false;
  let comesInDeltas = false;
  let hasEnded = false;
  const chunkOf = (
    choices: CompletionChunk['choices'],
    usage?: object | null,
  ): CompletionChunk => ({
    ...about,
    object: 'chat.completion.chunk',
    choices,
    ...(usage !== undefined && { usage }),
  });
  return {
    read(sent, isError) {
      const value = unwrap(sent);
      const choice = firstChoice(value);
      const failure = errorOf(value, choice, isError);
      if (failure !== null) {
        hasEnded = true;
        return { error: readError(failure) };
      }
      about.id = nameOf(value['id']) ?? about.id;
      about.model = nameOf(value['model']) ?? about.model;
      about.created = typeof value['created'] === 'number' ? value['created'] : about.created;
      const told = value['usage'] ?? choice?.['usage'] ?? readField(value['x_groq'], 'usage');
      const usage = isRecord(told) ? readChatUsage(told, usageBefore) : undefined;
      usageBefore = usage ?? usageBefore;
      if (choice === null) return usage === undefined ? null : chunkOf([], usage);
      const delta = readDelta(choice, comesInDeltas, calls);
      const reason = readReason(
        choice['finish_reason'] ?? choice['finishReason'] ?? value['done_reason'],
      );
      const isText = delta.content !== undefined;
      hasText ||= isText;
      comesInDeltas ||= (isText || delta.tool_calls !== undefined) && isRecord(choice['delta']);
      hasEnded ||= reason !== null;
      return chunkOf([{ index: 0, delta, finish_reason: reason }], usage);
    },
    hasEnded: () => hasEnded,
    end(isClosed) {
      const natural = calls.count() > 0 ? 'tool_calls' : 'stop';
      const isWhole = isClosed || (!hasText && calls.count() === 0);
      return chunkOf([
        { index: 0, delta: {}, finish_reason: isWhole ? natural : 'connection closed' },
      ]);
    },
  };
}

/** Objects in which gateways put a completion. */
const wrappers = ['data', 'result', 'output', 'response'];

function unwrap(value: Record<string, unknown>): Record<string, unknown> {
  if (Array.isArray(value['choices'])) return value;
  const inner = wrappers
    .map((name) => value[name])
    .find((item) => isRecord(item) && Array.isArray(item['choices']));
  return isRecord(inner) ? { ...value, ...inner } : value;
}

/**
 * Returns the first choice. Without choices, an object with a message of its own is one, as in
 * Ollama's protocol.
 */
function firstChoice(value: Record<string, unknown>): Record<string, unknown> | null {
  const { choices } = value;
  const first = Array.isArray(choices)
    ? choices.find(isRecord)
    : isRecord(choices)
      ? choices
      : undefined;
  if (isRecord(first)) return first;
  const isMessage = isRecord(value['message']) && 'content' in value['message'];
  return isMessage ? value : null;
}

const readField = (value: unknown, name: string): unknown =>
  isRecord(value) ? value[name] : undefined;

const nameOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;

/**
 * A message counts only where the answer does not come in deltas, because some servers repeat it
 * whole at the end.
 */
function readDelta(
  choice: Record<string, unknown>,
  comesInDeltas: boolean,
  calls: CallReader,
): Delta {
  const { delta: piece, message, text } = choice;
  const sent = isRecord(piece) ? piece : isRecord(message) && !comesInDeltas ? message : {};
  const content = readText(
    sent['content'] ?? (isRecord(piece) || comesInDeltas ? undefined : text),
  );
  const reasoning = readText(
    sent['reasoning_content'] ?? sent['reasoning'] ?? sent['thinking'],
    'any',
  );
  const thoughts = `${reasoning}${readThoughts(sent['content'])}`;
  const asked = [sent['tool_calls'] ?? [], sent['function_call'] ?? []].flat().filter(isRecord);
  const toolCalls = asked.map(calls.read);
  return {
    ...(content !== '' && { content }),
    ...(thoughts !== '' && { reasoning_content: thoughts }),
    ...(typeof sent['refusal'] === 'string' &&
      sent['refusal'] !== '' && { refusal: sent['refusal'] }),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  };
}

/** Joins text that may be in parts. Parts of thoughts count only where any part does. */
function readText(content: unknown, parts: 'text' | 'any' = 'text'): string {
  if (typeof content === 'string') return content;
  if (isRecord(content))
    return readText(content['text'] ?? content['parts'] ?? content['value'] ?? '', parts);
  if (!Array.isArray(content)) return '';
  return content
    .filter((part) => parts === 'any' || !isThought(part))
    .map((part) => readText(part, parts))
    .join('');
}

const isThought = (part: unknown): boolean =>
  /think|reason/i.test(String(readField(part, 'type') ?? ''));

function readThoughts(content: unknown): string {
  if (!Array.isArray(content)) return '';
  const thoughts = content.filter(isThought);
  return thoughts
    .map((part) => readText(readField(part, 'thinking') ?? readField(part, 'text') ?? '', 'any'))
    .join('');
}

/** Returns a reason as text, or null for none: blank, `null`, or not there. */
function readReason(reason: unknown): string | null {
  const word = isRecord(reason) ? (reason['type'] ?? reason['reason']) : reason;
  const text = nameOf(word)?.trim() ?? '';
  return /^(?:null|none|unset)?$/i.test(text) ? null : text;
}

interface CallReader {
  read(call: Record<string, unknown>): ToolCallDelta;
  count(): number;
}

/**
 * Gives pieces of tool calls the index that a server left out: a name begins a call, and others
 * continue the last.
 */
function createCallReader(): CallReader {
  let count = 0;
  let last = { name: '', input: '' };
  return {
    count: () => count,
    read(call) {
      const inner = isRecord(call['function']) ? call['function'] : call;
      const name = nameOf(inner['name'])?.trim() ?? '';
      const input = readArguments(inner['arguments'] ?? inner['parameters']);
      // Some servers repeat the name in every piece.
      const isRepeated = name === last.name && parse(last.input) === undefined;
      const isNew = name !== '' && !(count > 0 && isRepeated);
      if (isNew) count += 1;
      last = isNew ? { name, input } : { ...last, input: last.input + input };
      const given = call['index'];
      const id = nameOf(call['id']);
      return {
        index:
          typeof given === 'number' && Number.isInteger(given) ? given : Math.max(0, count - 1),
        ...(id !== undefined && id !== '' && { id }),
        type: 'function',
        function: { ...(isNew && { name }), arguments: input },
        ...('extra_content' in call && { extra_content: call['extra_content'] }),
      };
    },
  };
}

/** An empty object stands for arguments that follow in pieces, or for none. */
function readArguments(given: unknown): string {
  if (typeof given === 'string') return given;
  if (typeof given !== 'object' || given === null || Object.keys(given).length === 0) return '';
  return JSON.stringify(given);
}

/** Returns what tells a failure: an `error` anywhere in the event, or an event that is one. */
function errorOf(
  value: Record<string, unknown>,
  choice: Record<string, unknown> | null,
  isError: boolean,
): Record<string, unknown> | null {
  const told = value['error'] ?? choice?.['error'] ?? readField(choice?.['delta'], 'error');
  if (typeof told === 'string' && told !== '') return { ...value, message: told };
  if (isRecord(told) && hasMeaning(told)) return { status: value['status'], ...told };
  const isNamed = value['object'] === 'error' || value['type'] === 'error';
  const code = Number(value['code'] ?? value['status'] ?? value['status_code']);
  const isBare = choice === null && code >= 400 && code < 600;
  return isError || isNamed || isBare ? value : null;
}

/** Some servers send an error without words and with the code 0 in every event. */
function hasMeaning(error: Record<string, unknown>): boolean {
  return Object.values(error).some(
    (value) => ![0, '0', '', null, false, undefined].includes(value as null),
  );
}

/** Statuses by the words of errors that have no number. */
const statusWords: readonly [RegExp, number][] = [
  [/rate.?limit|too many requests|quota|throttl/i, 429],
  [/invalid.?(api.?)?key|authenti|unauthori/i, 401],
  [/overloaded|unavailable|capacity|timed? ?out/i, 503],
  [
    /invalid_request|bad.?request|context.?length|not supported|unsupported|extra inputs|unrecogni/i,
    400,
  ],
];

function readError(error: Record<string, unknown>): SentError {
  const message = [error['message'], error['msg'], error['detail'], error['reason']].find(
    (item) => typeof item === 'string' && item !== '',
  );
  const text = typeof message === 'string' ? message : JSON.stringify(error).slice(0, 500);
  const code =
    typeof error['code'] === 'string' || typeof error['code'] === 'number' ? error['code'] : null;
  const type = typeof error['type'] === 'string' ? error['type'] : null;
  const numbers = [error['status'], error['status_code'], code].map(Number);
  const named = numbers.find((number) => Number.isInteger(number) && number >= 400 && number < 600);
  const worded = statusWords.find(([words]) =>
    words.test(`${type ?? ''} ${code ?? ''} ${text}`),
  )?.[1];
  const param = typeof error['param'] === 'string' ? error['param'] : null;
  return { message: text, type, code, param, status: named ?? worded ?? 502 };
}

/** Limits the number that is taken as a token count. */
const maxCount = 100_000_000;

interface PaidCounts {
  prompt_tokens: number;
  completion_tokens: number;
}

/**
 * Returns OpenAI's form of a usage: strings, fractions, missing or renamed counts are read. Null
 * without both paid counts, so that the call settles at its bound (`readUsage`). A count never
 * falls below an earlier one.
 */
function readChatUsage(
  usage: Record<string, unknown>,
  before: PaidCounts | null,
): (PaidCounts & Record<string, unknown>) | null {
  const total = readCount(usage['total_tokens']);
  const asked = readCount(usage['prompt_tokens'] ?? usage['input_tokens'] ?? usage['promptTokens']);
  const written = readCount(
    usage['completion_tokens'] ?? usage['output_tokens'] ?? usage['completionTokens'],
  );
  const prompt = asked ?? difference(total, written);
  const completion = written ?? difference(total, asked);
  if (prompt === undefined || completion === undefined) return null;
  return {
    prompt_tokens: Math.max(prompt, before?.prompt_tokens ?? 0),
    completion_tokens: Math.max(completion, before?.completion_tokens ?? 0),
    prompt_tokens_details: readDetails(usage['prompt_tokens_details']),
    completion_tokens_details: readDetails(usage['completion_tokens_details']),
  };
}

const difference = (total?: number, part?: number) =>
  total === undefined || part === undefined || total < part ? undefined : total - part;

function readDetails(details: unknown): Record<string, number> {
  if (!isRecord(details)) return {};
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) => {
      const count = readCount(value);
      return count === undefined ? [] : [[name, count]];
    }),
  );
}

/** Returns a count of tokens that may be a text or a fraction. Undefined for what is none. */
export function readCount(value: unknown): number | undefined {
  const isText =
    typeof value === 'string' && /^\d{1,3}(,\d{3})+$|^\d{1,12}(\.\d+)?$/.test(value.trim());
  const count = isText ? Number(value.replaceAll(',', '')) : value;
  return typeof count === 'number' && count >= 0 && count <= maxCount
    ? Math.ceil(count)
    : undefined;
}
