import { expect, test } from 'vitest';
import type { CatalogModel, ModelTier } from '../models/catalog.ts';
import { judgeModel, judgeModels } from './judges.ts';

const model = (id: string, tier: ModelTier, price: number): CatalogModel => {
  return {
    id,
    provider: 'openai-compatible',
    tier,
    inputPerMillion: price,
    outputPerMillion: price,
  };
};
const idsOf = (models: CatalogModel[]) => judgeModels(models).map(({ id }) => id);

test('judges are the standard models by price, then the premium ones, then the economy ones', () => {
  const premium = [model('p2', 'premium', 9), model('p1', 'premium', 5)];
  const others = [
    model('e1', 'economy', 1),
    model('s2', 'standard', 3),
    model('s1', 'standard', 2),
  ];
  expect(idsOf([...premium, ...others])).toEqual(['s1', 's2', 'p1', 'p2', 'e1']);
  expect(judgeModel([...premium, ...others]).id).toBe('s1');
});

test('without a standard model the cheapest comes first; without any model there is no judge', () => {
  expect(idsOf([model('p1', 'premium', 5), model('e1', 'economy', 1)])).toEqual(['e1', 'p1']);
  expect(() => judgeModel([])).toThrow('No model is available');
});
