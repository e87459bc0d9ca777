import { LRUCache } from 'lru-cache';
import { isRecord, pathOf, readObject, responseProgress } from './model-fetch.ts';

/**
 * Servers of OpenAI's protocol refuse parameters that others need. A refused request costs nothing,
 * so it is sent again without the parameter, or with it in another form, and the form that is
 * answered is remembered for the model.
 */

type Body = Readonly<Record<string, unknown>>;

/** One change of a request. */
type Adaptation =
  | { change: 'leave_out'; fields: readonly string[] }
  /** The limit of the output under its other name. */
  | { change: 'rename_limit' }
  | { change: 'lower_limit'; tokens: number }
  /** `system` in place of `developer`. */
  | { change: 'system_role' }
  /** The system's text at the head of the first message of the user. */
  | { change: 'no_system' }
  /** Texts in place of lists of text parts. */
  | { change: 'plain_content' }
  /** An answer in one piece. */
  | { change: 'no_stream' };

/** A changed server is noticed after a day, at the cost of one refusal for each form. */
const memoryMs = 86_400_000;
const maxModels = 1_000;
/**
 * Changes of one request. Each is made once, so that servers that refuse everything end the
 * attempts.
 */
const maxAdaptations = 10;

/**
 * Makes a `fetch` that tries the next form after a refusal that names a parameter. It keeps in
 * memory, by the model's name, what an answered request needed, for a day at most. Other responses
 * are returned as they are.
 */
export function adaptRequests(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const learned = new LRUCache<string, readonly Adaptation[]>({ max: maxModels, ttl: memoryMs });
  return async (input, init) => {
    const text = init?.body;
    if (typeof text !== 'string' || !/\/(?:chat\/completions|responses)$/.test(pathOf(input)))
      return fetch(input, init);
    const key = modelOf(text);
    const known = learned.get(key) ?? [];
    let adaptations = known;
    for (;;) {
      // Requests may hold megabytes of images, so they are read only if they must be changed.
      const body =
        adaptations.length === 0 ? null : adaptations.reduce(adapt, readObject(text) ?? {});
      const response = await send(
        fetch,
        input,
        body === null ? init : { ...init, body: JSON.stringify(body) },
        body,
      );
      if (response.ok) {
        if (adaptations !== known) learned.set(key, adaptations);
        return response;
      }
      const said = await response.text();
      const refusal = readRefusal(response.status, said);
      const next = nextAdaptation(body ?? readObject(text) ?? {}, refusal, adaptations);
      if (next === null || adaptations.length === maxAdaptations)
        return new Response(said, response);
      adaptations = [...adaptations, next];
    }
  };
}

/** The SDK writes the model's name first. */
function modelOf(body: string): string {
  return (
    /^\{"model":"((?:[^"\\]|\\.){0,500})"/.exec(body)?.[1] ?? String(readObject(body)?.['model'])
  );
}

function send(
  fetch: typeof globalThis.fetch,
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  changed: Body | null,
): Promise<Response> {
  const work = () => fetch(input, init);
  return changed === null || changed['stream'] === true ? work() : waitFor(work);
}

/**
 * Interval at which an answer in one piece counts as in progress, because its server sends nothing
 * meanwhile.
 */
const progressMs = 1_000;

async function waitFor(work: () => Promise<Response>): Promise<Response> {
  const progress = responseProgress.getStore();
  const timer = setInterval(() => progress?.(), progressMs);
  return work().finally(() => clearInterval(timer));
}

const limitFields = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const;
/** Fields without which there is no request, and those of which a call decides (`KnownForms`). */
const keptFields = new Set<string>([
  ...limitFields,
  'model',
  'messages',
  'input',
  'instructions',
  'stream',
  'tools',
  'response_format',
  'text',
  'reasoning',
  'reasoning_effort',
]);

interface Message {
  role?: unknown;
  content?: unknown;
}

const messagesOf = (body: Body): Message[] =>
  Array.isArray(body['messages']) ? body['messages'].filter(isRecord) : [];

function adapt(body: Body, adaptation: Adaptation): Record<string, unknown> {
  switch (adaptation.change) {
    case 'leave_out':
      return without(body, adaptation.fields);
    case 'rename_limit':
      return renameLimit(body);
    case 'lower_limit':
      return Object.fromEntries(
        Object.entries(body).map(([field, value]) => {
          const isHigher = isLimit(field) && Number(value) > adaptation.tokens;
          return [field, isHigher ? adaptation.tokens : value];
        }),
      );
    case 'system_role':
      return {
        ...body,
        messages: messagesOf(body).map((message) => {
          return message.role === 'developer' ? { ...message, role: 'system' } : message;
        }),
      };
    case 'no_system':
      return { ...body, messages: withoutSystem(messagesOf(body)) };
    case 'plain_content':
      return {
        ...body,
        messages: messagesOf(body).map((message) => ({
          ...message,
          content: plainContent(message.content),
        })),
      };
    case 'no_stream':
      return without(body, ['stream', 'stream_options']);
  }
}

