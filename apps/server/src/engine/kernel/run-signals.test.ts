import { startFaultProxy, throughProxy } from '@ecp/testing/fault-proxy';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pino from 'pino';
import { expect, test } from 'vitest';
import { controlChannel, openRunSignals } from './waiting.ts';

// LEA-9
test('a network that cuts each connection is tried seldom, and one connection listens afterwards', async () => {
  const fresh = await createFreshDatabase();
  const { hostname: host, port } = new URL(fresh.url);
  const proxy = await startFaultProxy({ host, port: Number(port) });
  const failures: string[] = [];
  const log = pino({ base: null }, { write: (line) => failures.push(line) });
  const signals = await openRunSignals(throughProxy(fresh.url, proxy), log);
  try {
    proxy.set({ kind: 'cut' });
    await pollUntil(
      () => failures.filter((line) => line.includes('Cannot listen')).length,
      (count) => count >= 3,
    );
    expect(failures.length).toBeLessThan(20);
    proxy.set({ kind: 'pass' });
    const heard: string[] = [];
    signals.on(controlChannel, (payload) => heard.push(payload));
    await pollUntil(
      async () => {
        await fresh.asSuperuser(`select pg_notify('${controlChannel}', 'again')`);
        return heard.length;
      },
      (count) => count > 0,
    );
    expect(proxy.countConnections()).toBe(1);
    const before = heard.length;
    await fresh.asSuperuser(`select pg_notify('${controlChannel}', 'once')`);
    await pollUntil(
      () => heard.includes('once'),
      (arrived) => arrived,
    );
    expect(heard.slice(before).filter((payload) => payload === 'once')).toEqual(['once']);
  } finally {
    await signals.close();
    await proxy.close();
    await fresh.drop();
  }
});
