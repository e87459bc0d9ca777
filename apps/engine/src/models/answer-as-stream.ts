/** A completion of OpenAI's chat endpoint, as far as a stream needs it. */
interface Completion {
  choices?: { message?: { tool_calls?: object[] }; finish_reason?: unknown }[];
}

/**
 * Wraps the `fetch` of OpenAI's chat endpoint for servers that ignore `stream: true`: a whole answer in JSON is passed
 * on as a stream of one event, because it is paid. Other responses stay as they are.
 */
export function streamWholeAnswers(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isWhole = response.ok && response.headers.get('content-type')?.includes('application/json') === true;
    if (!isWhole || !isStreamRequest(init?.body)) return response;
    const whole = readObject(await response.text());
    const headers = { 'content-type': 'text/event-stream' };
    if (whole === null) return new Response('', { headers });
    const choices = whole.choices?.map(({ message, finish_reason }) => {
      const calls = message?.tool_calls?.map((call, index) => ({ index, ...call }));
      return { index: 0, delta: { ...message, ...(calls && { tool_calls: calls }) }, finish_reason };
    });
    return new Response(`data: ${JSON.stringify({ ...whole, choices })}\n\ndata: [DONE]\n\n`, { headers });
  };
}

function isStreamRequest(body: unknown): boolean {
  return typeof body === 'string' && readObject(body)?.['stream'] === true;
}

function readObject(text: string): (Completion & Record<string, unknown>) | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Completion & Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
