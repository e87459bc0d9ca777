import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { generate } from 'selfsigned';

export interface LocalServer {
  port: number;
  /** Sockets opened so far. */
  connections(): number;
  /** Requests received so far. */
  requests(): number;
  close(): Promise<void>;
}

/** Starts an HTTP server on a free port of 127.0.0.1 that responds with `listener`. */
export async function startLocalServer(listener: RequestListener): Promise<LocalServer> {
  return await listen(createServer(), listener);
}

/** Starts the same with TLS for `name`; returns its certificate (PEM), which nothing trusts yet. */
export async function startLocalTlsServer(
  name: string,
  listener: RequestListener,
): Promise<LocalServer & { certificate: string }> {
  const pems = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  });
  const server = await listen(createTlsServer({ key: pems.private, cert: pems.cert }), listener);
  return { ...server, certificate: pems.cert };
}

async function listen(
  server: Server & { closeAllConnections(): void },
  listener: RequestListener,
): Promise<LocalServer> {
  let connections = 0;
  let requests = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.on('request', (request, response) => {
    requests += 1;
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    requests: () => requests,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
