import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { warnOfOpenSpending } from './warn-of-open-spending.ts';

const warningsOf = (environment: Record<string, string>) => {
  const warnings: string[] = [];
  warnOfOpenSpending(readConfig(environment), { warn: (text: unknown) => void warnings.push(String(text)) });
  return warnings;
};

test('warns once of hosted models that anybody may use, without the keys themselves', () => {
  const [warning, ...others] = warningsOf({ ANTHROPIC_API_KEY: 's3cret-a', OPENAI_API_KEY: 's3cret-b' });
  expect(warning).toContain('what ANTHROPIC_API_KEY and OPENAI_API_KEY pays for');
  expect(warning).not.toContain('s3cret');
  expect(others).toEqual([]);
});

test('says nothing of the offline model and of models of one’s own', () => {
  expect(warningsOf({})).toEqual([]);
  expect(warningsOf({ ANTHROPIC_API_KEY: '', OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:11434/v1' })).toEqual([]);
});
