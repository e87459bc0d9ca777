import { expect, test } from 'vitest';
import { ConfigurationError } from './kernel/settings.ts';
import { noteFormerSettings, readRoles } from './roles.ts';

// SET-5
test.each([
  [undefined, ['web', 'worker']],
  ['', ['web', 'worker']],
  ['web', ['web']],
  ['worker, web', ['web', 'worker']],
])('ROLES=%s gives %j', (ROLES, roles) => {
  expect(readRoles({ ROLES })).toEqual(roles);
});

// SET-3
test.each(['engine', 'web,', 'web,engine', ' '])('ROLES=%s is refused', (ROLES) => {
  expect(() => readRoles({ ROLES })).toThrow(ConfigurationError);
});

// SET-6
test('settings of former releases are named, and without them there is nothing to say', () => {
  expect(noteFormerSettings({ ENGINE_URL: '', ROLES: 'web' })).toBeNull();
  const note = noteFormerSettings({ ENGINE_URL: 'http://engine', ENGINE_TOKEN: 's3cret' });
  expect(note).toMatch(/^ENGINE_URL and ENGINE_TOKEN count for nothing/);
  expect(note).not.toContain('s3cret');
});
