import { expect, it } from 'vitest';
import type { LedgerFigure } from '../base/api/document-queries.ts';
import { findFigures, nameByFigures } from './figure-values.tsx';

const figure = (label: string, text: string, filename = 'costs.md'): LedgerFigure => ({
  id: label,
  label,
  unit: 'EUR',
  period: null,
  conflict: false,
  conflictId: null,
  values: [
    { value: 1, text, filename, version: 1, section: null, state: 'verified' },
    {
      value: 1,
      text: 'elsewhere',
      filename: 'other.md',
      version: 1,
      section: null,
      state: 'verified',
    },
  ],
});

const labels = (figures: LedgerFigure[], sentence: string) =>
  findFigures(figures, 'costs.md', sentence).map(({ label }) => label);

it('finds the figures that a sentence states', () => {
  const figures = [figure('Revenue of 2024', 'EUR 4.8 million'), figure('Headcount', '112')];
  expect(labels(figures, 'Revenue rose to EUR 4.8 million.')).toEqual(['Revenue of 2024']);
  expect(labels(figures, 'The headcount is 112, revenue EUR 4.8 million.')).toEqual([
    'Revenue of 2024',
    'Headcount',
  ]);
});

it('takes no part of a longer number, and no figure of another label or document', () => {
  expect(labels([figure('Share', '12')], 'The share is 112.')).toEqual([]);
  expect(labels([figure('Share', '12')], 'The share is 12.5.')).toEqual([]);
  expect(labels([figure('Share', '12')], 'The share is 12.')).toEqual(['Share']);
  expect(labels([figure('Share', '2.5')], 'The share is 12.5.')).toEqual([]);
  expect(labels([figure('Share', '12')], 'Costs are 12.')).toEqual([]);
  expect(labels([figure('Share', '12', 'other.md')], 'The share is 12.')).toEqual([]);
});

it('finds a value in every script that has a label', () => {
  expect(labels([figure('収益', '48億円')], '収益は 48億円 です。')).toEqual(['収益']);
});

// EVP-1
it('names the value of a derivation that is one figure of the document, and no value that may be several', () => {
  const worth = (label: string, value: number): LedgerFigure => {
    return {
      ...figure(label, ''),
      values: figure(label, '').values.map((one) => ({ ...one, value })),
    };
  };
  const figures = [
    worth('Price', 539),
    worth('Full cost', 467),
    worth('Stock', 1234),
    worth('Orders', 1234),
  ];
  const inputs = [539, 467, 1234, 500].map((value, at) => ({
    label: `${at}`,
    value,
    unit: null,
    citation: null,
  }));
  const named = nameByFigures(
    { expression: '', inputs, result: 1 },
    [...figures, worth('Fee', 500)],
    'costs.md',
  );
  expect(named.inputs.map(({ name }) => name)).toEqual([
    'Price',
    'Full cost',
    undefined,
    undefined,
  ]);
});
