import { expect, test } from 'vitest';
import type { AskedQuestion } from '../shared/questions/question-parts.tsx';
import { listUnanswered, stepFrom } from './asked.ts';

const asked = (id: string, status: AskedQuestion['status'], day: number): AskedQuestion => ({
  id,
  status,
  question: 'Who?',
  assumption: 'Nobody.',
  impact: 'All.',
  answer: null,
  answeredBy: null,
  answerAuthor: null,
  answeredAt: null,
  dueAt: null,
  createdAt: `2026-01-0${day}T00:00:00.000Z`,
});
const all = [
  asked('d', 'assumed', 4),
  asked('c', 'open', 3),
  asked('b', 'answered', 2),
  asked('a', 'open', 1),
];

test('lists the questions that work waits for first, each part the oldest first, and none that has an answer', () => {
  expect(listUnanswered(all).map(({ id }) => id)).toEqual(['a', 'c', 'd']);
});

test('steps round the unanswered questions, also from one that has just been answered', () => {
  const unanswered = listUnanswered(all);
  expect(stepFrom(unanswered, 'd', 1)?.id).toBe('a');
  expect(stepFrom(unanswered, 'a', -1)?.id).toBe('d');
  expect(stepFrom(unanswered, 'b', 1)?.id).toBe('a');
  expect(stepFrom([], 'b', 1)).toBeUndefined();
});
