import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** How a proxy treats connections. */
export type ProxyMode =
  | { kind: 'pass' }
  /** Resets every connection, and each new one at once. */
  | { kind: 'cut' }
  /** Forwards nothing in either direction and closes nothing, as a network that drops packets. */
  | { kind: 'black-hole' }
  /** Delivers everything later. */
  | { kind: 'delay'; ms: number }
  /** Answers each request itself with 404, as a proxy for HTTP whose route is missing. */
  | { kind: 'answer-404' };

/** A proxy for TCP between two parts of the product, on loopback. */
export interface FaultProxy {
  host: string;
  port: number;
  /** Number of open connections of clients. */
  countConnections(): number;
  /** Changes the treatment of open and new connections. After a black hole, what was held back is forwarded. */
  set(mode: ProxyMode): void;
  close(): Promise<void>;
}

const missing = [
  ...['HTTP/1.1 404 Not Found', 'content-type: text/html', 'content-length: 9', 'connection: close'],
  ...['', 'Not found'],
].join('\r\n');

/** Starts a proxy to `host` and `port`, on a free port or on the given one. */
export async function startFaultProxy(
  target: { host: string; port: number },
  { port = 0 }: { port?: number } = {},
): Promise<FaultProxy> {
  let mode: ProxyMode = { kind: 'pass' };
  const links = new Set<Link>();
  const server = createServer((client) => {
    const link = openLink(client, target, () => mode);
    links.add(link);
    client.once('close', () => links.delete(link));
    link.obey();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    countConnections: () => links.size,
    set(next) {
      mode = next;
      for (const link of links) link.obey();
    },
    async close() {
      for (const link of links) link.cut();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns `url` with the address of the proxy. */
export function throughProxy(url: string, { host, port }: Pick<FaultProxy, 'host' | 'port'>): string {
  const proxied = new URL(url);
  proxied.hostname = host;
  proxied.port = String(port);
  return proxied.href;
}

interface Link {
  /** Applies the current mode. */
  obey(): void;
  cut(): void;
}

function openLink(client: Socket, target: { host: string; port: number }, modeNow: () => ProxyMode): Link {
  const server = connect(target);
  const cut = () => {
    client.resetAndDestroy();
    server.destroy();
  };
  /** A black hole also swallows the end of a connection, so that neither side learns of the other's. */
  const ends: (() => void)[] = [];
  const whenOpen = (end: () => void) => (modeNow().kind === 'black-hole' ? ends.push(end) : end());
  const forward = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => {
      const mode = modeNow();
      if (from === client && mode.kind === 'answer-404') client.end(missing);
      else if (mode.kind === 'delay') setTimeout(() => to.write(chunk), mode.ms);
      else to.write(chunk);
    });
    from.on('error', () => whenOpen(cut));
    from.on('end', () => whenOpen(() => to.end()));
  };
  forward(client, server);
  forward(server, client);
  return {
    cut,
    obey() {
      const { kind } = modeNow();
      if (kind === 'cut') return cut();
      if (kind === 'black-hole') {
        client.pause();
        server.pause();
        return;
      }
      for (const end of ends.splice(0)) end();
      client.resume();
      server.resume();
    },
  };
}
