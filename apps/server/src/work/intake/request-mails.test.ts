import { type RequestMail, readRequestMails } from '@ecp/testing/request-mails/read-mails';
import { expect, it } from 'vitest';
import { readRequest } from './request.ts';

const plain = (text: string) => text.replace(/\s+/g, ' ').replaceAll('’', "'").toLowerCase();

/**
 * Counts the questions of mails that are a task or a part of one, and the courtesies that became
 * tasks.
 */
function judge(mails: readonly RequestMail[]) {
  const counts = { questions: 0, kept: 0, courtesies: 0, taken: 0 };
  for (const { text, asked, courtesies } of mails) {
    const tasks = readRequest(text, '2026-11-22').tasks.map(({ name, description }) =>
      plain(`${name} ${description}`),
    );
    const holds = (words: string) => tasks.some((task) => task.includes(plain(words)));
    counts.questions += asked.length;
    counts.kept += asked.filter(({ words }) => holds(words)).length;
    counts.courtesies += courtesies.length;
    counts.taken += courtesies.filter(holds).length;
  }
  return counts;
}

// INT-6, INT-7
it.each([
  ['fitting', 40],
  ['held-out', 24],
] as const)('keeps the questions of the mails of %s, and no courtesies', (set, count) => {
  const mails = readRequestMails(set);
  expect(mails).toHaveLength(count);
  const { questions, kept, courtesies, taken } = judge(mails);
  expect(kept / questions).toBeGreaterThanOrEqual(0.97);
  expect(taken / courtesies).toBeLessThanOrEqual(0.05);
});
