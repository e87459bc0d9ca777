import { describe, expect, test } from 'vitest';
import { noteFormerSettings, readRoles } from './roles.ts';

// SET-5
describe('the roles of a process', () => {
  test.each([
    [undefined, ['web', 'worker']],
    ['', ['web', 'worker']],
    ['web', ['web']],
    ['worker', ['worker']],
    ['worker, web', ['web', 'worker']],
  ])('with ROLES=%s', (setting, roles) => {
    expect(readRoles({ ROLES: setting })).toEqual(roles);
  });

  // SET-3
  test.each(['engine', 'web,engine', 'web,', ','])('ROLES=%s is refused', (setting) => {
    expect(() => readRoles({ ROLES: setting })).toThrow(`ROLES=${setting} is not usable`);
  });
});

// SET-6
test('settings of former releases are named in one line, and nothing is said without any', () => {
  const former = { ENGINE_URL: 'http://engine:3001', ENGINE_TOKEN: 'a-token', ENGINE_PORT: '3001' };
  expect(noteFormerSettings(former)).toBe(
    'ENGINE_URL and ENGINE_TOKEN count for nothing: web and worker meet in the database (ROLES)',
  );
  expect(noteFormerSettings({ ENGINE_PORT: '3001', ENGINE_TOKEN: '' })).toBeNull();
});
