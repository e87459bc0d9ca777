import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answered {
  deliveryId: string;
  body: string;
  ok: boolean;
}

/**
 * Starts a server that refuses half of the deliveries, and closes the connection after receiving
 * some of them.
 */
export async function startUnreliableReceiver(chance: (decided: string) => number) {
  const answered: Answered[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const luck = chance(`answer ${answered.length}`);
      const deliveryId = String(request.headers['x-service-delivery']);
      answered.push({ deliveryId, body: Buffer.concat(chunks).toString(), ok: luck < 0.5 });
      if (luck > 0.9) request.socket.destroy();
      else response.writeHead(luck < 0.5 ? 200 : 503).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    answered,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
