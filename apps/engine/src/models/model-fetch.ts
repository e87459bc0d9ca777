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
