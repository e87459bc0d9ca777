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
  /**
   * Answers each request itself, as a proxy for HTTP whose route is missing, or whose service is
   * down or full.
   */
  | { kind: 'answer-404' | 'answer-502' | 'answer-507' };

interface ProxyTarget {
  host: string;
  port: number;
}

/** A proxy for TCP between two parts of the product, on loopback. */
export interface FaultProxy {
  host: string;
  port: number;
  countConnections(): number;
  /**
   * Counts what the present mode has affected: connections reset, requests answered, pieces held
   * back or delayed.
   */
  countMet(): number;
  /**
   * Changes the treatment of open and new connections. After a black hole, what was held back is
   * forwarded.
   */
  set(mode: ProxyMode): void;
  close(): Promise<void>;
}

const answerOf = (status: string) =>
  [
    `HTTP/1.1 ${status} Answer of a proxy`,
    'content-type: text/html',
    'content-length: 9',
    'connection: close',
    '',
    'No answer',
  ].join('\r\n');

/**
 * Starts a proxy to a target. With a function, connections go in turn to its targets that listen.
 */
export async function startFaultProxy(
  target: ProxyTarget | (() => readonly ProxyTarget[]),
  { port = 0 }: { port?: number } = {},
): Promise<FaultProxy> {
  let mode: ProxyMode = { kind: 'pass' };
  const links = new Set<Link>();
  let turn = 0;
  let met = 0;
  const server = createServer({ pauseOnConnect: true }, async (client) => {
    // An error before the connection has a target is followed by its close.
    client.on('error', () => undefined);
    turn += 1;
    const upstream = await connectToFirst(
      rotate(typeof target === 'function' ? target() : [target], turn),
    );
    if (upstream === null || client.destroyed) {
      client.resetAndDestroy();
      upstream?.destroy();
      return;
    }
    const link = openLink(client, upstream, {
      modeNow: () => mode,
      onMet: () => {
        met += 1;
      },
      onClosed: () => links.delete(link),
    });
    links.add(link);
    link.obey();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    countConnections: () => links.size,
    countMet: () => met,
    set(next) {
      mode = next;
      met = 0;
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
export function throughProxy(
  url: string,
  { host, port }: Pick<FaultProxy, 'host' | 'port'>,
): string {
  const proxied = new URL(url);
  proxied.hostname = host;
  proxied.port = String(port);
  // The folder of a socket, which would lead past the proxy.
  proxied.searchParams.delete('host');
  return proxied.href;
}

const rotate = (targets: readonly ProxyTarget[], turn: number) =>
  targets.map((_, place) => targets[(place + turn) % targets.length] as ProxyTarget);

async function connectToFirst(targets: readonly ProxyTarget[]): Promise<Socket | null> {
  for (const target of targets) {
    const socket = connect(target).pause();
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (connected) return socket;
  }
  return null;
}

interface Link {
  /** Applies the current mode. */
  obey(): void;
  cut(): void;
}

function openLink(
  client: Socket,
  server: Socket,
  { modeNow, onMet, onClosed }: { modeNow(): ProxyMode; onMet(): void; onClosed(): void },
): Link {
  const cut = () => {
    // Node never closes a socket that is reset after its end, and its worker thread then cannot
    // end.
    if (client.writableEnded) client.destroy();
    else client.resetAndDestroy();
    server.destroy();
  };
  const held: (() => void)[] = [];
  const delayed: (() => void)[] = [];
  const doDelayed = () => delayed.shift()?.();
  /**
   * A black hole also swallows the ends of connections. Delayed actions keep their order in any
   * mode.
   */
  const treat = (action: () => void) => {
    const mode = modeNow();
    if (mode.kind === 'black-hole' || mode.kind === 'delay') onMet();
    if (mode.kind === 'black-hole') held.push(action);
    else if (mode.kind === 'delay' || delayed.length > 0) {
      delayed.push(action);
      setTimeout(doDelayed, mode.kind === 'delay' ? mode.ms : 0);
    } else action();
  };
  const forward = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => {
      const { kind } = modeNow();
      if (from === client && kind.startsWith('answer-')) {
        onMet();
        client.end(answerOf(kind.slice('answer-'.length)));
      } else treat(() => to.write(chunk));
    });
    from.on('error', () => treat(cut));
    from.on('end', () => treat(() => to.end()));
  };
  forward(client, server);
  forward(server, client);
  for (const socket of [client, server]) socket.resume();
  // A side that a black hole keeps from learning of the other's end is told after it.
  const closed = () => {
    if (client.closed && server.closed) onClosed();
  };
  client.once('close', () => {
    treat(() => server.destroy());
    closed();
  });
  server.once('close', () => {
    treat(() => client.destroy());
    closed();
  });
  return {
    cut,
    obey() {
      const { kind } = modeNow();
      if (kind === 'cut') {
        onMet();
        return cut();
      }
      if (kind === 'black-hole') return;
      for (const action of held.splice(0)) treat(action);
    },
  };
}