const isLimit = (field: string): boolean => limitFields.some((name) => name === field);

function without(body: Body, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)));
}

function renameLimit(body: Body): Record<string, unknown> {
  const { max_tokens: older, max_completion_tokens: newer, ...rest } = body;
  if (older !== undefined) return { ...rest, max_completion_tokens: older };
  return newer === undefined ? { ...body } : { ...rest, max_tokens: newer };
}

const isSystem = ({ role }: Message): boolean => role === 'system' || role === 'developer';

function withoutSystem(messages: Message[]): Message[] {
  const instructions = messages.filter(isSystem).map(({ content }) => plainContent(content));
  const others = messages.filter((message) => !isSystem(message));
  const head = instructions.join('\n\n');
  const first = others.findIndex(({ role }) => role === 'user');
  if (first < 0) return [{ role: 'user', content: head }, ...others];
  return others.map((message, index) => {
    if (index !== first) return message;
    const { content } = message;
    if (!Array.isArray(content))
      return { ...message, content: `${head}\n\n${String(content ?? '')}` };
    return { ...message, content: [{ type: 'text', text: head }, ...content] };
  });
}

/** Joins parts that are all text. Content with images stays as it is. */
function plainContent(content: unknown): unknown {
  if (content === null) return '';
  if (!Array.isArray(content)) return content;
  const texts = content.map((part) =>
    isRecord(part) && typeof part['text'] === 'string' ? part['text'] : null,
  );
  return texts.includes(null) ? content : texts.join('\n\n');
}

/** The refusal of a request by a server. */
interface Refusal {
  status: number;
  /** Its sentences, without what they quote of the request and without lists of what is allowed. */
  text: string;
  /** The parameter that it names in a field of its own. */
  parameter: string;
}

/**
 * Characters that are read of the body of a refusal, which may repeat the request, and of its
 * sentences.
 */
const maxBodyLength = 200_000;
const maxLength = 4_000;
const maxDepth = 6;
/** Parts of a refusal that repeat the request. */
const quotingFields = new Set(['input', 'ctx', 'url', 'body', 'prompt', 'messages', 'request']);

const allowedList =
  /(?:expected one of|must be one of|(?<![a-z])(?:allowed|permitted|supported|valid|accepted) (?:parameters?|fields?|keys?|arguments?|properties)\b)[^\n]{0,2000}/gi;

function readRefusal(status: number, sentBody: string): Refusal {
  const body = sentBody.slice(0, maxBodyLength);
  let sent: unknown = body;
  try {
    sent = JSON.parse(body);
  } catch {
    // A refusal may be plain text.
  }
  const said = sentencesOf(sent, 0).join('\n').slice(0, maxLength);
  const error = isRecord(sent) && isRecord(sent['error']) ? sent['error'] : sent;
  const parameter = isRecord(error) && typeof error['param'] === 'string' ? error['param'] : '';
  return { status, text: said.replace(allowedList, ''), parameter };
}

function sentencesOf(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > maxDepth) return [];
  if (Array.isArray(value)) {
    const isPath =
      value.length > 0 && value.every((part) => ['string', 'number'].includes(typeof part));
    return isPath ? [value.join('.')] : value.flatMap((item) => sentencesOf(item, depth + 1));
  }
  return Object.entries(value).flatMap(([name, item]) => {
    return quotingFields.has(name) ? [] : sentencesOf(item, depth + 1);
  });
}

/** Statuses that say nothing about the form of a request: keys, money, time, size and speed. */
const otherStatuses = new Set([401, 402, 407, 408, 409, 413, 429]);

/**
 * Matches the words with which servers such as llama.cpp refuse a request form in a 500 or 501. It
 * does not match "contact support", which an ordinary failure may say.
 */
