import { Agent, type IncomingMessage, request } from 'node:http';
import type { TestPlatform } from '../start-test-platform.ts';

/** A request as it is sent: nothing is normalised or escaped. */
export interface RawRequest {
  method: string;
  path: string;
  /** Names may repeat. */
  headers: [name: string, value: string][];
  body: Buffer | undefined;
}

export interface RawAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

interface RawLimits {
  /** Limits the silence of the service. */
  silenceMs?: number;
  /** Time after which a stream of events is ended and what it has sent is returned. */
  streamMs?: number;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request over a kept-alive connection and reads the response to its end. */
export async function sendRaw(
  platform: Pick<TestPlatform, 'baseUrl'>,
  raw: RawRequest,
  limits: RawLimits = {},
): Promise<RawAnswer> {
  const { baseUrl } = platform;
  const { silenceMs = 60_000, streamMs = 60_000 } = limits;
  const { hostname, port } = new URL(baseUrl);
  const { method, path, body } = raw;
  const length: [string, string][] = body ? [['content-length', String(body.length)]] : [];
  const headers = [['host', `${hostname}:${port}`], ...raw.headers, ...length].flat();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = request(
    { hostname, port, method, path, headers, agent, timeout: silenceMs },
    resolve,
  );
  outgoing.on('timeout', () =>
    outgoing.destroy(new Error(`${method} ${path}: silent for ${silenceMs} ms`)),
  );
  outgoing.on('error', reject);
  outgoing.end(body);
  const answer = await promise.catch((error: NodeJS.ErrnoException) => {
    // The service may end an idle connection at the moment at which it is used again.
    if (outgoing.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) return null;
    throw error;
  });
  if (answer === null) return sendRaw(platform, raw, limits);
  const text = await readText(answer, streamMs);
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}

async function readText(answer: IncomingMessage, streamMs: number): Promise<string> {
  const isStream = answer.headers['content-type'] === 'text/event-stream';
  const end = isStream ? setTimeout(() => answer.destroy(), streamMs) : undefined;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of answer) chunks.push(chunk as Buffer);
  } catch (error) {
    // An ended stream has no end of its own.
    if (!isStream) throw error;
  } finally {
    clearTimeout(end);
  }
  return Buffer.concat(chunks).toString();
}
