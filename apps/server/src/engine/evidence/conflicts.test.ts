import type { Figure } from '@ecp/contract/values/figures';
import { expect, test } from 'vitest';
import { findConflicts, listGivenFigures } from './ledger.ts';

const figure = (label: string, value: number, given: Partial<Figure> = {}): Figure => {
  const text = `EUR ${value.toLocaleString('en')}`;
  return {
    label,
    unit: 'EUR',
    period: '2024',
    value,
    text,
    section: null,
    state: 'verified',
    ...given,
  };
};
const document = (filename: string, ...figures: Figure[]) => ({ filename, version: 1, figures });
const market = document('market.md', figure('net sales', 4_812_000), figure('staff cost', 900_000));
const plan = document('plan.md', figure('Net sales', 4_655_000), figure('staff costs', 900_000));

// CHK-6
test('a figure with two values is a conflict, with each document that gives one and what was settled', () => {
  const values = [
    { value: 4_812_000, text: 'EUR 4,812,000', filename: 'market.md', place: null },
    { value: 4_655_000, text: 'EUR 4,655,000', filename: 'plan.md', place: null },
  ];
  const [found] = findConflicts([market, plan], []);
  const conflict = { id: expect.any(String), kind: 'documents', about: 'net sales, 2024', values };
  expect(found).toEqual({ ...conflict, settlement: null });
  expect(findConflicts([market, plan], [], 'plan.md')).toHaveLength(1);
  const third = document('costs.md', figure('rent', 5));
  expect(findConflicts([market, plan, third], [], 'costs.md')).toEqual([]);
  const settlement = { chosen: 1, reason: 'Audited.', by: 'Ada' };
  const known = found ? [{ ...found, settlement }] : [];
  expect(findConflicts([market, plan], known)).toEqual([{ ...conflict, settlement }]);
  const later = document('plan.md', figure('Net sales', 4_700_000));
  expect(findConflicts([market, later], known)).toMatchObject([{ settlement: null }]);
});

test('a document that gives two values under one label means two things', () => {
  const both = document('both.md', figure('net sales', 4_812_000), figure('net sales', 3));
  expect(findConflicts([both, plan], [])).toEqual([]);
});

test('another period, unit or rounding is no conflict', () => {
  for (const other of [
    figure('net sales', 4_655_000, { period: '2023' }),
    figure('net sales', 4_655_000, { unit: 'USD' }),
    figure('net sales', 4_800_000, { text: 'EUR 4.8 million' }),
  ]) {
    expect(findConflicts([market, document('plan.md', other)], [])).toEqual([]);
  }
});

// CHK-6
test('a writer is told the figures of other documents once each, those with a source first', () => {
  const open = figure('rent', 7, { state: 'uncited' });
  const scaled = { ...figure('price', 14_800_000), text: '14.8' };
  const [shown] = listGivenFigures([document('a.md', scaled)], 'plan.md');
  expect(shown?.text).toBe('14.8 million');
  const given = listGivenFigures(
    [document('a.md', open, figure('cost', 3), figure('cost', 3)), plan],
    'plan.md',
  );
  expect(given.map(({ label, filename, isOpen }) => [label, filename, isOpen])).toEqual([
    ['cost', 'a.md', false],
    ['rent', 'a.md', true],
  ]);
  const many = Array.from({ length: 500 }, (_, at) => figure(`cost ${at}`, at));
  expect(listGivenFigures([document('a.md', ...many)], 'plan.md')).toHaveLength(120);
});

test.each([
  ['0.125', 125_000, [], '0.125 million'],
  ['12.345', 12_345_000, ['4.5', '3.25'], '12.345 million'],
  ['12.345', 12_345_000, ['4,5', '3,25'], '12.345 thousand'],
  ['12.345', 12_345_000, [], '12.345'],
  ['12.345', 12_345, [], '12.345'],
])(
  'a writer is told %s for %d beside %j with no scale that may be another',
  (text, value, others, told) => {
    const beside = others.map((one, at) => figure(`rent ${at}`, at, { text: one }));
    const [shown] = listGivenFigures(
      [document('a.md', figure('cost', value, { text }), ...beside)],
      'plan.md',
    );
    expect(shown?.text).toBe(told);
  },
);