export const cannot =
  /\brequires?\b|(not|n't|only)\b.{0,20}support|unsupported|not implemented|unavailable/i;

/** Words for a prompt that is longer than a model's window. */
export const overflow =
  /context.?(length|window|size|limit)|maximum context|prompt is too long|input is too long|too many (input )?tokens|(prompt|input|request|messages).{0,40}(exceed|longer than|too (long|large))|exceed.{0,60}(context|maximum.{0,20}tokens|token limit)|reduce the length|inputs.{0,4} tokens \+ /i;

/** Words for an output limit that was used up, which a server may also send as a refusal. */
export const limitReached =
  /(?:max(?:imum)?.?(?:completion.|output.)?tokens|output limit).{0,40}(?:was|were|been) reached/i;

const roleWords =
  /\broles?\b|\bdeveloper\b|system.{0,3}(?:prompt|message|instruction|role)|alternat|(?:start|begin) with .{0,12}user|first message/i;
const templateWords = /jinja|chat.?template|raise_exception/i;
const limitWords =
  /at most|max(?:imum)?\b|less than|lower than|<=|≤|range|between|exceed|too (?:large|high|big)|up to/i;
const plainWords =
  /content.{0,60}(?:must|should|expected|valid|type).{0,30}(?:string|\bstr\b)|(?:sequence|array|list).{0,40}(?:expected|of type|into).{0,20}string|valid string|expected.{0,4} string/i;
const emptyContent = /content.{0,60}(?:null|none|required|missing|empty)/i;

/** Returns the change that a refusal asks for, or null if it names nothing that can be changed. */
function nextAdaptation(
  body: Body,
  refusal: Refusal,
  made: readonly Adaptation[],
): Adaptation | null {
  const { status, text, parameter } = refusal;
  if (status < 400 || status > 501 || otherStatuses.has(status)) return null;
  if (status >= 500 && !cannot.test(text) && !templateWords.test(text)) return null;
  if (limitReached.test(text)) return null;
  const limit = limitFields.find((field) => body[field] !== undefined);
  const namesLimit =
    limitFields.some((field) => names(refusal, field)) || /\bmax_new_tokens\b/.test(text);
  const tokens = limit !== undefined && namesLimit ? lowerLimit(text, Number(body[limit])) : null;
  if (tokens !== null) return { change: 'lower_limit', tokens };
  if (overflow.test(text)) return null;
  const fields = Object.keys(body).filter(
    (field) => !keptFields.has(field) && names(refusal, field),
  );
  if (fields.length > 0) return { change: 'leave_out', fields };
  if (limit !== undefined && namesLimit) {
    // Some servers know the limit under the other name, and some have none.
    const mayRename =
      limit !== 'max_output_tokens' && made.every(({ change }) => change !== 'rename_limit');
    return mayRename ? { change: 'rename_limit' } : { change: 'leave_out', fields: [limit] };
  }
  const messages = messagesOf(body);
  const isPlain = messages.every(({ content }) => plainContent(content) === content);
  const hasEmpty = messages.some(({ content }) => content === null);
  if (!isPlain && (plainWords.test(text) || (hasEmpty && emptyContent.test(text))))
    return { change: 'plain_content' };
  if (messages.some(isSystem) && (roleWords.test(text) || /\.role$/.test(parameter))) {
    return {
      change: messages.some(({ role }) => role === 'developer') ? 'system_role' : 'no_system',
    };
  }
  const isChat = messages.length > 0;
  return isChat && body['stream'] === true && /\bstream(?:ing|ed)?\b/i.test(text)
    ? { change: 'no_stream' }
    : null;
}

/** A plain word counts as a name only between quotes, or where names are listed. */
function names({ text, parameter }: Refusal, field: string): boolean {
  if (parameter === field) return true;
  const isPlainWord = !field.includes('_');
  const name = field.replaceAll('_', '[ _.-]?');
  return new RegExp(isPlainWord ? `['"\`.]${name}\\b|: ${name}\\b` : `\\b${name}\\b`, 'i').test(
    text,
  );
}

/**
 * Returns the most output tokens that a refusal allows: its largest number below what was asked, as
 * in `at most 4096` and `[1, 8192]`. Null if it speaks of no limit.
 */
function lowerLimit(text: string, asked: number): number | null {
  if (!limitWords.test(text) || windowWords.test(text)) return null;
  const plain = text.replace(/(\d),(?=\d{3}\b)/g, '$1');
  const numbers = [...plain.matchAll(/(?<![\w.-])\d{2,7}(?![\w-])/g)].map(([digits]) =>
    Number(digits),
  );
  const allowed = Math.max(0, ...numbers.filter((number) => number < asked));
  return allowed >= leastLimit ? allowed : null;
}

/** Words for a limit of prompt and answer together, which a lower limit of one does not keep. */
const windowWords = /context.?length|maximum context|tokens \+ /i;

/** A smaller number in a refusal is something else, such as its code. */
const leastLimit = 512;
