import { AsyncLocalStorage } from 'node:async_hooks';

/** Called for every piece of a response body that arrives while a call is in progress. */
export const responseProgress = new AsyncLocalStorage<() => void>();

/** The body of a response is larger than allowed. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
}

/**
 * Makes the `fetch` of model calls. Reading more than `maxBytes` of a response body fails with ResponseTooLargeError,
 * whatever the server declares, so that a broken or hostile server cannot fill the memory. Each piece of a body is
 * reported to `responseProgress`.
 */
export function openModelFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const progress = responseProgress.getStore();
    let receivedBytes = 0;
    const limited = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          progress?.();
          receivedBytes += chunk.byteLength;
          if (receivedBytes > maxBytes) {
            controller.error(new ResponseTooLargeError(`The answer is larger than ${maxBytes} bytes`));
          } else {
            controller.enqueue(chunk);
          }
        },
      }),
    );
    return new Response(limited, response);
  };
}

/** The most tokens of one count. A larger one is no count. */
const maxCount = 100_000_000;

/** The two counts by which a call is paid. */
interface PaidCounts {
  prompt_tokens: number;
  completion_tokens: number;
}

/**
 * Wraps the `fetch` of OpenAI's chat endpoint for servers whose usage the client would refuse or misread, because the
 * text is there and paid: counts may be numeric strings or fractions, lack one of three, have other names, or come in
 * every event. A usage without both counts is taken out, so that the call settles at its bound (`read-usage.ts`).
 */
export function repairUsage(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    const lines = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(repairLines());
    return new Response(lines.pipeThrough(new TextEncoderStream()), response);
  };
}

/** Repairs the usage of each event, which is a line. Counts never fall from one event to a later one. */
function repairLines(): TransformStream<string, string> {
  let open = '';
  let before: PaidCounts | null = null;
  const repair = (line: string): string => {
    const { prefix, data } = splitLine(line);
    if (data === null || !('usage' in data)) return line;
    const usage = readChatUsage(data['usage'], before);
    before = usage ?? before;
    return `${prefix}${JSON.stringify({ ...data, usage })}`;
  };
  return new TransformStream({
    transform(text, controller) {
      const end = text.lastIndexOf('\n');
      if (end === -1) {
        open += text;
        return;
      }
      const whole = open + text.slice(0, end);
      open = text.slice(end + 1);
      controller.enqueue(`${whole.split('\n').map(repair).join('\n')}\n`);
    },
    flush(controller) {
      if (open !== '') controller.enqueue(repair(open));
    },
  });
}

function splitLine(line: string): { prefix: string; data: Record<string, unknown> | null } {
  const prefix = line.startsWith('data:') ? 'data: ' : '';
  if (!line.includes('"usage"')) return { prefix, data: null };
  try {
    const data: unknown = JSON.parse(line.slice(prefix.trimEnd().length));
    return { prefix, data: isRecord(data) ? data : null };
  } catch {
    return { prefix, data: null }; // the client says what is wrong with it
  }
}

/** Returns OpenAI's form of a usage, or null if it does not say what is paid. */
function readChatUsage(usage: unknown, before: PaidCounts | null): (PaidCounts & Record<string, unknown>) | null {
  if (!isRecord(usage)) return null;
  const total = readCount(usage['total_tokens']);
  const asked = readCount(usage['prompt_tokens']) ?? readCount(usage['input_tokens']);
  const written = readCount(usage['completion_tokens']) ?? readCount(usage['output_tokens']);
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

/** Reads a count of tokens from a number or a numeric string, rounded up. Undefined for anything else. */
function readCount(value: unknown): number | undefined {
  const isText = typeof value === 'string' && /^\d{1,3}(,\d{3})+$|^\d{1,12}(\.\d+)?$/.test(value.trim());
  const count = isText ? Number(value.replaceAll(',', '')) : value;
  return typeof count === 'number' && count >= 0 && count <= maxCount ? Math.ceil(count) : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Wraps the `fetch` of OpenAI's embeddings endpoint in the same way. The usage is repaired in its text, because the
 * vectors around it are long, and hold no text of others.
 */
export function repairEmbeddingUsage(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok) return response;
    const text = await response.text();
    const repaired = text.replace(/"usage"\s*:\s*(\{[^{}]*\}|"[^"]*"|\[[^\]]*\])/, (_usage, given: string) => {
      const usage = readWhole(given);
      const count = readCount(usage?.['prompt_tokens']) ?? readCount(usage?.['total_tokens']);
      const kept = count === undefined ? null : { prompt_tokens: count, total_tokens: count };
      return `"usage":${JSON.stringify(kept)}`;
    });
    return new Response(repaired, response);
  };
}

function readWhole(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null; // no usage then
  }
}
