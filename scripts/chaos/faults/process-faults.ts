import type { SupervisedProcess } from '@ecp/testing/supervised-process';
import { listSessions } from '../system/list-sessions.ts';
import type { ChaosSystem } from '../system/open-system.ts';
import { sendSignal } from '../system/send-signal.ts';
import { chooseBy, type FaultKind } from './fault.ts';
import type { Target } from './target.ts';

const shiftClock = new URL('../system/shift-clock.ts', import.meta.url).href;
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
const freeze = (kind: string, servicesOf: (system: ChaosSystem) => SupervisedProcess[]): FaultKind => ({
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

export const processFaults: FaultKind[] = [
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
          const children = (await listSessions(service.pids)).filter(({ pid }) => pid !== service.pid);
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
            // A second SIGTERM would end a service that still closes after the first one, at once and with code 1.
            await service.waitUntilReady().finally(() => service.signal('SIGTERM'));
          });
          const shifted = { NODE_OPTIONS: `--import=${shiftClock}`, CLOCK_SHIFT_MS: String(shiftMs) };
          service.plan = { ...plan, environment: { ...plan.environment, ...shifted } };
          const state = `an hour ${shiftMs > 0 ? 'ahead' : 'behind'}`;
          return service.signal('SIGTERM') ? { ...target, state } : null;
        },
      };
    },
  },
];
