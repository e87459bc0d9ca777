import { connect } from 'node:net';
import type { TestPlatform } from '../start-test-platform.ts';
import type { RawAnswer } from './raw-request.ts';

/** Sends bytes unchanged on a new connection, and reads one response to its end or until the server hangs up. */
export async function sendBytes({ baseUrl }: Pick<TestPlatform, 'baseUrl'>, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer]);
    if (isWhole(received)) break;
  }
  return parseAnswer(received.toString());
}

/** Whether the response is complete. Without a Content-Length it is complete when the server hangs up. */
function isWhole(received: Buffer): boolean {
  const headBytes = received.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/i.exec(received.subarray(0, headBytes).toString())?.[1];
  return headBytes >= 0 && length !== undefined && received.length >= headBytes + 4 + Number(length);
}

function parseAnswer(answer: string): RawAnswer {
  const [head = '', ...body] = answer.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    text: body.join('\r\n\r\n'),
  };
}
