import { expect, test } from 'vitest';
import { roleOfGroups } from './people.ts';

// SSO-11
test('the role of tens of thousands of groups by five hundred rules reads every group once', () => {
  const name = (kind: string, index: number) =>
    `${'a group with a long name '.repeat(8)}${kind} ${10_000 + index}`;
  const groupRoles = Array.from({ length: 500 }, (_, index) => ({
    group: name('rule', index),
    role: 'viewer' as const,
  }));
  const groups = [
    ...Array.from({ length: 20_000 }, (_, index) => name('mine', index)),
    name('rule', 499),
  ];
  let reads = 0;
  const counted = new Proxy(groups, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  expect(roleOfGroups({ defaultRole: 'member', groupRoles }, counted)).toBe('viewer');
  expect(reads).toBe(groups.length);
});
