import { expect, test } from 'vitest';
import { readOptions } from './template-options.ts';

test('reads the readable options and leaves out the rest', () => {
  const options = {
    decisionMakers: '',
    suggestedAttachments: [
      { category: 'data', what: 'Sales' },
      { category: 'films', what: 'A film' },
      null,
      'Sales',
    ],
    reviewQuestions: ['Is it so?', 7],
    mine: { anything: true },
  };
  expect(readOptions({ options })).toEqual({
    decisionMakers: null,
    suggestedAttachments: [{ category: 'data', what: 'Sales' }],
    reviewQuestions: ['Is it so?'],
  });
});

test('accepts options of any shape', () => {
  const nothing = { decisionMakers: null, suggestedAttachments: [], reviewQuestions: [] };
  expect(readOptions({ options: {} })).toEqual(nothing);
  expect(readOptions({ options: { suggestedAttachments: 'all', reviewQuestions: {} } })).toEqual(
    nothing,
  );
});
