import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A loopback address that the shared product may call. */
export const receiverHost = '127.0.0.2';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** The response to requests from now on. */
  answer: { status: number; text: string };
  close(): Promise<void>;
}

/** Starts the server of a webhook subscriber. */
export async function startReceiver(): Promise<Receiver> {
  const receiver = { received: [] as Received[], answer: { status: 200, text: 'thanks' } };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    receiver.received.push({ headers: request.headers, body });
    response.writeHead(receiver.answer.status).end(receiver.answer.text);
  });
  server.listen(0, receiverHost);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return Object.assign(receiver, { url: `http://${receiverHost}:${port}/hook`, close });
}
