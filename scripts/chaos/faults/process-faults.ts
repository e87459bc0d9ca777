import type { SupervisedProcess } from '@ecp/testing/supervised-process';
import { listSessions } from '../system/list-sessions.ts';
import type { ChaosSystem } from '../system/open-system.ts';
import { sendSignal } from '../system/send-signal.ts';
import { chooseBy, type FaultKind } from './fault.ts';

const shiftClock = new URL('../system/shift-clock.ts', import.meta.url).href;
const hourMs = 3_600_000;

/** Sends a fatal signal at the begin; the supervisor starts the service again. */
const kill = (
  kind: string,
  signal: NodeJS.Signals,
  servicesOf: (system: ChaosSystem) => SupervisedProcess[],
): FaultKind => ({
  kind,
  lastsMs: [1_000, 6_000],
  async begin(system, { choice }) {
    const service = chooseBy(choice, servicesOf(system));
    service.signal(signal);
    return { target: service.name, end: () => service.waitUntilReady() };
  },
});

/** Stops a service as a frozen machine does, and lets it continue. */
const freeze = (kind: string, servicesOf: (system: ChaosSystem) => SupervisedProcess[]): FaultKind => ({
  kind,
  lastsMs: [30_000, 30_000],
  async begin(system, { choice }) {
    const service = chooseBy(choice, servicesOf(system));
    service.signal('SIGSTOP');
    return {
      target: service.name,
      async end() {
        service.signal('SIGCONT');
        await service.waitUntilReady();
      },
    };
  },
});

const enginesOf = (system: ChaosSystem) => system.engines;
const platformsOf = (system: ChaosSystem) => system.platforms;
const everyServiceOf = (system: ChaosSystem) => [...system.engines, ...system.platforms];
const waitForAll = async (services: SupervisedProcess[]) => {
  await Promise.all(services.map((service) => service.waitUntilReady()));
};

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
    async begin({ platforms }, { choice }) {
      const service = chooseBy(choice, platforms);
      const children = (await listSessions(service.pids)).filter(({ pid }) => pid !== service.pid);
      if (children.length === 0) return null;
      const child = chooseBy((choice * platforms.length) % 1, children);
      sendSignal(child.pid, 'SIGKILL');
      return { target: `${service.name}'s ${child.name}`, end: () => service.waitUntilReady() };
    },
  },
  {
    kind: 'kill -9 of everything',
    lastsMs: [1_000, 3_000],
    alone: true,
    async begin(system) {
      const services = everyServiceOf(system);
      for (const service of services) service.signal('SIGKILL');
      await system.redis?.stop();
      await Promise.all([system.postgres.killAndRestart(), system.redis?.start()]);
      return { target: 'everything', end: () => waitForAll(services) };
    },
  },
  {
    kind: 'kill -9 of all services',
    lastsMs: [1_000, 3_000],
    alone: true,
    async begin(system) {
      const services = everyServiceOf(system);
      for (const service of services) service.signal('SIGKILL');
      return { target: 'all services', end: () => waitForAll(services) };
    },
  },
  {
    kind: 'clock wrong by an hour',
    lastsMs: [15_000, 30_000],
    async begin(system, { choice }) {
      const service = chooseBy(choice, everyServiceOf(system));
      const shiftMs = (choice * 1_000) % 2 < 1 ? hourMs : -hourMs;
      const { plan } = service;
      const shifted = { NODE_OPTIONS: `--import=${shiftClock}`, CLOCK_SHIFT_MS: String(shiftMs) };
      service.plan = { ...plan, environment: { ...plan.environment, ...shifted } };
      service.signal('SIGTERM');
      return {
        target: `${service.name} ${shiftMs > 0 ? 'ahead' : 'behind'}`,
        async end() {
          service.plan = plan;
          service.signal('SIGTERM');
          await service.waitUntilReady();
        },
      };
    },
  },
];
