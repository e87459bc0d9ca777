import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * How a connection between two processes fares. `cut` resets open and new ones. `black-hole` keeps them open and
 * carries nothing, as where packets are dropped; after it, what was held is carried, as TCP repeats what was lost.
 * `delay` carries each piece later. `answer` responds to HTTP requests like a proxy without a healthy service.
 */
export type LinkState =
  | { mode: 'pass' | 'cut' | 'black-hole' }
  | { mode: 'delay'; delayMs: number }
  | { mode: 'answer'; status: number };

/** A TCP proxy on 127.0.0.1 whose connections can be disturbed. */
export interface FaultProxy {
  port: number;
  /** Connections that are open now. */
  connections(): number;
  /** Sets the state of open and new connections. */
  set(state: LinkState): void;
  close(): Promise<void>;
}

/**
 * Starts a proxy to ports of 127.0.0.1. New connections go to the ports in turn, and to the next one where nothing
 * listens. `ports` is read for each connection.
 */
export async function startFaultProxy(ports: () => readonly number[]): Promise<FaultProxy> {
  const links = new Set<Link>();
  let state: LinkState = { mode: 'pass' };
  let turn = 0;
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    turn += 1;
    const link = new Link(client, () => rotate(ports(), turn));
    links.add(link);
    client.once('close', () => links.delete(link));
    link.set(state);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => links.size,
    set(next) {
      state = next;
      for (const link of links) link.set(next);
    },
    async close() {
      server.close();
      for (const link of links) link.set({ mode: 'cut' });
      await once(server, 'close');
    },
  };
}

const rotate = (ports: readonly number[], turn: number) =>
  ports.map((_, place) => ports[(place + turn) % ports.length] ?? 0);

/** One client's connection, and the one to the service once it is needed. */
class Link {
  readonly #client: Socket;
  readonly #ports: () => number[];
  #server: Socket | undefined;
  #state: LinkState = { mode: 'black-hole' };
  #connecting = false;

  constructor(client: Socket, ports: () => number[]) {
    this.#client = client;
    this.#ports = ports;
    client.on('error', () => this.#reset());
    client.on('close', () => this.#reset());
  }

  set(state: LinkState): void {
    this.#state = state;
    if (state.mode === 'cut') this.#reset();
    else if (state.mode === 'answer') void this.#answer(state.status);
    else if (state.mode === 'black-hole') this.#hold();
    else void this.#carry();
  }

  #reset(): void {
    for (const socket of [this.#client, this.#server]) socket?.resetAndDestroy();
  }

  #hold(): void {
    for (const socket of [this.#client, this.#server]) socket?.pause();
  }

  /** Answers the first bytes, which are a request; a connection that has carried something is reset. */
  async #answer(status: number): Promise<void> {
    if (this.#server !== undefined) return this.#reset();
    this.#client.resume();
    await once(this.#client, 'data').catch(() => undefined);
    const body = `<html><body><h1>${status}</h1></body></html>`;
    const head = ['content-type: text/html', `content-length: ${body.length}`, 'connection: close'];
    this.#client.end(`HTTP/1.1 ${status} Proxy\r\n${head.join('\r\n')}\r\n\r\n${body}`);
  }

  async #carry(): Promise<void> {
    if (this.#server !== undefined) {
      this.#client.resume();
      this.#server.resume();
      return;
    }
    if (this.#connecting) return;
    this.#connecting = true;
    const server = await connectToFirst(this.#ports());
    this.#connecting = false;
    if (server === null || this.#client.destroyed) return this.#reset();
    this.#server = server;
    server.on('error', () => this.#reset());
    server.on('close', () => this.#reset());
    this.#forward(this.#client, server);
    this.#forward(server, this.#client);
    this.set(this.#state);
  }

  #forward(from: Socket, to: Socket): void {
    from.on('data', async (chunk) => {
      from.pause();
      if (this.#state.mode === 'delay') await wait(this.#state.delayMs);
      const flushed = to.write(chunk);
      if (!flushed) await once(to, 'drain').catch(() => undefined);
      if (this.#state.mode !== 'black-hole') from.resume();
    });
    from.on('end', () => to.end());
  }
}

async function connectToFirst(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.pause();
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (connected) return socket;
  }
  return null;
}
