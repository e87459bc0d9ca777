import type { ChaosSystem } from '../system/open-system.ts';
import type { WebhookReceiver } from '../system/webhook-receiver.ts';
import type { FaultKind, Undo } from './fault.ts';
import { disturbLinks } from './network-faults.ts';
import { leadsTo, type Target } from './target.ts';

const ofServer = (name: (Target & { kind: 'server' })['name']): Target => ({ kind: 'server', name });

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

const outOfDisk = ofPostgres('Postgres out of disk', [20_000, 90_000], async ({ postgres }, undo) => {
  undo(postgres.freeDisk);
  await postgres.fillDisk();
});

/** Faults of Postgres, Redis, the object storage and the receivers. */
export const serverFaults: FaultKind[] = [
  ofPostgres('Postgres killed', [500, 1_000], ({ postgres }) => postgres.killAndRestart()),
  ofPostgres('Postgres frozen', [5_000, 30_000], async ({ postgres }, undo) => {
    undo(() => postgres.signal('SIGCONT'));
    await postgres.signal('SIGSTOP');
  }),
  { ...outOfDisk, aim: (system, planned) => (system.postgres.canFillDisk ? outOfDisk.aim(system, planned) : null) },
  ofPostgres('Postgres read-only', [5_000, 30_000], async ({ postgres }, undo) => {
    undo(() => postgres.setReadOnly(false));
    await postgres.setReadOnly(true);
  }),
  ofPostgres('Postgres failed over to the standby', [5_000, 10_000], async ({ postgres, links }, undo) => {
    undo(() => postgres.renewStandby());
    await postgres.failOver();
    // Connections to the dead server end, as where its address moves.
    for (const { target, proxy } of links) {
      if (!leadsTo(target, 'postgres')) continue;
      proxy.set({ kind: 'cut' });
      proxy.set({ kind: 'pass' });
    }
  }),
  ofPostgres('Postgres out of connections', [5_000, 15_000], ({ postgres }, undo) => postgres.takeConnections(undo)),
  ofPostgres('standby out of reach', [5_000, 30_000], async ({ postgres }, undo) => {
    undo(() => postgres.disturbReplication({ kind: 'pass' }));
    postgres.disturbReplication({ kind: 'black-hole' });
  }),
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
