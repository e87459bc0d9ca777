import { connect } from 'node:net';
import type { TestPlatform } from '../start-test-platform.ts';
import type { RawAnswer } from './raw-request.ts';

/**
 * Sends bytes unchanged on a new connection, and reads one response to its end or until the server
 * hangs up; then the status is NaN if there was none. `end` says that nothing follows the bytes.
 * Throws an Error when the connection breaks or is silent for a minute.
 */
export async function sendBytes(
  { baseUrl }: Pick<TestPlatform, 'baseUrl'>,
  bytes: string,
  { end = false }: { end?: boolean } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.setTimeout(silenceMs, () => socket.destroy(new Error(`Silent for ${silenceMs} ms`)));
  if (end) socket.end(bytes, 'latin1');
  else socket.write(bytes, 'latin1');
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer]);
    if (isWhole(received)) break;
  }
  socket.destroy();
  return parseAnswer(received.toString());
}

const silenceMs = 60_000;

/**
 * Whether the response is complete. Without a Content-Length it is complete when the server hangs
 * up.
 */
function isWhole(received: Buffer): boolean {
  const headBytes = received.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/i.exec(received.subarray(0, headBytes).toString())?.[1];
  return (
    headBytes >= 0 && length !== undefined && received.length >= headBytes + 4 + Number(length)
  );
}

function parseAnswer(answer: string): RawAnswer {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const fields = Object.fromEntries(headers) as RawAnswer['headers'];
  const body = Buffer.from(rest.join('\r\n\r\n'));
  // Another response may follow, to the rest of the bytes.
  const text = body.subarray(0, Number(fields['content-length'] ?? body.length)).toString();
  return { status: Number(statusLine.split(' ')[1]), headers: fields, text };
}
