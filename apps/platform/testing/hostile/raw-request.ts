import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
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

const agent = new Agent({ keepAlive: true });

/** Sends a request over a kept-alive connection and reads the response to its end. */
export async function sendRaw({ baseUrl }: Pick<TestPlatform, 'baseUrl'>, raw: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const { method, path, body } = raw;
  const length: [string, string][] = body ? [['content-length', String(body.length)]] : [];
  const headers = [['host', `${hostname}:${port}`], ...raw.headers, ...length].flat();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = request({ hostname, port, method, path, headers, agent }, resolve);
  outgoing.on('error', reject);
  outgoing.end(body);
  const answer = await promise;
  const text = (await buffer(answer)).toString();
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}
