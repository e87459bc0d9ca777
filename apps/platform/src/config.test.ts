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
    ['SECRET_KEY', 's3cret'],
  ])('%s is named without its value, which is a secret', (variable, value) => {
    expect(() => readConfig({ [variable]: value })).toThrow(new RegExp(`^${variable} is not usable: it `));
    expect(() => readConfig({ [variable]: value })).not.toThrow(/s3cret/);
  });
});

describe('object storage', () => {
  test('is a folder without settings, and S3 with a bucket', () => {
    expect(readConfig({}).s3).toBeUndefined();
    expect(readConfig({ S3_BUCKET: 'files', S3_ENDPOINT: 'http://127.0.0.1:9000/' }).s3).toEqual({
      bucket: 'files',
      endpoint: 'http://127.0.0.1:9000',
      region: 'us-east-1',
      accessKeyId: undefined,
      secretAccessKey: undefined,
    });
  });

  test('needs its bucket, and both keys or neither', () => {
    expect(() => readConfig({ S3_REGION: 'eu-west-1' })).toThrow('S3_REGION needs S3_BUCKET');
    expect(() => readConfig({ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a' })).toThrow('set both or neither');
  });
});
