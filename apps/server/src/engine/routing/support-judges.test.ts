import { expect, test } from 'vitest';
import type { CatalogModel } from '../models/catalog.ts';
import { supportJudges } from './judges.ts';

const model = (
  id: string,
  provider: CatalogModel['provider'],
  inputPerMillion = 1,
): CatalogModel => {
  return { id, provider, tier: 'standard', inputPerMillion, outputPerMillion: 4 };
};
const claude = model('claude', 'anthropic', 3);
const haiku = model('haiku', 'anthropic', 1);
const gpt = model('gpt', 'openai', 2);
const gemini = model('gemini', 'google', 1);
const offline = model('local/extractive', 'local', 0);
const idsOf = (
  models: readonly CatalogModel[],
  writers: readonly CatalogModel[],
  judges: readonly CatalogModel[] = [],
) => supportJudges({ models, judges }, writers).map(({ id }) => id);

// CHK-2
test('a model of another provider than the writer judges, the cheapest first, then another model of the same one', () => {
  expect(idsOf([claude, haiku, gpt, gemini], [claude])).toEqual(['gemini', 'gpt', 'haiku']);
  expect(idsOf([claude, haiku], [claude])).toEqual(['haiku']);
  expect(idsOf([claude, gpt], [claude, gpt])).toEqual([]);
});

// CHK-2
test('neither the writer itself nor the offline model judges', () => {
  expect(idsOf([claude], [claude])).toEqual([]);
  expect(idsOf([claude, offline], [claude])).toEqual([]);
  expect(idsOf([offline, gpt], [offline])).toEqual(['gpt']);
});

// CHK-2
test('a judge of the catalogue comes before every other model, one of another provider first', () => {
  const judgeOf = (id: string, provider: CatalogModel['provider']): CatalogModel => ({
    ...model(id, provider),
    kind: 'judge',
  });
  const own = judgeOf('claude-judge', 'anthropic');
  const foreign = judgeOf('gpt-judge', 'openai');
  expect(idsOf([claude, haiku, gpt], [claude], [own, foreign])).toEqual([
    'gpt-judge',
    'claude-judge',
    'gpt',
    'haiku',
  ]);
  expect(idsOf([claude, gemini], [claude], [own])).toEqual(['claude-judge', 'gemini']);
  expect(idsOf([claude], [claude], [judgeOf('anthropic/claude', 'anthropic')])).toEqual([]);
});

// CHK-2
test('what people wrote has no writer among the models, so that each may judge it', () => {
  expect(idsOf([claude, gpt, offline], [])).toEqual(['gpt', 'claude']);
});
