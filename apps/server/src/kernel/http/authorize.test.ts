import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import type { Role } from '@ecp/contract/identity/auth';
import { expect, test } from 'vitest';
import type { KeyPrincipal, Principal, SessionPrincipal } from '../principals.ts';
import { authorize } from './access.ts';

const now = new Date('2026-11-30T12:00:00Z');
const tenant = { tenantId: 't', tenantName: 'Acme', subscriptionActive: true };

function session(role: Role): SessionPrincipal {
  return {
    ...tenant,
    kind: 'session',
    userId: role,
    email: 'a@acme.example',
    userName: null,
    role,
    sessionHash: Buffer.alloc(0),
    sessionId: role,
    sso: false,
    provenAt: now,
    secondFactorMissing: false,
    stepUpRequired: false,
  };
}

function key(limits: Partial<Pick<KeyPrincipal, 'scope' | 'engagementId'>> = {}): KeyPrincipal {
  return {
    ...tenant,
    kind: 'api_key',
    keyId: 'k',
    keyName: 'Key',
    scope: 'read_write',
    engagementId: null,
    isAssistant: false,
    createdBy: 'owner',
    makerRole: 'owner',
    ...limits,
  };
}

function isAdmitted(endpoint: Endpoint, principal: Principal): boolean {
  try {
    authorize(endpoint, principal, { engagementId: 'e', now });
    return true;
  } catch {
    return false;
  }
}

// ACS-5, ACS-6
test.each<[string, Principal, Principal]>([
  ['an owner, where admins are', session('owner'), session('admin')],
  ['an admin, where members are', session('admin'), session('member')],
  ['a member, where viewers are', session('member'), session('viewer')],
  ['a key that reads and writes, where one that reads is', key(), key({ scope: 'read_only' })],
  ['a key of the tenant, where one of the engagement is', key(), key({ engagementId: 'e' })],
])('every endpoint admits %s', (_title, caller, lesser) => {
  const admitted = allEndpoints.filter((endpoint) => isAdmitted(endpoint, lesser));
  expect(admitted.length).toBeGreaterThan(50);
  expect(admitted.filter((endpoint) => !isAdmitted(endpoint, caller))).toEqual([]);
});
