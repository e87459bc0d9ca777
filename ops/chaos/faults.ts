import { hash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { ProxyMode } from '@ecp/testing/fault-proxy';
import type { SupervisedProcess } from '@ecp/testing/supervised-process';
import { type ChaosSystem, everything, type NamedLink, type Target } from './system.ts';

/** One planned fault. All values follow from the seed. */
export interface PlannedFault {
  kind: string;
  /** Milliseconds from its beginning to its end. */
  forMs: number;
  /** A number from 0 to 1 that chooses the process or connection. */
  choice: number;
}

/** A fault that was made. */
export interface MadeFault {
  kind: string;
  target: Target;
  beganAtMs: number;
  /** The end of the fault itself. The product recovers after it. */
  endedAtMs: number;
  /** See `FaultKind`. */
  mayTakeLease: boolean;
  /** Why the product did not work again after it; null if it did. */
  failure: string | null;
}

/** Notes an act that undoes a part of a fault. The acts are done in the reverse order. */
export type Undo = (act: () => Promise<unknown> | unknown) => void;

/** Whether a fault has hit something, or how that is known later. */
export type Hit = boolean | (() => boolean);

/** A fault whose target is chosen. */
export interface AimedFault {
  target: Target;
  /** Makes the fault, and notes each act that undoes a part of it before it makes that part. */
  begin(undo: Undo): Hit | Promise<Hit>;
}

/** A kind of fault. */
export interface FaultKind {
  kind: string;
  /** Limits the duration at both ends, in milliseconds. */
  lastsMs: readonly [number, number];
  /**
   * It may keep a service from the database for longer than a lease lasts. The service then ends,
   * or cannot start.
   */
  mayTakeLease?: boolean;
  /** Time after its end in which no other fault is made, in milliseconds. */
  quietMs?: number;
  /** Chooses by a number from 0 to 1 what it hits. */
  aim(system: ChaosSystem, choice: number): AimedFault;
}

/** Chooses an element by a number from 0 to 1. */
function chooseBy<Element>(choice: number, elements: readonly Element[]): Element {
  const chosen = elements[Math.min(elements.length - 1, Math.floor(choice * elements.length))];
  if (chosen === undefined) throw new Error('Nothing to choose from');
  return chosen;
}

/**
 * Plans `count` faults from a seed: each kind as often as the others, in a random order, with
 * random durations.
 */
export function planFaults(
  seed: string,
  count: number,
  kinds: readonly FaultKind[],
): PlannedFault[] {
  const chance = (decided: string) =>
    hash('sha256', `${seed} ${decided}`, 'buffer').readUInt32BE() / 2 ** 32;
  const planned = Array.from({ length: Math.ceil(count / kinds.length) }, (_, round) => {
    const placed = kinds.map(({ kind, lastsMs: [least, most] }) => ({
      kind,
      place: chance(`place ${round} ${kind}`),
      forMs: Math.round(least + (most - least) * chance(`duration ${round} ${kind}`)),
      choice: chance(`choice ${round} ${kind}`),
    }));
    return placed.sort((a, b) => a.place - b.place);
  });
  return planned.flat().slice(0, count);
}

const enginesOf = ({ engines }: ChaosSystem) => engines;
const platformsOf = ({ platforms }: ChaosSystem) => platforms;
const servicesOf = ({ engines, platforms }: ChaosSystem) => [...engines, ...platforms];

/** A fault of one service. */
function ofService(
  kind: Omit<FaultKind, 'aim'>,
  choose: (system: ChaosSystem) => SupervisedProcess[],
  begin: (service: SupervisedProcess, undo: Undo) => boolean,
): FaultKind {
  return {
    ...kind,
    aim(system, choice) {
      const service = chooseBy(choice, choose(system));
      return { target: { name: service.name }, begin: (undo) => begin(service, undo) };
    },
  };
}

/** Sends a fatal signal at the beginning; the supervisor starts the service again. */
const kill = (kind: string, signal: NodeJS.Signals, choose: typeof servicesOf): FaultKind =>
  ofService({ kind, lastsMs: [1_000, 6_000] }, choose, (service) => service.signal(signal));

/** Stops a service as a frozen machine does, and lets it continue. */
const freeze = (kind: string, choose: typeof servicesOf): FaultKind =>
  ofService({ kind, lastsMs: [30_000, 30_000], mayTakeLease: true }, choose, (service, undo) => {
    undo(() => service.signal('SIGCONT'));
    return service.signal('SIGSTOP');
  });

const shiftClock = new URL('./shift-clock.ts', import.meta.url).href;

/** Starts a service again with another clock. */
const shift = (kind: string, shiftMs: number): FaultKind =>
  ofService(
    { kind, lastsMs: [15_000, 30_000], mayTakeLease: true },
    servicesOf,
    beginShift(shiftMs),
  );

function beginShift(shiftMs: number) {
  return (service: SupervisedProcess, undo: Undo): boolean => {
    const { plan } = service;
    undo(async () => {
      service.plan = plan;
      // A second SIGTERM would end a service that still closes after the first one, at once and
      // with code 1.
      await service.waitUntilReady().finally(() => service.signal('SIGTERM'));
    });
    const shifted = {
      NODE_OPTIONS: `--import=${shiftClock}`,
      CLOCK_SHIFT_MS: String(shiftMs),
    };
    service.plan = { ...plan, environment: { ...plan.environment, ...shifted } };
    return service.signal('SIGTERM');
  };
}

/** Makes proxies treat their connections by `mode`, and later pass them again. */
const disturbLinks = (target: Target, links: NamedLink[], mode: ProxyMode): AimedFault => ({
  target,
  begin(undo) {
    for (const { proxy } of links) {
      undo(() => proxy.set({ kind: 'pass' }));
      proxy.set(mode);
    }
    const hasMet = ({ proxy }: NamedLink) => proxy.countMet() > 0;
    return () => links.some(hasMet);
  },
});

/** Disturbs one connection between two processes. */
const disturb = (
  kind: string,
  lastsMs: [number, number],
  mode: ProxyMode,
  fits: (link: NamedLink) => boolean,
): FaultKind => ({
  kind,
  lastsMs,
  mayTakeLease: mode.kind === 'cut' || mode.kind === 'black-hole',
  aim({ links }, choice) {
    const link = chooseBy(choice, links.filter(fits));
    return disturbLinks(link.target, [link], mode);
  },
});

/** Disturbs all connections to a server. */
const disturbAll = (
  kind: Omit<FaultKind, 'aim'>,
  name: string,
  modes: readonly ProxyMode[],
): FaultKind => ({
  ...kind,
  aim({ links }, choice) {
    const targetLinks = links.filter(({ target }) => target.to === name);
    return disturbLinks({ name }, targetLinks, chooseBy(choice, modes));
  },
});

const any = () => true;
/**
 * A provider's 404 says that the model does not exist, and a call is tried four times within
 * seconds only.
 */
const notToProvider = ({ target }: NamedLink) => target.to !== 'provider';
const httpOfOurs = (link: NamedLink) => link.http && notToProvider(link);

/** Time in which a call makes its four tries. A second outage within it would use them up. */
const triesOfCallMs = 9_000;

type BeginAtServer = (system: ChaosSystem, undo: Undo) => Hit | Promise<Hit>;

/** A fault of one server, or of everything. */
const ofServer = (
  kind: Omit<FaultKind, 'aim'>,
  target: Target,
  begin: BeginAtServer,
): FaultKind => ({
  ...kind,
  aim(system) {
    return { target, begin: (undo) => begin(system, undo) };
  },
});

const ofPostgres = (kind: string, lastsMs: [number, number], begin: BeginAtServer): FaultKind =>
  ofServer({ kind, lastsMs, mayTakeLease: true }, { name: 'postgres' }, begin);

/** A fault of Redis, which hits nothing where none is installed. */
const ofRedis = (kind: string, begin: BeginAtServer): FaultKind =>
  ofServer({ kind, lastsMs: [3_000, 20_000] }, { name: 'redis' }, begin);

const ofReceivers = (kind: string, answer: RequestListener): FaultKind =>
  ofServer(
    { kind, lastsMs: [5_000, 30_000] },
    { name: 'receivers' },
    ({ receiver, accept }, undo) => {
      undo(() => receiver.answerWith(accept));
      receiver.answerWith(answer);
      return true;
    },
  );

/** Every kind of fault (docs/chaos.md). */
export const allFaults: FaultKind[] = [
  kill('kill -9 of an engine', 'SIGKILL', enginesOf),
  kill('kill -9 of a platform', 'SIGKILL', platformsOf),
  kill('restart of an engine', 'SIGTERM', enginesOf),
  kill('restart of a platform', 'SIGTERM', platformsOf),
  freeze('engine stopped and continued', enginesOf),
  freeze('platform stopped and continued', platformsOf),
  shift('clock an hour ahead', 3_600_000),
  shift('clock an hour behind', -3_600_000),
  ofServer(
    { kind: 'kill -9 of everything', lastsMs: [1_000, 3_000], mayTakeLease: true },
    everything,
    async (system) => {
      for (const service of servicesOf(system)) service.signal('SIGKILL');
      await system.redis?.stop();
      await Promise.all([system.postgres.killAndRestart(), system.redis?.start()]);
      return true;
    },
  ),
  disturb('connections cut', [1_000, 10_000], { kind: 'cut' }, notToProvider),
  disturb('connections black-holed', [15_000, 40_000], { kind: 'black-hole' }, any),
  disturb('connections delayed by 300 ms', [5_000, 15_000], { kind: 'delay', ms: 300 }, any),
  disturb('proxy answers 404', [3_000, 10_000], { kind: 'answer-404' }, httpOfOurs),
  disturb('proxy answers 502', [3_000, 10_000], { kind: 'answer-502' }, httpOfOurs),
  disturbAll(
    { kind: 'provider away', lastsMs: [1_000, 4_000], quietMs: triesOfCallMs },
    'provider',
    [{ kind: 'cut' }, { kind: 'answer-502' }],
  ),
  disturbAll({ kind: 'storage full', lastsMs: [5_000, 20_000] }, 'storage', [
    { kind: 'answer-507' },
  ]),
  ofPostgres('Postgres killed', [500, 1_000], async ({ postgres }) => {
    await postgres.killAndRestart();
    return true;
  }),
  ofPostgres('Postgres frozen', [5_000, 30_000], async ({ postgres }, undo) => {
    undo(() => postgres.signal('SIGCONT'));
    await postgres.signal('SIGSTOP');
    return true;
  }),
  ofPostgres('Postgres read-only', [5_000, 30_000], async ({ postgres }, undo) => {
    undo(() => postgres.setReadOnly(false));
    await postgres.setReadOnly(true);
    return true;
  }),
  ofPostgres('Postgres out of connections', [5_000, 15_000], async ({ postgres }, undo) => {
    await postgres.takeConnections(undo);
    return true;
  }),
  ofRedis('Redis away', async ({ redis }, undo) => {
    undo(() => redis?.start());
    await redis?.stop();
    return redis !== null;
  }),
  ofRedis('Redis hanging', ({ redis }, undo) => {
    undo(() => redis?.resume());
    redis?.pause();
    return redis !== null;
  }),
  ofReceivers('receivers hanging', () => undefined),
  ofReceivers('receivers failing', (_, response) => response.writeHead(503).end()),
];
