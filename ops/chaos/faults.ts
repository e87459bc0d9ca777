import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProxyMode } from '@ecp/testing/fault-proxy';
import type { SupervisedProcess } from '@ecp/testing/supervised-process';
import { listSessions, sendSignal } from './processes.ts';
import {
  belongsTo,
  type ChaosSystem,
  leadsTo,
  type NamedLink,
  nameTarget,
  type Target,
} from './system.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/** One planned fault. All values follow from the seed. */
export interface PlannedFault {
  kind: string;
  /** Milliseconds from its beginning to its end. */
  forMs: number;
  /** A number from 0 to 1 that chooses the process or connection. */
  choice: number;
  /** Number of earlier tries that hit nothing. */
  missed?: number;
}

/** A fault that was made. */
export interface MadeFault {
  kind: string;
  /**
   * The target that the fault hit. If the fault failed while it began, every target that it may
   * have hit.
   */
  targets: readonly Target[];
  beganAtMs: number;
  /** The end of the fault itself. The product recovers after it. */
  endedAtMs: number;
  /** See `FaultKind`. */
  mayTakeLease: boolean;
  /** Why the product did not work again after it; null if it did. */
  failure: string | null;
}

/** Notes an act that undoes a part of a fault. The acts are done in the reverse order. */
type Undo = (act: () => Promise<void> | void) => void;

/** A fault whose target is chosen. */
export interface AimedFault {
  /**
   * Processes, servers and connections that it changes. No other fault touches them while it lasts.
   */
  holds: readonly Target[];
  /**
   * Makes the fault, and notes each act that undoes a part of it before it makes that part. Returns
   * the target; null if nothing was hit.
   */
  begin(undo: Undo): Promise<Target | null>;
  /**
   * Tells whether the fault has affected any traffic so far. A fault without this function always
   * counts as made.
   */
  hasMet?(): boolean;
}

/** A kind of fault. */
export interface FaultKind {
  kind: string;
  /** Limits the duration at both ends, in milliseconds. */
  lastsMs: [number, number];
  /**
   * Kinds that stop the whole database or the whole product are made while no other fault lasts.
   */
  alone?: boolean;
  /**
   * It may keep a service from the database for longer than a lease lasts. The service then ends,
   * or cannot start.
   */
  mayTakeLease?: boolean;
  /** Time after its end in which its lane makes no other fault, in milliseconds. */
  quietMs?: number;
  /** Chooses what it hits. Returns null if this machine cannot make it. */
  aim(system: ChaosSystem, planned: PlannedFault): AimedFault | null;
}

/** Chooses an element by a number from 0 to 1. */
function chooseBy<Element>(choice: number, elements: readonly Element[]): Element {
  const chosen = elements[Math.min(elements.length - 1, Math.floor(choice * elements.length))];
  if (chosen === undefined) throw new Error('Nothing to choose from');
  return chosen;
}

const retryMs = 100;

/** The processes, servers and connections that lasting faults hold. */
export class HeldTargets {
  readonly #held = new Map<string, Target>();

