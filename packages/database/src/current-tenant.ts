import { AsyncLocalStorage } from 'node:async_hooks';

const acting = new AsyncLocalStorage<string>();

/** Runs work for a tenant: what tenants share by turns, connections for one, it asks for in that tenant's name. */
export function runAsTenant<Result>(tenantId: string, work: () => Result): Result {
  return acting.run(tenantId, work);
}

/** The tenant that the current work is for; empty for work that is nobody's in particular. */
export function currentTenant(): string {
  return acting.getStore() ?? '';
}
