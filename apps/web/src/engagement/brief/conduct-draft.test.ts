import { expect, test } from 'vitest';
import {
  blankConduct,
  checkConduct,
  isConduct,
  readDomains,
  toConductDraft,
  toConductFields,
} from './engagement-draft.ts';

const written = {
  ...blankConduct,
  askBack: 'wait',
  askBackHours: '0.5',
  research: true,
  maxPages: '7',
} as const;

test('stored settings become a draft and back without a change', () => {
  const stored = {
    askBack: 'wait',
    askBackHours: 0.5,
    research: { enabled: true, domains: ['example.com', 'gov.example'], maxPages: 7 },
    adversary: true,
    approveAnswer: true,
    library: true,
  } as const;
  const draft = toConductDraft({
    ...stored,
    research: { ...stored.research, domains: [...stored.research.domains] },
  });
  expect(toConductFields(draft)).toEqual(stored);
});

test('pasted addresses become domains, each once', () => {
  const typed =
    ' https://Example.com/a?b=1\n*.gov.example, example.com\n\nhttp://stats.example:8080 ';
  expect(readDomains(typed)).toEqual(['example.com', 'gov.example', 'stats.example']);
});

test('reports the values that the service would refuse, of shown fields only', () => {
  expect(checkConduct(written)).toEqual({});
  const wrong = { ...written, askBackHours: '0', domains: 'exa_mple.com', maxPages: '1.5' };
  expect(Object.keys(checkConduct(wrong))).toEqual(['askBackHours', 'domains', 'maxPages']);
  const hidden = { ...wrong, askBack: 'assume', research: false } as const;
  expect(checkConduct(hidden)).toEqual({});
  expect(toConductFields(hidden)).toMatchObject({
    askBackHours: 24,
    research: { domains: [], maxPages: 20 },
  });
});

test('accepts stored settings, and nothing of another shape', () => {
  expect(isConduct(written)).toBe(true);
  expect([undefined, { askBack: 'off' }, 'wait'].filter(isConduct)).toEqual([]);
});
