import { describe, expect, test } from 'vitest';
import { ConfigurationError, readConfig } from './config.ts';

describe('a setting that cannot be used', () => {
  test('is named with its value', () => {
    expect(() => readConfig({ PORT: 'eighty' })).toThrow(
      new ConfigurationError('PORT=eighty is not usable: it must be integer'),
    );
  });

  test.each([
    ['ENGINE_TOKEN', 'short-s3cret'],
    ['DATABASE_URL', 'mysql://user:s3cret@db/x'],
    ['SMTP_URL', 'http://user:s3cret@mail'],
  ])('%s is named without its value, which is a secret', (variable, value) => {
    expect(() => readConfig({ [variable]: value })).toThrow(new RegExp(`^${variable} is not usable: it `));
    expect(() => readConfig({ [variable]: value })).not.toThrow(/s3cret/);
  });
});
