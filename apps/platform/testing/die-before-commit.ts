import type { Services } from '../src/kernel/services.ts';

/** The services of a process that dies when a transaction of a tenant has written all and is about to commit. */
export function dieBeforeCommit(services: Services): Services {
  const { database } = services;
  const withTenant: typeof database.withTenant = (tenantId, work) =>
    database.withTenant(tenantId, async (tx) => {
      await work(tx);
      throw new Error('The process died');
    });
  return { ...services, database: { ...database, withTenant } };
}
