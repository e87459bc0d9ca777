import { describe, expect, it } from 'vitest';
import { readConfig, secretsOf } from './config.ts';

const needed = { DATABASE_URL: 'postgres://localhost/app' };

describe('settings of one engine process', () => {
  it('have defaults', () => {
    expect(readConfig(needed)).toMatchObject({
      workLimits: {
        maxCalls: 1_024,
        modelIdleMs: 60_000,
        modelCallMs: 1_200_000,
        drainMs: 20_000,
        keepDataMs: 2_592_000_000,
      },
      providerLimits: {},
    });
  });

  it('are read from the environment', () => {
    const given = {
      ENGINE_MAX_CALLS: '20',
      ENGINE_DRAIN_SECONDS: '0',
      MODEL_IDLE_SECONDS: '5',
      ENGINE_DATA_DAYS: '2',
    };
    const limits = '{"openai":{"requestsPerMinute":60}}';
    expect(readConfig({ ...needed, ...given, PROVIDER_LIMITS: limits })).toMatchObject({
      workLimits: {
        maxCalls: 20,
        modelIdleMs: 5_000,
        modelCallMs: 1_200_000,
        drainMs: 0,
        keepDataMs: 172_800_000,
      },
      providerLimits: { openai: { requestsPerMinute: 60 } },
    });
  });

  // SET-3
  it.each([
    ['DATABASE_URL', 'mysql://localhost/app'],
    ['ENGINE_MAX_CALLS', 'many'],
    ['ENGINE_DRAIN_SECONDS', '-1'],
    ['MODEL_IDLE_SECONDS', '0'],
    ['MODEL_CALL_SECONDS', '90000'],
    ['AZURE_RESOURCE_NAME', 'user@internal:8080/#'],
    ['BEDROCK_BASE_URL', 'bedrock.internal'],
    ['PROVIDER_LIMITS', '{"openai":{"perMinute":60}}'],
    ['PROVIDER_LIMITS', 'openai=60'],
  ])('that cannot be used are named: %s=%s', (name, value) => {
    expect(() => readConfig({ ...needed, [name]: value })).toThrow(
      new RegExp(`^${name} is not usable: it`),
    );
  });

  // MOD-18, SET-3
  it.each([
    [
      { AZURE_API_KEY: 'k' },
      'AZURE_RESOURCE_NAME or AZURE_BASE_URL is required with AZURE_API_KEY',
    ],
    [{ AZURE_RESOURCE_NAME: 'house' }, 'AZURE_API_KEY is required with AZURE_RESOURCE_NAME'],
    [{ BEDROCK_API_KEY: 'k' }, 'BEDROCK_REGION is required with BEDROCK_API_KEY'],
    [
      { BEDROCK_REGION: 'eu-central-1', BEDROCK_ACCESS_KEY_ID: 'a' },
      /^BEDROCK_API_KEY, or .* is required with/,
    ],
    [
      { GOOGLE_VERTEX_PROJECT: 'house' },
      /^GOOGLE_VERTEX_PROJECT with GOOGLE_VERTEX_LOCATION, .* is required with/,
    ],
  ])('of a cloud platform are all there or none: %j', (given, message) => {
    expect(() => readConfig({ ...needed, ...given })).toThrow(message);
  });

  // SET-14
  it('that are keys of cloud platforms are secret', () => {
    const keys = {
      AZURE_API_KEY: 'secret-of-azure',
      BEDROCK_API_KEY: 'secret-of-bedrock',
      BEDROCK_SECRET_ACCESS_KEY: 'secret-of-a-user',
      GOOGLE_VERTEX_API_KEY: 'secret-of-vertex',
    };
    const config = readConfig({
      ...needed,
      ...keys,
      AZURE_RESOURCE_NAME: 'house',
      BEDROCK_REGION: 'eu-central-1',
    });
    expect(secretsOf(config)).toEqual(expect.arrayContaining(Object.values(keys)));
  });
});

// OUT-5, OUT-7
it('without a way out, only the configured model server is left of the providers', () => {
  const server = {
    OPENAI_COMPATIBLE_BASE_URL: 'http://models:11434/v1',
    OPENAI_COMPATIBLE_MODELS: 'm',
  };
  const hosted = {
    ANTHROPIC_API_KEY: 'k',
    BEDROCK_REGION: 'alone',
    GOOGLE_VERTEX_PROJECT: 'alone',
  };
  const config = readConfig({
    ...needed,
    ...server,
    ...hosted,
    OUTBOUND: 'off',
    EMBEDDING_MODEL: 'local-embedder',
  });
  expect(config.ignoredSettings).toEqual(Object.keys(hosted));
  const { anthropicApiKey, amazonBedrock, googleVertex, openaiCompatible, embeddingModel } =
    config.models;
  expect([anthropicApiKey, amazonBedrock, googleVertex]).toEqual([undefined, undefined, undefined]);
  expect([openaiCompatible?.baseUrl, embeddingModel]).toEqual([
    'http://models:11434/v1',
    'local-embedder',
  ]);
});
