import { ApiError } from '@ecp/contract/declaring/errors';
import type { PlatformConfig } from '../settings.ts';

/** Throws `outbound_off` where the installation has no way out (OUTBOUND=off). */
export function requireWayOut({ hasWayOut }: Pick<PlatformConfig, 'hasWayOut'>): void {
  if (!hasWayOut) throw new ApiError('outbound_off');
}
