import type { Level } from '@ecp/contract/declaring/endpoint';
import type { Role } from '@ecp/contract/identity/auth';
import { expect, test } from 'vitest';
import { requireLevel } from './context.ts';

const roles: Role[] = ['owner', 'admin', 'member', 'viewer'];

// ACS-5, ACS-6
test.each<[Level, Role[]]>([
  ['read', ['owner', 'admin', 'member', 'viewer']],
  ['write', ['owner', 'admin', 'member']],
  ['admin', ['owner', 'admin']],
  ['owner', ['owner']],
])(
  'the level %s admits the roles %s alone, so each role includes those below it',
  (level, admitted) => {
    const holders = roles.filter((role) => {
      try {
        requireLevel(level, role);
        return true;
      } catch {
        return false;
      }
    });
    expect(holders).toEqual(admitted);
  },
);
