import { applyEdits } from '@ecp/markdown/apply-edits';
import { cutSections, joinSections } from '@ecp/markdown/sectioned-document';
import type { DraftInput, PromptOutputs } from '@ecp/model-calls/prompt-types';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, test } from 'vitest';
import { answerPurpose } from '../answer-purpose.ts';
import { makeForeignInput } from '../testing/foreign-cases.ts';
import { makeDraftInput } from '../testing/sample-inputs.ts';

const timeSlice = createTimeSlice(undefined);
const write = (input: DraftInput) => answerPurpose('draft', input, Number.POSITIVE_INFINITY, timeSlice);

async function amend(content: string, reviewNotes: string[], issues: string[] = [], from = makeDraftInput()) {
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

test('carries out what extraction can by edits, says why not otherwise, and leaves other sections byte for byte', async () => {
  const content = await write(makeDraftInput());
  const { answers, amended } = await amend(content, [
    'Say more about the couriers.',
    'What about Japan?',
    'Remove “Gaps”.',
    'Add a chapter on Japan and remove “The question”.',
    'Recommend a price for the subscription.',
    'Start with the recommendation: three measures, and choose one.',
    'Say more about the price of the subscription, and recommend one.',
  ]);
  expect(answers.map(({ note, status, section }) => [note, status, section])).toEqual([
    [1, 'met', 'Couriers'],
    [2, 'not_met', ''],
    [3, 'met', ''],
    [4, 'partly', ''],
    [5, 'not_met', ''],
    [6, 'not_met', ''],
    [7, 'partly', 'Price and subscription'],
  ]);
  expect(answers[1]?.answer).toMatch(/^Neither the brief nor the sources say anything on Japan/);
  for (const index of [4, 5, 6]) expect(answers[index]?.answer).toMatch(/it needs a writer\.$/);
  expect(amended).toMatch(/## Couriers\n\n- “Deliveries are made by two freelance couriers/);
  const gone = /^## (?:The question|Gaps)$/;
  const kept = cutSections(content).sections.filter(({ raw }) => !gone.test(raw.split('\n')[0] ?? ''));
  for (const { raw } of kept) expect(amended).toContain(raw.trimEnd());
  const labels = (text: string) => [...new Set(text.match(/\[\^\d+\](?!:)/g))].sort();
  expect(amended.match(/^\[\^\d+\](?=:)/gm)?.sort()).toEqual(labels(amended));
});

test('shortens the whole document or only the section that a note names', async () => {
  const content = await write(makeDraftInput());
  const { amended, answers } = await amend(content, ['Too long, please shorten.']);
  expect(answers).toMatchObject([{ status: 'met' }]);
  expect(amended.length).toBeLessThan(content.length * 0.85);
  const { edits } = await amend(content, ['Shorten the facts.']);
  const touched = edits.map(({ action, markdown, section }) => [action, markdown.split('\n')[0], section > 0]);
  expect(touched).toEqual([
    ['replace', '### Brief', true],
    ['replace', '### “Exit survey 2025”', true],
  ]);
});

test('names earlier documents again if one of them has changed', async () => {
  const depot = (heading: string, isNewer: boolean) => {
    const content = `# Depot study\n\n## ${heading}\n\nCouriers lose 40 minutes a tour.\n`;
    return makeDraftInput({ upstream: [{ taskName: 'Depot study', filename: 'depot-study.md', content, isNewer }] });
  };
  const content = await write(depot('Delays', false));
  expect(content).toContain('holds Delays.');
  expect(await amend(content, ['What about Japan?'], [], depot('Detours', false))).toMatchObject({ edits: [] });
  const { amended } = await amend(content, ['What about Japan?'], [], depot('Detours', true));
  expect(amended).toContain('**Depot study** (depot-study.md) holds Detours.');
  expect(amended).not.toContain('Delays');
});

test.each([
  ['de', 'Bitte mehr zur Wartezeit ergänzen.', 'met', /^Der Abschnitt „Wartezeit“ enthält jetzt \d Aussagen dazu\.$/],
  ['de', 'Was ist mit Japan?', 'not_met', /^Weder Briefing noch Quellen sagen etwas zu Japan\./],
  ['de', 'Den Abschnitt „Lücken“ streichen.', 'met', /^Abschnitt „Lücken“ gestrichen\.$/],
  [
    'fr',
    'Ajoutez ce qui est dit de la satisfaction.',
    'met',
    /^La section « Satisfaction » contient maintenant 1 énoncé/,
  ],
  ['es', 'Eliminen la sección «Lagunas».', 'met', /^Sección «Lagunas» eliminada\.$/],
  ['ja', '宿泊単価の記述を追加してください。', 'met', /^「宿泊、単価」の節に、これに関する記述を\d件載せました。$/],
] as const)('answers a note in %s: %s', async (language, note, status, answer) => {
  const from = makeForeignInput(language);
  const { answers } = await amend(await write(from), [note], [], from);
  expect(answers[0]).toMatchObject({ status, answer: expect.stringMatching(answer) });
});

test('acts on the observer’s issues in the same way', async () => {
  const content = await write(makeDraftInput());
  const issues = ['Add what the material says about “Leipzig”: the task names it and the draft does not.'];
  const { answers, amended } = await amend(content, [], issues);
  expect(answers).toEqual([]);
  expect(amended).toContain('## Leipzig\n\n');
  const revised = await answerPurpose('revise', { ...makeDraftInput(), draft: content, issues }, 1e9, timeSlice);
  expect(revised.replace(/## Leipzig\n\n[\s\S]*?\n\n(?=##)/, '')).toBe(content);
  expect(await answerPurpose('revise', { ...makeDraftInput(), draft: content, issues: [] }, 1e9, timeSlice)).toBe(
    content,
  );
});

// CMT-8
test('puts the words that a comment proposes in the place of its passage, and answers other comments as notes', async () => {
  const content = '# Plan\n\nIntro.\n\n## Costs\n\nThe **rent** is low.[^1]\n\n[^1]: Study: “rent”\n';
  const document = cutSections(content);
  const comment = { id: 'c1', section: 'Costs', authorKind: 'user' as const, replies: [] };
  const input = {
    ...makeDraftInput(),
    ...{ previous: { version: 1, content }, reviewNotes: [], asked: [1, 2], editable: null, issues: [] },
    comments: [
      { ...comment, quote: 'rent is low', body: 'It is not.', suggestion: 'rent is high' },
      { ...comment, id: 'c2', quote: 'Intro', body: 'What about Japan?', suggestion: null },
    ],
    ...{ sections: document.sections.map(({ raw }) => raw), footnotes: document.footnotes },
  };
  const answer: PromptOutputs['amend'] = JSON.parse(
    await answerPurpose('amend', input, Number.POSITIVE_INFINITY, timeSlice),
  );
  expect(answer.answers.map(({ note, status, section }) => [note, status, section])).toEqual([
    [1, 'met', 'Costs'],
    [2, 'not_met', ''],
  ]);
  expect(joinSections(applyEdits(document, answer.edits))).toBe(content.replace('**rent** is low', '**rent is high**'));
});