  /**
   * Waits until no fault holds any of these targets, and takes them all. Returns false once
   * `stopped` is aborted.
   */
  async take(targets: readonly Target[], stopped: AbortSignal): Promise<boolean> {
    while (targets.some((target) => this.#held.has(nameTarget(target)))) {
      await wait(retryMs, undefined, { signal: stopped }).catch(() => undefined);
      if (stopped.aborted) return false;
    }
    for (const target of targets) this.#held.set(nameTarget(target), target);
    return true;
  }

  release(targets: readonly Target[]): void {
    for (const target of targets) this.#held.delete(nameTarget(target));
  }

  /**
   * Tells whether another fault than the one with these targets holds a service or one of its
   * connections.
   */
  disturbs(service: string, own: readonly Target[]): boolean {
    const ownNames = new Set(own.map(nameTarget));
    return [...this.#held].some(
      ([name, target]) => !ownNames.has(name) && belongsTo(service, target),
    );
  }
}

/**
 * Plans `count` faults from a seed: each kind as often as the others, in a random order, with
 * random durations. Those that are made alone follow each other, because all lanes wait for the
 * first of them.
 */
export function planFaults(
  seed: string,
  count: number,
  kinds: readonly FaultKind[],
): PlannedFault[] {
  const chance = (decided: string) =>
    hash('sha256', `${seed} ${decided}`, 'buffer').readUInt32BE() / 2 ** 32;
  const rounds = Array.from({ length: Math.ceil(count / kinds.length) }, (_, round) =>
    kinds
      .map((kind) => ({ kind, place: chance(`place ${round} ${kind.kind}`) }))
      .sort(
        (a, b) =>
          Number(a.kind.alone ?? false) - Number(b.kind.alone ?? false) || a.place - b.place,
      )
      .map(({ kind: { kind, lastsMs } }) => ({
        kind,
        forMs: Math.round(
          lastsMs[0] + (lastsMs[1] - lastsMs[0]) * chance(`duration ${round} ${kind}`),
        ),
        choice: chance(`choice ${round} ${kind}`),
      })),
  );
  return rounds.flat().slice(0, count);
}

const shiftClock = new URL('./shift-clock.ts', import.meta.url).href;
const hourMs = 3_600_000;

/** Sends a fatal signal at the beginning; the supervisor starts the service again. */
const kill = (
  kind: string,
  signal: NodeJS.Signals,
  servicesOf: (system: ChaosSystem) => SupervisedProcess[],
): FaultKind => ({
  kind,
  lastsMs: [1_000, 6_000],
  aim(system, { choice }) {
    const service = chooseBy(choice, servicesOf(system));
    const target = targetOf(service);
    return { holds: [target], begin: async () => (service.signal(signal) ? target : null) };
  },
});

/** Stops a service as a frozen machine does, and lets it continue. */
const freeze = (
  kind: string,
  servicesOf: (system: ChaosSystem) => SupervisedProcess[],
): FaultKind => ({
  kind,
  lastsMs: [30_000, 30_000],
  mayTakeLease: true,
  aim(system, { choice }) {
    const service = chooseBy(choice, servicesOf(system));
    const target = targetOf(service);
    return {
      holds: [target],
      async begin(undo) {
        undo(() => void service.signal('SIGCONT'));
        return service.signal('SIGSTOP') ? target : null;
      },
    };
  },
});

const targetOf = ({ name }: SupervisedProcess): Target => ({ kind: 'service', name });
const enginesOf = (system: ChaosSystem) => system.engines;
const platformsOf = (system: ChaosSystem) => system.platforms;
const everyServiceOf = (system: ChaosSystem) => [...system.engines, ...system.platforms];
/** Kills all services at once. Returns false if none was running. */
const killAll = (system: ChaosSystem) =>
  everyServiceOf(system)
    .map((service) => service.signal('SIGKILL'))
    .includes(true);

const processFaults: FaultKind[] = [
  kill('kill -9 of an engine', 'SIGKILL', enginesOf),
  kill('kill -9 of a platform', 'SIGKILL', platformsOf),
  kill('restart of an engine', 'SIGTERM', enginesOf),
  kill('restart of a platform', 'SIGTERM', platformsOf),
  freeze('engine stopped and continued', enginesOf),
  freeze('platform stopped and continued', platformsOf),
  {
    kind: 'kill -9 of a child of a platform',
    lastsMs: [1_000, 3_000],
    aim({ platforms }, { choice }) {
      const service = chooseBy(choice, platforms);
      return {
        holds: [targetOf(service)],
        async begin() {
          const children = (await listSessions(service.pids)).filter(
            ({ pid }) => pid !== service.pid,
          );
          if (children.length === 0) return null;
          const child = chooseBy((choice * platforms.length) % 1, children);
          const killed = sendSignal(child.pid, 'SIGKILL');
          return killed ? { kind: 'child', name: child.name, of: service.name } : null;
        },
      };
    },
  },
  {
    kind: 'kill -9 of everything',
    lastsMs: [1_000, 3_000],
    alone: true,
    mayTakeLease: true,
    aim: (system) => ({
      holds: [{ kind: 'everything' }],
      async begin() {
        killAll(system);
        await system.redis?.stop();
        await Promise.all([system.postgres.killAndRestart(), system.redis?.start()]);
        return { kind: 'everything' };
      },
    }),
  },
  {
    kind: 'kill -9 of all services',
    lastsMs: [1_000, 3_000],
    alone: true,
    aim: (system) => ({
      holds: [{ kind: 'all services' }],
      begin: async () => (killAll(system) ? { kind: 'all services' } : null),
    }),
  },
  {
    kind: 'clock wrong by an hour',
    lastsMs: [15_000, 30_000],
    mayTakeLease: true,
    aim(system, { choice }) {
      const service = chooseBy(choice, everyServiceOf(system));
      const shiftMs = (choice * 1_000) % 2 < 1 ? hourMs : -hourMs;
      const target = targetOf(service);
      return {
        holds: [target],
        async begin(undo) {
          const { plan } = service;
          undo(async () => {
            service.plan = plan;
            // A second SIGTERM would end a service that still closes after the first one, at once
            // and with code 1.
            await service.waitUntilReady().finally(() => service.signal('SIGTERM'));
          });
          const shifted = {
            NODE_OPTIONS: `--import=${shiftClock}`,
            CLOCK_SHIFT_MS: String(shiftMs),
          };
          service.plan = { ...plan, environment: { ...plan.environment, ...shifted } };
          const state = `an hour ${shiftMs > 0 ? 'ahead' : 'behind'}`;
          return service.signal('SIGTERM') ? { ...target, state } : null;
        },
      };
    },
  },
];

/** Time in which a call makes its four tries. */
const triesOfCallMs = 9_000;

/** Makes proxies treat their connections by `mode`, and later pass them again. */
const disturbLinks = (
  target: Target,
  links: readonly NamedLink[],
  mode: ProxyMode,
): AimedFault => ({
  holds: links.map(({ target: link }) => link),
  async begin(undo) {
    for (const { proxy } of links) {
      undo(() => proxy.set({ kind: 'pass' }));
      proxy.set(mode);
    }
    return target;
  },
  hasMet: () => links.some(({ proxy }) => proxy.countMet() > 0),
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
  aim({ links }, { choice }) {
    const link = chooseBy(choice, links.filter(fits));
    return disturbLinks(link.target, [link], mode);
  },
});

const toProvider = ({ target }: NamedLink) => target.to === 'provider';
const any = () => true;
/**
 * A provider's 404 says that the model does not exist, and a call is tried four times within
 * seconds only.
 */
const notToProvider = (link: NamedLink) => !toProvider(link);
const httpOfOurs = (link: NamedLink) => link.http && notToProvider(link);

const networkFaults: FaultKind[] = [
  disturb('connections cut', [1_000, 10_000], { kind: 'cut' }, notToProvider),
  disturb('connections black-holed', [15_000, 40_000], { kind: 'black-hole' }, any),
  disturb('connections delayed by 300 ms', [5_000, 15_000], { kind: 'delay', ms: 300 }, any),
  disturb('proxy answers 404', [3_000, 10_000], { kind: 'answer-404' }, httpOfOurs),
  disturb('proxy answers 502', [3_000, 10_000], { kind: 'answer-502' }, httpOfOurs),
  {
    kind: 'provider away',
    lastsMs: [1_000, 4_000],
    // A second outage right after the first would use up the tries of a call.
    alone: true,
    quietMs: triesOfCallMs,
    aim({ links }, { choice }) {
      const mode = chooseBy(choice, [{ kind: 'cut' }, { kind: 'answer-502' }] as const);
      return disturbLinks({ kind: 'server', name: 'provider' }, links.filter(toProvider), mode);
    },
  },
  {
    kind: 'machine vanishes without a word',
    lastsMs: [30_000, 40_000],
    mayTakeLease: true,
    aim({ engines, platforms, links }, { choice }) {
      const service = chooseBy(choice, [...engines, ...platforms]);
      const target: Target = { kind: 'service', name: service.name };
      const own = links.filter((link) => link.target.from === service.name);
      const network = disturbLinks(target, own, { kind: 'black-hole' });
      return {
        holds: [target, ...network.holds],
        async begin(undo) {
          undo(() => void service.signal('SIGCONT'));
          await network.begin(undo);
          return service.signal('SIGSTOP') ? target : null;
        },
      };
    },
  },
];

const ofServer = (name: (Target & { kind: 'server' })['name']): Target => ({
  kind: 'server',
  name,
});

/** A fault of Postgres, which all services feel. */
const ofPostgres = (
  kind: string,
  lastsMs: [number, number],
  begin: (system: ChaosSystem, undo: Undo) => Promise<void>,
): FaultKind => ({
  kind,
  lastsMs,
  alone: true,
  mayTakeLease: true,
  aim: (system) => ({
    holds: [ofServer('postgres')],
    async begin(undo) {
      await begin(system, undo);
      return ofServer('postgres');
    },
  }),
});

/** A fault of Redis, where it is installed. */
const ofRedis = (
  kind: string,
  begin: (redis: NonNullable<ChaosSystem['redis']>, undo: Undo) => Promise<void> | void,
): FaultKind => ({
  kind,
  lastsMs: [3_000, 20_000],
  aim({ redis }) {
    if (redis === null) return null;
    return {
      holds: [ofServer('redis')],
      async begin(undo) {
        await begin(redis, undo);
        return ofServer('redis');
      },
    };
  },
});

/** A fault of the receivers of webhooks. */
const ofReceivers = (kind: string, mode: WebhookReceiver['mode']): FaultKind => ({
  kind,
  lastsMs: [5_000, 30_000],
  aim: ({ receiver }) => ({
    holds: [ofServer('receivers')],
    async begin(undo) {
      undo(() => {
        receiver.mode = 'accept';
      });
      receiver.mode = mode;
      return ofServer('receivers');
    },
  }),
});

/** Faults of Postgres, Redis, the object storage and the receivers. */
const serverFaults: FaultKind[] = [
  ofPostgres('Postgres killed', [500, 1_000], ({ postgres }) => postgres.killAndRestart()),
  ofPostgres('Postgres frozen', [5_000, 30_000], async ({ postgres }, undo) => {
    undo(() => postgres.signal('SIGCONT'));
    await postgres.signal('SIGSTOP');
  }),
  ofPostgres('Postgres read-only', [5_000, 30_000], async ({ postgres }, undo) => {
    undo(() => postgres.setReadOnly(false));
    await postgres.setReadOnly(true);
  }),
  ofPostgres('Postgres out of connections', [5_000, 15_000], ({ postgres }, undo) =>
    postgres.takeConnections(undo),
  ),
  ofRedis('Redis away', async (redis, undo) => {
    undo(() => redis.start());
    await redis.stop();
  }),
  ofRedis('Redis hanging', (redis, undo) => {
    undo(() => redis.resume());
    redis.pause();
  }),
  {
    kind: 'storage full',
    lastsMs: [5_000, 20_000],
    aim: ({ links }) =>
      disturbLinks(
        ofServer('storage'),
        links.filter(({ target }) => leadsTo(target, 'storage')),
        { kind: 'answer-507' },
      ),
  },
  ofReceivers('receivers hanging', 'hang'),
  ofReceivers('receivers failing', 'fail'),
];

/** Every kind of fault (docs/chaos.md). */
export const allFaults: FaultKind[] = [...processFaults, ...networkFaults, ...serverFaults];
