/** The body of a response is larger than allowed. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
}

/**
 * Wraps `fetch` so that reading more than `maxBytes` of a response body fails with ResponseTooLargeError,
 * whatever the server declares, so that a broken or hostile model server cannot fill the memory.
 */
export function limitResponseSize(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    let receivedBytes = 0;
    const limited = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
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
