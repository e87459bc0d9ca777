import type { FaultKind } from './fault.ts';

const target = (name: string, end: () => Promise<void> = async () => undefined) => ({ target: name, end });

/** Faults of Postgres, Redis, the object storage and the receivers. */
export const serverFaults: FaultKind[] = [
  {
    kind: 'Postgres killed',
    lastsMs: [500, 1_000],
    alone: true,
    async begin({ postgres }) {
      await postgres.killAndRestart();
      return target('postgres');
    },
  },
  {
    kind: 'Postgres frozen',
    lastsMs: [5_000, 30_000],
    alone: true,
    async begin({ postgres }) {
      await postgres.signal('SIGSTOP');
      return target('postgres', () => postgres.signal('SIGCONT'));
    },
  },
  {
    kind: 'Postgres out of disk',
    lastsMs: [20_000, 90_000],
    alone: true,
    async begin({ postgres }) {
      if (!postgres.canFillDisk) return null;
      await postgres.fillDisk();
      return target('postgres', postgres.freeDisk);
    },
  },
  {
    kind: 'Postgres read-only',
    lastsMs: [5_000, 30_000],
    alone: true,
    async begin({ postgres }) {
      await postgres.setReadOnly(true);
      return target('postgres', () => postgres.setReadOnly(false));
    },
  },
  {
    kind: 'Postgres failed over to the standby',
    lastsMs: [5_000, 10_000],
    alone: true,
    async begin({ postgres, links }) {
      await postgres.failOver();
      // Connections to the dead server end, as where its address moves.
      for (const { name, proxy } of links) {
        if (!name.endsWith(' to postgres')) continue;
        proxy.set({ kind: 'cut' });
        proxy.set({ kind: 'pass' });
      }
      return target('postgres', () => postgres.renewStandby());
    },
  },
  {
    kind: 'Postgres out of connections',
    lastsMs: [5_000, 15_000],
    alone: true,
    async begin({ postgres }) {
      const release = await postgres.takeConnections();
      return target('postgres', release);
    },
  },
  {
    kind: 'Redis away',
    lastsMs: [3_000, 20_000],
    async begin({ redis }) {
      if (redis === null) return null;
      await redis.stop();
      return target('redis', () => redis.start());
    },
  },
  {
    kind: 'Redis hanging',
    lastsMs: [3_000, 20_000],
    async begin({ redis }) {
      if (redis === null) return null;
      redis.pause();
      return target('redis', async () => redis.resume());
    },
  },
  {
    kind: 'storage full',
    lastsMs: [5_000, 20_000],
    async begin({ links }) {
      const own = links.filter(({ name }) => name.endsWith(' to storage'));
      for (const { proxy } of own) proxy.set({ kind: 'answer-507' });
      return target('storage', async () => {
        for (const { proxy } of own) proxy.set({ kind: 'pass' });
      });
    },
  },
  {
    kind: 'receivers hanging',
    lastsMs: [5_000, 30_000],
    async begin({ receiver }) {
      receiver.mode = 'hang';
      return target('receiver', async () => {
        receiver.mode = 'accept';
      });
    },
  },
  {
    kind: 'receivers failing',
    lastsMs: [5_000, 30_000],
    async begin({ receiver }) {
      receiver.mode = 'fail';
      return target('receiver', async () => {
        receiver.mode = 'accept';
      });
    },
  },
];
