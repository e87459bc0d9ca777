import { AsyncLocalStorage } from 'node:async_hooks';

const acting = new AsyncLocalStorage<string>();

/** Runs work in the name of a tenant, which decides its turn for shared resources such as connections. */
export function runAsTenant<Result>(tenantId: string, work: () => Result): Result {
  return acting.run(tenantId, work);
}

/** Returns the tenant of the current work; empty for work that belongs to no tenant. */
export function currentTenant(): string {
  return acting.getStore() ?? '';
}
