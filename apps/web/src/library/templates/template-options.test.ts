import { expect, test } from 'vitest';
import { readOptions } from './template-options.ts';

test('reads the readable options and leaves out the rest', () => {
  const options = {
    typicalWeeks: 6,
    decisionMakers: '',
    suggestedAttachments: [{ category: 'data', what: 'Sales' }, { category: 'films', what: 'A film' }, null, 'Sales'],
    reviewQuestions: ['Is it so?', 7],
    mine: { anything: true },
  };
  expect(readOptions({ options })).toEqual({
    typicalWeeks: 6,
    decisionMakers: null,
    suggestedAttachments: [{ category: 'data', what: 'Sales' }],
    reviewQuestions: ['Is it so?'],
  });
});

test('accepts options of any shape', () => {
  const nothing = { typicalWeeks: null, decisionMakers: null, suggestedAttachments: [], reviewQuestions: [] };
  expect(readOptions({ options: {} })).toEqual(nothing);
  expect(readOptions({ options: { typicalWeeks: 'six', suggestedAttachments: 'all', reviewQuestions: {} } })).toEqual(
    nothing,
  );
});
