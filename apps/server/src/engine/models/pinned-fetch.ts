import { isIP, type LookupFunction } from 'node:net';
import { Agent, fetch } from 'undici';

/**
 * A `fetch` that connects to checked addresses alone, so that a name cannot lead elsewhere later.
 */
interface PinnedFetch {
  fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

const connectTimeoutMs = 10_000;
/**
 * Many times the largest answer of a model or an embedding. It counts the bytes after
 * decompression.
 */
const maxAnswerBytes = 33_554_432;

/**
 * Opens it for a host's addresses. It follows no redirect, which could lead to another host, and
 * ends an answer of more than 32 MiB.
 */
export function openPinnedFetch(addresses: readonly string[]): PinnedFetch {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    const [first] = answers;
    if (!first)
      callback(
        Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }),
        '',
        4,
      );
    else if (all) callback(null, answers);
    else callback(null, first.address, first.family);
  };
  // Calls have their own limits of time.
  const dispatcher = new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect: { lookup, timeout: connectTimeoutMs },
  });
  return {
    async fetch(input, init = {}) {
      const { method = 'GET', headers, body, signal } = init;
      const answer = await fetch(input instanceof Request ? input.url : input, {
        method,
        headers: [...new Headers(headers)],
        redirect: 'error',
        dispatcher,
        ...(typeof body === 'string' && { body }),
        ...(signal && { signal }),
      });
      const { status, statusText } = answer;
      const empty = [204, 205, 304].includes(status) || answer.body === null;
      const answered = { status, statusText, headers: [...answer.headers] as [string, string][] };
      return new Response(empty ? null : passOn(answer.body), answered);
    },
    close: () => dispatcher.close(),
  };
}

/** Turns a body of the package's `fetch` into one of the process's own. */
function passOn(
  body: Awaited<ReturnType<typeof fetch>>['body'],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      const next = await reader?.read();
      if (next === undefined || next.done) return controller.close();
      const piece = Uint8Array.from(next.value as Uint8Array);
      bytes += piece.byteLength;
      if (bytes <= maxAnswerBytes) return controller.enqueue(piece);
      await reader?.cancel();
      throw new Error('The answer of the provider is too large');
    },
    cancel: (reason) => reader?.cancel(reason),
  });
}
