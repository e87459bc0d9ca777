import type { Role } from '@ecp/contract/auth';
import type { Endpoint, Level } from '@ecp/contract/endpoint';
import { ApiError } from '@ecp/contract/errors';
import type { KeyPrincipal, Principal } from '../context.ts';

const rank: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };
const needed: Record<
  Level,
  { rank: number; code: 'write_access_required' | 'admin_access_required' | 'owner_access_required' }
> = {
  read: { rank: 0, code: 'write_access_required' },
  write: { rank: 1, code: 'write_access_required' },
  admin: { rank: 2, code: 'admin_access_required' },
  owner: { rank: 3, code: 'owner_access_required' },
};

/**
 * Checks role and scope, then the subscription (specification, Authentication 1 to 8; contract, 2: order of checks).
 * `engagementId` is the path's engagement, if it names one.
 */
export function authorize(endpoint: Endpoint, principal: Principal, engagementId: string | undefined): void {
  if (principal.kind === 'api_key') authorizeKey(endpoint, principal, engagementId);
  else if (rank[principal.role] < needed[endpoint.level].rank) throw new ApiError(needed[endpoint.level].code);
  if (endpoint.subscription && !principal.subscriptionActive) throw new ApiError('subscription_required');
}

function authorizeKey(endpoint: Endpoint, key: KeyPrincipal, engagementId: string | undefined): void {
  if (endpoint.credentials === 'session' || endpoint.level === 'owner') throw new ApiError('session_required');
  if (key.engagementId !== null && endpoint.keyReach !== 'open') {
    const elsewhere = endpoint.keyReach === 'tenant' || key.engagementId !== engagementId;
    if (elsewhere) throw new ApiError('key_restricted');
  }
  if (key.scope === 'read_write') return;
  if (endpoint.method !== 'GET') throw new ApiError('read_only_api_key');
  if (endpoint.level === 'admin') throw new ApiError('admin_access_required');
}
