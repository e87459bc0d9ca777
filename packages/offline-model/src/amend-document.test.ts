import { applyEdits } from '@ecp/markdown/apply-edits';
import { cutSections, joinSections } from '@ecp/markdown/sectioned-document';
import type { DraftInput, PromptOutputs } from '@ecp/model-calls/prompt-types';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, test } from 'vitest';
import { answerPurpose } from './answer-purpose.ts';
import { makeForeignInput } from './testing/foreign-cases.ts';
import { makeDraftInput } from './testing/sample-inputs.ts';

const timeSlice = createTimeSlice(undefined);
const write = (input: DraftInput) =>
  answerPurpose('draft', input, Number.POSITIVE_INFINITY, timeSlice);

async function amend(
  content: string,
  reviewNotes: string[],
  issues: string[] = [],
  from = makeDraftInput(),
) {
  const document = cutSections(content);
  const input = {
    ...from,
    previous: { version: 1, content },
    reviewNotes,
    sections: document.sections.map(({ raw }) => raw),
    footnotes: document.footnotes,
    asked: reviewNotes.map((_, index) => index + 1),
    editable: null,
    issues,
  };
  const answer: PromptOutputs['amend'] = JSON.parse(
    await answerPurpose('amend', input, Number.POSITIVE_INFINITY, timeSlice),
  );
  expect(answer.answers.map(({ note }) => note)).toEqual(input.asked);
  for (const { answer: said } of answer.answers) expect(said).not.toBe('');
  for (const { section } of answer.edits) expect(input.sections[section - 1]).toBeDefined();
  return { ...answer, amended: joinSections(applyEdits(document, answer.edits)) };
}

test('adds quotes for a note that asks for more, says why not otherwise, and leaves other sections byte for byte', async () => {
  const content = await write(makeDraftInput());
  const { answers, amended } = await amend(content, [
    'Say more about the couriers.',
    'What about Japan?',
    'Remove “Gaps”.',
    'Recommend a price for the subscription.',
    'Say more about the price of the subscription, and recommend one.',
  ]);
  expect(answers.map(({ note, status, section }) => [note, status, section])).toEqual([
    [1, 'met', 'Couriers'],
    [2, 'not_met', ''],
    [3, 'not_met', ''],
    [4, 'not_met', ''],
    [5, 'partly', expect.stringMatching(/^Price/)],
  ]);
  expect(answers[1]?.answer).toMatch(/^Neither the brief nor the sources say anything on Japan/);
  for (const index of [2, 3, 4]) expect(answers[index]?.answer).toMatch(/it needs a writer\.$/);
  expect(amended).toMatch(/## Couriers\n\n- “Deliveries are made by two freelance couriers/);
  for (const { raw } of cutSections(content).sections) expect(amended).toContain(raw.trimEnd());
  const labels = (text: string) => [...new Set(text.match(/\[\^\d+\](?!:)/g))].sort();
  expect(amended.match(/^\[\^\d+\](?=:)/gm)?.sort()).toEqual(labels(amended));
});

test.each([
  [
    'de',
    'Bitte mehr zur Wartezeit ergänzen.',
    'met',
    /^Der Abschnitt „Wartezeit“ enthält jetzt \d Aussagen dazu\.$/,
  ],
  ['de', 'Was ist mit Japan?', 'not_met', /^Weder Briefing noch Quellen sagen etwas zu Japan\./],
  [
    'fr',
    'Ajoutez ce qui est dit de la satisfaction.',
    'met',
    /^La section « Dit et satisfaction » contient maintenant 1 énoncé/,
  ],
  [
    'es',
    'Añadan algo sobre las devoluciones.',
    'met',
    /^La sección «Devoluciones» contiene ahora 1 afirmación/,
  ],
  [
    'ja',
    '宿泊単価の記述を追加してください。',
    'met',
    /^「宿泊、単価、記述」の節に、これに関する記述を\d件載せました。$/,
  ],
] as const)('answers a note in %s: %s', async (language, note, status, answer) => {
  const from = makeForeignInput(language);
  const { answers } = await amend(await write(from), [note], [], from);
  expect(answers[0]).toMatchObject({ status, answer: expect.stringMatching(answer) });
});

test('leaves a draft as it is for the observer’s issues, and marks one of another model', async () => {
  const content = await write(makeDraftInput());
  const issues = [
    'Add what the material says about “Leipzig”: the task names it and the draft does not.',
  ];
  expect(await amend(content, [], issues)).toMatchObject({
    answers: [],
    edits: [],
    amended: content,
  });
  const revise = (draft: string) =>
    answerPurpose(
      'revise',
      { ...makeDraftInput(), draft, issues },
      Number.POSITIVE_INFINITY,
      timeSlice,
    );
  expect(await revise(content)).toBe(content);
  expect(await revise('# Churn\n\nIt falls.\n')).toBe(
    '---\nrevisedOffline: true\n---\n\n# Churn\n\nIt falls.\n',
  );
});

// CMT-8
test('puts the words that a comment proposes in the place of its passage, and answers other comments as notes', async () => {
  const content =
    '# Plan\n\nIntro.\n\n## Costs\n\nThe **rent** is low.[^1]\n\n[^1]: Study: “rent”\n';
  const document = cutSections(content);
  const comment = { id: 'c1', section: 'Costs', authorKind: 'user' as const, replies: [] };
  const input = {
    ...makeDraftInput(),
    previous: { version: 1, content },
    reviewNotes: [],
    asked: [1, 2],
    editable: null,
    issues: [],
    comments: [
      { ...comment, quote: 'rent is low', body: 'It is not.', suggestion: 'rent is high' },
      { ...comment, id: 'c2', quote: 'Intro', body: 'What about Japan?', suggestion: null },
    ],
    sections: document.sections.map(({ raw }) => raw),
    footnotes: document.footnotes,
  };
  const answer: PromptOutputs['amend'] = JSON.parse(
    await answerPurpose('amend', input, Number.POSITIVE_INFINITY, timeSlice),
  );
  expect(answer.answers.map(({ note, status, section }) => [note, status, section])).toEqual([
    [1, 'met', 'Costs'],
    [2, 'not_met', ''],
  ]);
  expect(joinSections(applyEdits(document, answer.edits))).toBe(
    content.replace('**rent** is low', '**rent is high**'),
  );
});
