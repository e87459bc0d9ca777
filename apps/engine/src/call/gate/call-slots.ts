import { createTenantPlaces, type TenantPlaces } from '@ecp/database/tenant-places';

/** A call's place, held from its reservation to its settlement. */
export type CallSlots = TenantPlaces;

/**
 * A call may take minutes, so turns alone would let a new tenant wait for the calls of another: a tenant may hold three
 * times as many places as are free. One alone has three quarters of all, two have three sevenths each, and so on.
 */
const timesFree = 3;

/** At most `max` calls in flight in this process, fair between tenants. */
export function createCallSlots(max: number): CallSlots {
  return createTenantPlaces(max, (held, free) => held < free * timesFree);
}
