import { describe, expect, test } from 'vitest';
import { readConfig, secretsOf } from './config.ts';
import { ConfigurationError } from './kernel/settings.ts';

describe('an invalid setting', () => {
  // SET-3
  test('is named with its value', () => {
    expect(() => readConfig({ PORT: 'eighty' })).toThrow(
      new ConfigurationError('PORT=eighty is not usable: it must be integer'),
    );
  });

  // WEB-31
  test('refuses webhook retries that outlast the deliveries', () => {
    const given = { WEBHOOK_RETRY_SECONDS: '5,172800', WEBHOOK_DELIVERY_DAYS: '2' };
    expect(() => readConfig(given)).toThrow(
      'its waits add up to more than the 2 days of WEBHOOK_DELIVERY_DAYS',
    );
    expect(readConfig({ ...given, WEBHOOK_DELIVERY_DAYS: '3' }).webhookRetryWaitsMs).toEqual([
      5_000, 172_800_000,
    ]);
  });

  // SET-22
  test('refuses a direct address without a pooler', () => {
    const DATABASE_DIRECT_URL = 'postgres://u:s3cret@db/app';
    expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrow(
      'DATABASE_DIRECT_URL needs DATABASE_URL',
    );
    expect(() => readConfig({ DATABASE_DIRECT_URL })).not.toThrow(/s3cret/);
  });

  test.each([
    ['REDIS_URL', 'http://user:s3cret@redis'],
    ['DATABASE_URL', 'mysql://user:s3cret@db/x'],
    ['SMTP_URL', 'http://user:s3cret@mail'],
    ['SECRET_KEY', 's3cret'],
  ])('%s is named without its value, which is a secret', (variable, value) => {
    expect(() => readConfig({ [variable]: value })).toThrow(
      new RegExp(`^${variable} is not usable: it `),
    );
    expect(() => readConfig({ [variable]: value })).not.toThrow(/s3cret/);
  });
});

describe('OUTBOUND=off', () => {
  // OUT-7
  test('takes no setting that needs a way out, however wrong, and names them', () => {
    const outside = {
      STRIPE_SECRET_KEY: 'alone',
      KMS_REGION: 'alone',
      SEARCH_PROVIDER: 'nobody',
      OPENAI_API_KEY: 'k',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'no address',
      AZURE_BASE_URL: 'x',
      EMBEDDING_MODEL: 'of-a-provider',
      TENANT_MODEL_KEYS: 'required',
    };
    const config = readConfig({
      ...outside,
      OUTBOUND: 'off',
      SMTP_URL: 'smtp://mail',
      S3_BUCKET: 'bucket',
    });
    expect(config).toMatchObject({
      hasWayOut: false,
      tenantModelKeys: 'off',
      search: null,
      hostedModelKeys: [],
    });
    expect([config.stripe, config.kms, config.tracesEndpoint]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([config.mail.smtpUrl, config.s3?.bucket]).toEqual(['smtp://mail', 'bucket']);
    expect([...config.ignoredSettings].sort()).toEqual(Object.keys(outside).sort());
  });

  // OUT-7
  test('is not the default; without it these settings count', () => {
    expect(readConfig({ OPENAI_API_KEY: 'k' })).toMatchObject({
      hasWayOut: true,
      ignoredSettings: [],
    });
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'alone' })).toThrow(ConfigurationError);
    expect(() => readConfig({ OUTBOUND: 'no' })).toThrow(/^OUTBOUND=no is not usable/);
  });
});

describe('SECRET_KEY', () => {
  const [fresh, old] = ['a-new-secret-of-the-house', 'the-old-secret-of-the-house'];

  // SET-15
  test('holds one secret or several, with commas between them; none may show in a log', () => {
    expect(readConfig({}).secretKeys).toBeUndefined();
    expect(readConfig({ SECRET_KEY: old }).secretKeys).toEqual([old]);
    const config = readConfig({ SECRET_KEY: `${fresh}, ${old}` });
    expect(config.secretKeys).toEqual([fresh, old]);
    expect(secretsOf(config)).toEqual(expect.arrayContaining([fresh, old]));
  });

  // SET-15
  test.each([`${old},`, `,${old}`, `${old},short`, `${old},,${fresh}`, `${old},                 `])(
    'is refused when one of its secrets is missing or short: %j',
    (list) => {
      expect(() => readConfig({ SECRET_KEY: list })).toThrow(/^SECRET_KEY is not usable: it /);
    },
  );
});

describe('Stripe', () => {
  const all = {
    STRIPE_SECRET_KEY: 'sk_test_s3cret',
    STRIPE_WEBHOOK_SECRET: 'whsec_s3cret',
    STRIPE_PRICE_STARTER: 'price_s',
    STRIPE_PRICE_PROFESSIONAL: 'price_p',
    STRIPE_PRICE_ENTERPRISE: 'price_e',
  };

  // SET-10
  test('bills when all its settings are given; otherwise billing is local', () => {
    expect(readConfig({}).stripe).toBeUndefined();
    expect(readConfig(all).stripe).toEqual({
      secretKey: 'sk_test_s3cret',
      webhookSecret: 'whsec_s3cret',
      prices: { starter: 'price_s', professional: 'price_p', enterprise: 'price_e' },
      apiBase: undefined,
    });
  });

  test.each(Object.keys(all))('is refused without %s, and no secret is shown', (name) => {
    expect(() => readConfig({ ...all, [name]: '' })).toThrow('is not enough: Stripe needs');
    expect(() => readConfig({ ...all, [name]: '' })).not.toThrow(/s3cret/);
  });
});

describe('object storage', () => {
  // SET-8
  test('is a folder by default, and S3 with a bucket', () => {
    expect(readConfig({}).s3).toBeUndefined();
    expect(readConfig({ S3_BUCKET: 'files', S3_ENDPOINT: 'http://127.0.0.1:9000/' }).s3).toEqual({
      bucket: 'files',
      endpoint: 'http://127.0.0.1:9000',
      region: 'us-east-1',
      accessKeyId: undefined,
      secretAccessKey: undefined,
    });
  });

  test('requires its bucket, and both keys or neither', () => {
    expect(() => readConfig({ S3_REGION: 'eu-west-1' })).toThrow('S3_REGION needs S3_BUCKET');
    expect(() => readConfig({ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a' })).toThrow(
      'set both or neither',
    );
  });
});
