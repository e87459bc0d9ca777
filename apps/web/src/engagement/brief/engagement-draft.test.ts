import { engagementLimits } from '@ecp/contract/work/engagements';
import { expect, test } from 'vitest';
import {
  blankDraft,
  checkDraft,
  engagementFieldLimits,
  parseBudget,
  readDraft,
  toEngagementBody,
} from './engagement-draft.ts';

const draft = { ...blankDraft, name: ' Entry ', client: 'Acme', brief: 'Where to begin?' };

test('reads a budget as people write it', () => {
  expect(['5', '$1,250.50', ' 0.01 '].map(parseBudget)).toEqual([5, 1250.5, 0.01]);
  expect(['', '$', 'five', '1e999x'].map(parseBudget)).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
  expect(['2,50', '0,5', '1,25,000', '10,0000'].map(parseBudget)).toEqual(
    Array(4).fill(Number.NaN),
  );
  expect(['1,000', '10,000.50'].map(parseBudget)).toEqual([1000, 10_000.5]);
});

test('explains what the service would refuse', () => {
  expect(engagementLimits).toMatchObject(engagementFieldLimits);
  expect(checkDraft(draft)).toEqual({});
  expect(Object.keys(checkDraft({ ...blankDraft, budget: '0' }))).toEqual([
    'name',
    'client',
    'brief',
    'budget',
  ]);
  expect(checkDraft({ ...draft, budget: '10001' }).budget).toMatch('$10,000.00');
  expect(checkDraft({ ...draft, tasks: [{ id: 'a', name: '' }] })).toEqual({ tasks: true });
});

test('sends trimmed names, a number, and a person and a day only if they are given', () => {
  expect(toEngagementBody(draft)).toEqual({
    name: 'Entry',
    client: 'Acme',
    brief: 'Where to begin?',
    budget: 5,
    tasks: [],
    model: null,
    ownerId: null,
    dueDate: null,
    askBack: 'assume',
    askBackHours: 24,
    research: { enabled: false, domains: [], maxPages: 20 },
    adversary: false,
    approveAnswer: false,
    library: false,
  });
  const given = { ownerId: 'u1', dueDate: '2027-03-01' };
  expect(toEngagementBody({ ...draft, ...given })).toMatchObject(given);
});

test('restores a stored draft, and nothing else', () => {
  expect(readDraft(JSON.stringify(draft))).toEqual(draft);
  expect(readDraft(JSON.stringify({ ...draft, model: 7 }))).toBeNull();
  expect(readDraft(JSON.stringify({ ...draft, dueDate: 7 }))).toBeNull();
  expect(readDraft(JSON.stringify({ ...draft, ownerId: undefined }))).toBeNull();
  expect(readDraft('{"name":"Entry"}')).toBeNull();
  expect(readDraft('null')).toBeNull();
});
