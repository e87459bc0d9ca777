import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { RawAnswer } from './raw-request.ts';
import type { TestPlatform } from './start-test-platform.ts';

/** Sends bytes as they are on a connection of their own, and reads one answer until the server hangs up. */
export async function sendBytes({ baseUrl }: Pick<TestPlatform, 'baseUrl'>, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  const answer = await readText(socket);
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
