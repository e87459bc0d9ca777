import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { expect, it } from 'vitest';
import { checkEvidence } from '../check-evidence.ts';
import type { EvidenceMaterial, Judge } from '../material.ts';
import { askJudge } from './ask-judge.ts';

const material = (text: string): EvidenceMaterial => ({
  ...{ brief: '', language: 'en', assignment: [], upstream: [], consultations: [], reviewNotes: [], queries: [] },
  ...{ sources: [{ title: 'notes.md', location: null, text }], tables: [] },
});

async function listAsked(source: string, claim: string): Promise<string[]> {
  const asked: string[] = [];
  const judge: Judge = async (questions) => {
    asked.push(...questions.map((question) => question.claim));
    return questions.map(() => ({ supported: true, reason: 'it says so' }));
  };
  const body = `${claim}[^1]\n\n[^1]: notes.md: “${source}”`;
  await checkEvidence(`# T\n\n${body}\n`, material(source), { judge, slice: createTimeSlice(undefined) });
  return asked;
}

it.each([
  ['the small words differ', 'Delivery was cheap before the merger.', 'Delivery was cheap after the merger.', true],
  ['the order differs', 'Delivery was cheaper before the merger.', 'Before the merger delivery was cheaper.', true],
  ['a doubt is dropped from a computed figure', 'It would save 4 million of 16 million.', 'It saves 25 percent.', true],
  ['a figure is computed', 'The shop sold 4 million of 16 million loaves.', 'It sold 25 percent.', false],
  ['the sentence is repeated', 'More than five shops are open.', 'More than five shops are open.', false],
])('a judge is asked where %s', async (_, source, claim, isAsked) => {
  expect((await listAsked(source, claim)).length > 0).toBe(isAsked);
});

it.each([
  ['a "yes" without suspicion stands', false, [true], true],
  ['a "yes" against a rule is asked again', true, [true, false, false], false],
  ['two of three acquit', true, [true, false, true], true],
  ['a "no" is asked again', false, [false, true, true], true],
  ['two of three accuse', false, [false, true, false], false],
])('%s', async (_, isSuspected, answers, supported) => {
  const rest = [...answers];
  const judge: Judge = async (questions) =>
    questions.map(() => {
      const answer = rest.shift();
      return answer === undefined ? null : { supported: answer, reason: '' };
    });
  const [answer] = await askJudge(judge, [{ claim: 'It is so.', isSuspected, cited: [], wider: [] }]);
  expect([answer?.supported, rest]).toEqual([supported, []]);
});
