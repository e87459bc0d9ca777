import { expect, test } from 'vitest';
import { roleOfGroups } from './people.ts';

// SSO-11
test('the role of tens of thousands of groups by five hundred rules holds up nobody', () => {
  const name = (kind: string, index: number) => `${'a group with a long name '.repeat(8)}${kind} ${10_000 + index}`;
  const groupRoles = Array.from({ length: 500 }, (_, index) => ({
    group: name('rule', index),
    role: 'viewer' as const,
  }));
  const groups = [...Array.from({ length: 20_000 }, (_, index) => name('mine', index)), name('rule', 499)];
  const before = process.cpuUsage();
  expect(roleOfGroups({ defaultRole: 'member', groupRoles }, groups)).toBe('viewer');
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(100);
});
