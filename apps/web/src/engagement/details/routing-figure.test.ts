import { expect, test } from 'vitest';
import { summarizeChoices } from './routing-figure.tsx';

const candidate = {
  model: 'swift-2',
  expectedScore: 70,
  spread: 5,
  samples: 3,
  ownSamples: 1,
  expectedCost: 0.1,
  affordable: true,
  utility: 60,
  why: 'the best',
};

/** A choice between models, of which the first is `verdict`. */
const makeChoice = (verdict: 'pinned' | 'best', explored = false) => ({
  taskId: 'scan',
  agentSlug: 'data-analyst',
  agentRole: 'Analyst',
  department: 'Data',
  selectedModel: 'swift-2',
  observerScore: 80,
  cost: 0.1,
  explored,
  candidates: [{ ...candidate, verdict }],
});

test('a pinned engagement does not claim to have chosen the model that is worth most', () => {
  const words = summarizeChoices([makeChoice('pinned'), makeChoice('pinned')]);
  expect(words).toMatch(/^The engagement is pinned to one model\./);
  expect(words).not.toContain('is expected to be worth most');
});

test('choices say how many tasks got the best model, and how many tried another one', () => {
  expect(summarizeChoices([])).toMatch(/^There are no model choices yet\./);
  const words = summarizeChoices([makeChoice('best'), makeChoice('best', true)]);
  expect(words).toMatch(/^1 task got .*; 1 tried another model/);
});
