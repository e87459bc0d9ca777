import type { Economics } from '@ecp/contract/work/economics';
import { describe, expect, test } from 'vitest';
import {
  acceptSuggestions,
  evaluate,
  isSame,
  openSuggestions,
  toBody,
  toDraft,
} from './economics-draft.ts';

const because = { reviews: 1, edits: 0, comments: 0, answers: 0, gridEdits: 0 };
const suggestion = {
  userId: 'kim',
  person: 'Kim',
  date: '2026-03-04',
  hours: 0.5,
  rate: null,
  because,
};
const economics: Economics = {
  fee: 48_000,
  feeDate: null,
  currency: 'EUR',
  usdRate: 0.92,
  revision: 3,
  changedAt: null,
  changedBy: null,
  hours: [
    {
      userId: 'kim',
      person: 'Kim',
      member: true,
      date: '2026-03-02',
      hours: 7.5,
      rate: 140,
      amount: 1_050,
      note: '',
    },
  ],
  costs: [{ date: '2026-03-03', amount: 312.4, note: 'Train' }],
  aiCost: 3.456789,
  sums: null,
  margin: null,
  marginShare: null,
  marginMissing: null,
  forecast: {
    tasks: 1,
    unpricedTasks: 0,
    plannedAt: null,
    margin: null,
    price: { low: 1, expected: 2, high: 4 },
    aiCost: { low: 4.456789, expected: 5.456789, high: 7.456789 },
  },
  suggestedHours: [suggestion],
};

// ECO-21
describe('a draft of economics', () => {
  test('says what it was made from, and computes as the service does', () => {
    const draft = toDraft(economics);
    expect(toBody(draft)).toEqual({
      fee: 48_000,
      feeDate: null,
      currency: 'EUR',
      usdRate: 0.92,
      revision: 3,
      hours: [{ userId: 'kim', date: '2026-03-02', hours: 7.5, rate: 140, note: '' }],
      costs: [{ date: '2026-03-03', amount: 312.4, note: 'Train' }],
    });
    expect(isSame(draft, toDraft({ ...economics, revision: 4 }))).toBe(true);
    const evaluated = evaluate(draft, economics);
    // 48,000 - 1,050 - 312.40 - 3.456789 × 0.92 = 46,634.41975412
    expect(evaluated).toMatchObject({
      hours: 7.5,
      hoursCost: 1_050,
      otherCosts: 312.4,
      aiCost: 3.18,
      margin: 46_634.42,
    });
    expect(evaluated.share).toBe(0.9715);
    expect(evaluated.forecast).toEqual({ low: 46_630.74, expected: 46_632.58, high: 46_633.5 });
    expect([...evaluated.problems]).toEqual([]);
  });

  test('names what cannot be saved, and has no margin without fee or rate', () => {
    const draft = toDraft(economics);
    const [line] = draft.hours;
    if (!line) throw new Error('The draft has no hours');
    const wrong = {
      ...draft,
      fee: '10.555',
      hours: [{ ...line, key: 'a', hours: '0', rate: '', date: '' }],
    };
    const evaluated = evaluate(wrong, economics);
    expect([...evaluated.problems].sort()).toEqual(['a.date', 'a.hours', 'a.rate', 'fee']);
    expect(evaluated.margin).toBeNull();
    expect(evaluate({ ...draft, usdRate: '' }, economics)).toMatchObject({
      margin: null,
      aiCost: null,
      forecast: null,
    });
    expect(evaluate({ ...draft, currency: 'JPY' }, economics).problems).toEqual(
      new Set(['c0.amount']),
    );
    expect(evaluate({ ...draft, currency: 'USD' }, economics).margin).toBe(46_634.14);
    expect(evaluate({ ...draft, fee: '' }, economics).margin).toBeNull();
  });

  test('takes suggestions with the last rate of the person', () => {
    const draft = toDraft(economics);
    expect(openSuggestions(economics.suggestedHours, draft)).toEqual([suggestion]);
    const accepted = acceptSuggestions(draft, [
      suggestion,
      { ...suggestion, userId: 'lee', rate: 95 },
    ]);
    expect(accepted.hours.slice(1)).toMatchObject([
      { userId: 'kim', date: '2026-03-04', hours: '0.5', rate: '140' },
      { userId: 'lee', rate: '95' },
    ]);
    expect(openSuggestions(economics.suggestedHours, accepted)).toEqual([]);
  });
});
