import type { Services } from '../src/kernel/services.ts';

/** Returns the services of a process that dies just before the transaction of a tenant commits. */
export function dieBeforeCommit(services: Services): Services {
  const { database } = services;
  const withTenant: typeof database.withTenant = (tenantId, work) =>
    database.withTenant(tenantId, async (tx) => {
      await work(tx);
      throw new Error('The process died');
    });
  return { ...services, database: { ...database, withTenant } };
}
