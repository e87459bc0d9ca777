import { AsyncLocalStorage } from 'node:async_hooks';

/** Called for each piece of a response body. */
export const responseProgress = new AsyncLocalStorage<() => void>();

export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
}

/**
 * Makes a `fetch` that throws ResponseTooLargeError after `maxBytes` and reports pieces to
 * `responseProgress`.
 */
export function openModelFetch(maxBytes: number, request = globalThis.fetch): typeof fetch {
  return async (input, init) => {
    const response = await request(input, init);
    if (response.body === null) return response;
    const progress = responseProgress.getStore();
    let receivedBytes = 0;
    const limited = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          progress?.();
          receivedBytes += chunk.byteLength;
          if (receivedBytes > maxBytes) {
            controller.error(
              new ResponseTooLargeError(`The answer is larger than ${maxBytes} bytes`),
            );
          } else {
            controller.enqueue(chunk);
          }
        },
      }),
    );
    return new Response(limited, response);
  };
}

/** Returns the object that a text holds as JSON, or null. */
export function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the path of a request to a provider. */
export function pathOf(input: Parameters<typeof fetch>[0]): string {
  return new URL(input instanceof Request ? input.url : input).pathname;
}
