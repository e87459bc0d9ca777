import { expect, it } from 'vitest';
import type { LedgerFigure } from '../api/document-queries.ts';
import { findFigures } from './figure-values.tsx';

const figure = (label: string, text: string, filename = 'costs.md'): LedgerFigure => ({
  id: label,
  label,
  unit: 'EUR',
  period: null,
  conflict: false,
  conflictId: null,
  values: [
    { value: 1, text, filename, version: 1, section: null, state: 'verified' },
    { value: 1, text: 'elsewhere', filename: 'other.md', version: 1, section: null, state: 'verified' },
  ],
});

const labels = (figures: LedgerFigure[], sentence: string) =>
  findFigures(figures, 'costs.md', sentence).map(({ label }) => label);

it('finds the figures that a sentence states', () => {
  const figures = [figure('Revenue of 2024', 'EUR 4.8 million'), figure('Headcount', '112')];
  expect(labels(figures, 'Revenue rose to EUR 4.8 million.')).toEqual(['Revenue of 2024']);
  expect(labels(figures, 'The headcount is 112, revenue EUR 4.8 million.')).toEqual(['Revenue of 2024', 'Headcount']);
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
