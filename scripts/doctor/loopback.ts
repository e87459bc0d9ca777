import { isLoopbackHost } from '../../apps/server/src/kernel/outbound/addresses.ts';

/** Tells whether an address is of this machine alone. */
export const isLoopbackAddress = (address: string): boolean =>
  isLoopbackHost(new URL(address).hostname);
