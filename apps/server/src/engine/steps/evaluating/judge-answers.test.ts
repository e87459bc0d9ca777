import type { JudgeQuestion } from '@ecp/evidence/material';
import { expect, test } from 'vitest';
import { judgePrompt } from '../../agents/prompts/judge.ts';
import { readStructured } from '../../call/answers.ts';
import { cutBatches, readAnswers } from './judge-claims.ts';

const question = (words: string): JudgeQuestion => ({
  statement: 'Sales grew.',
  ask: 'carried',
  figures: [],
  doubts: [],
  passages: [{ source: 'a.pdf', words }],
});
const engagement = {
  name: '',
  client: '',
  brief: '',
  language: 'en',
  today: '2026-03-02',
  tasks: [],
} as const;

/** Reads a model's answer to `count` questions. */
function read(answers: unknown, count: number) {
  const questions = Array.from({ length: count }, () => question('Sales grew.'));
  const schema = judgePrompt.outputSchema({
    engagement: { ...engagement, tasks: [] },
    date: null,
    questions,
  });
  if (!schema) throw new Error('The judge answers by a schema');
  const found = readStructured(JSON.stringify(answers), schema);
  if (!('value' in found)) return found.problem;
  return readAnswers(found.value as Parameters<typeof readAnswers>[0], count).map(
    (answer) => answer?.holds ?? null,
  );
}

// CHK-3
test('answers are read by the number of their question, and one of a wrong shape costs the others nothing', () => {
  const right = { question: 2, holds: false, reason: 'The passage says less.' };
  expect(
    read({ answers: [right, { question: 1, holds: true, reason: 'It says so.' }] }, 3),
  ).toEqual([true, false, null]);
  expect(
    read({ answers: [{ question: 1, holds: 'no idea', reason: '' }, 'x', null, right] }, 2),
  ).toEqual([null, false]);
  expect(read([right], 2)).toEqual([null, false]);
  expect(read({ answers: [{ ...right, question: '2' }] }, 2)).toEqual([null, false]);
  expect(
    read(
      {
        answers: [
          { ...right, question: 0 },
          { ...right, question: 9 },
        ],
      },
      2,
    ),
  ).toEqual([null, null]);
  expect(read({ answers: [right, { ...right, holds: true }] }, 2)).toEqual([null, null]);
  expect(read({ answers: [right, right] }, 2)).toEqual([null, false]);
  expect(read({ verdict: 'all fine' }, 2)).toMatch(/answers/);
});

// CHK-3
test('a document is one call, and more than one only where the questions would not fit', () => {
  const sizes = (count: number, length: number) =>
    cutBatches(Array.from({ length: count }, () => question('x'.repeat(length)))).map(
      ({ length: size }) => size,
    );
  expect(sizes(80, 400)).toEqual([80]);
  expect(sizes(81, 400)).toEqual([80, 1]);
  expect(sizes(30, 5_800)).toEqual([20, 10]);
  expect(sizes(2, 900_000)).toEqual([2]);
  expect(cutBatches([])).toEqual([]);
});
