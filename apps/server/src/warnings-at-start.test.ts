import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { warnOfIgnoredSettings, warnOfOpenSpending } from './run-platform.ts';

const warningsOf = (environment: Record<string, string>) => {
  const warnings: string[] = [];
  const log = { warn: (text: unknown) => void warnings.push(String(text)) };
  for (const warn of [warnOfOpenSpending, warnOfIgnoredSettings])
    warn(readConfig(environment), log);
  return warnings;
};

test('warns once about hosted models that anybody may use, without showing the keys', () => {
  const [warning, ...others] = warningsOf({
    ANTHROPIC_API_KEY: 's3cret-a',
    OPENAI_API_KEY: 's3cret-b',
  });
  expect(warning).toContain('what ANTHROPIC_API_KEY and OPENAI_API_KEY pays for');
  expect(warning).not.toContain('s3cret');
  expect(others).toEqual([]);
});

test('does not warn about the offline model and self-hosted models', () => {
  expect(warningsOf({})).toEqual([]);
  expect(
    warningsOf({ ANTHROPIC_API_KEY: '', OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:11434/v1' }),
  ).toEqual([]);
});

// OUT-7
test('names the settings that count for nothing without a way out, and not their values', () => {
  const warnings = warningsOf({
    OUTBOUND: 'off',
    ANTHROPIC_API_KEY: 's3cret-a',
    STRIPE_SECRET_KEY: 's3cret-b',
  });
  expect(warnings).toEqual([
    'OUTBOUND=off: these settings need a way out and count for nothing: ANTHROPIC_API_KEY, STRIPE_SECRET_KEY',
  ]);
});
