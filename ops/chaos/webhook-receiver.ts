import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery that the receiver accepted with 200. */
export interface AcceptedDelivery {
  deliveryId: string;
  event: string;
  data: Record<string, unknown>;
}

export interface WebhookReceiver {
  url: string;
  accepted: AcceptedDelivery[];
  /** `hang` reads requests and never answers; `fail` answers 503. */
  mode: 'accept' | 'hang' | 'fail';
  close(): Promise<void>;
}

/** Starts a receiver of events on a free port of 127.0.0.1. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const accepted: AcceptedDelivery[] = [];
  const hanging = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      if (receiver.mode === 'hang') {
        hanging.add(response);
        response.on('close', () => hanging.delete(response));
      } else if (receiver.mode === 'fail') {
        response.writeHead(503).end();
      } else {
        const { data } = JSON.parse(Buffer.concat(chunks).toString()) as {
          data: Record<string, unknown>;
        };
        const { 'x-service-delivery': deliveryId, 'x-service-event': event } = request.headers;
        response
          .writeHead(200)
          .end('ok', () =>
            accepted.push({ deliveryId: String(deliveryId), event: String(event), data }),
          );
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    accepted,
    mode: 'accept',
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return receiver;
}
