import { applyEdits } from '@ecp/markdown/apply-edits';
import { cutSections, joinSections } from '@ecp/markdown/sectioned-document';
import type { DraftInput, PromptOutputs } from '@ecp/model-calls/prompt-types';
import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { expect, test } from 'vitest';
import { answerPurpose } from '../answer-purpose.ts';
import { makeDraftInput } from '../testing/sample-inputs.ts';

const timeSlice = createTimeSlice(undefined);

async function amend(content: string, reviewNotes: string[], issues: string[] = [], changes: Partial<DraftInput> = {}) {
  const document = cutSections(content);
  const input = {
    ...makeDraftInput({ previous: { version: 1, content }, reviewNotes, ...changes }),
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

test('meets notes by edits where extraction can, and leaves every other section byte for byte', async () => {
  const content = await answerPurpose('draft', makeDraftInput(), Number.POSITIVE_INFINITY, timeSlice);
  const { answers, amended } = await amend(content, [
    'Say more about the couriers, and add a table of prices.',
    'What about Japan?',
    'Remove “What is asked”.',
    'Add a chapter on Japan and remove “Next steps”.',
  ]);
  expect(answers.map(({ note, status, section }) => [note, status, section])).toEqual([
    [1, 'met', 'Couriers'],
    [2, 'not_met', ''],
    [3, 'met', ''],
    [4, 'partly', ''],
  ]);
  expect(answers[1]?.answer).toMatch(/^Neither the brief nor the sources say anything on Japan/);
  expect(amended).toContain('## Couriers\n\n- “Deliveries are made by two freelance couriers');
  expect(amended).toMatch(/## Prices at a glance\n\n\| Statement[^#]*€19; €24/);
  const gone = /^## (?:What is asked|Next steps)$/;
  const kept = cutSections(content).sections.filter(({ raw }) => !gone.test(raw.split('\n')[0] ?? ''));
  for (const { raw } of kept) expect(amended).toContain(raw.trimEnd());
  const labels = (text: string) => [...new Set(text.match(/\[\^\d+\](?!:)/g))].sort();
  expect(amended.match(/^\[\^\d+\](?=:)/gm)?.sort()).toEqual(labels(amended));
});

test.each(['Say first what is known of the couriers.', 'Start with the couriers.', 'Put the couriers at the top.'])(
  'puts what a note wants first at the beginning: %s',
  async (note) => {
    const content = await answerPurpose('draft', makeDraftInput(), Number.POSITIVE_INFINITY, timeSlice);
    const { answers, amended } = await amend(content, [note]);
    expect(answers).toMatchObject([{ status: 'met', answer: expect.stringContaining('stands first and holds') }]);
    const headings = amended.match(/^## .*$/gm) ?? [];
    expect(headings[0]).toMatch(/couriers/i);
    expect(headings.slice(1).join()).not.toMatch(/couriers/i);
  },
);

test('lists the question that a reviewer wants listed, and keeps those listed before', async () => {
  const content = await answerPurpose('draft', makeDraftInput(), Number.POSITIVE_INFINITY, timeSlice);
  const { answers, amended, edits } = await amend(content, [
    'Open questions: add whether weekend shifts were thought of.',
  ]);
  expect(answers).toMatchObject([
    { status: 'met', answer: 'The question is listed under “Open questions”.', section: 'Open questions' },
  ]);
  expect(edits).toHaveLength(1);
  expect(amended.replace('- Asked by the reviewer: whether weekend shifts were thought of.\n', '')).toBe(content);
  const { answers: asked } = await amend(content, ['List the open questions.']);
  expect(asked).toMatchObject([{ answer: 'The open questions are listed under “Open questions”.' }]);
});

test('adds the figure that a note names', async () => {
  const content = await answerPurpose('draft', makeDraftInput(), Number.POSITIVE_INFINITY, timeSlice);
  const { amended } = await amend(content, ['Add the price of €24 to the figures.']);
  const rows = /## Figures on [^\n]*\n\n([^#]*)\n\n/.exec(amended)?.[1]?.split('\n').slice(2) ?? [];
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toContain('**€24**');
});

test('shortens only the section that a note names', async () => {
  const content = await answerPurpose('draft', makeDraftInput(), Number.POSITIVE_INFINITY, timeSlice);
  const { edits } = await amend(content, ['Shorten the tables from the sources.']);
  expect(edits.map(({ action, markdown }) => [action, markdown.split('\n')[0]])).toEqual([
    ['replace', '## Tables from the sources'],
  ]);
});

test('carries over an upstream deliverable again only if it has changed', async () => {
  const depot = (minutes: number, isNewer: boolean) => {
    const content = `# Depot study\n\nCouriers lose ${minutes} minutes a tour at the depot in Leipzig when bread is late.\n`;
    return { upstream: [{ taskName: 'Depot study', filename: 'depot-study.md', content, isNewer }] };
  };
  const content = await answerPurpose('draft', makeDraftInput(depot(40, false)), Number.POSITIVE_INFINITY, timeSlice);
  expect(content).toContain('Couriers lose 40 minutes');
  expect(await amend(content, ['What about Japan?'], [], depot(40, false))).toMatchObject({ edits: [] });
  const { amended } = await amend(content, ['What about Japan?'], [], depot(55, true));
  const section = (text: string) => text.slice(text.indexOf('## Carried over'));
  expect(section(amended)).toContain('Couriers lose 55 minutes');
  expect(section(amended)).not.toContain('Couriers lose 40 minutes');
});

test('acts on the observer’s issues in the same way', async () => {
  const content = await answerPurpose('draft', makeDraftInput(), Number.POSITIVE_INFINITY, timeSlice);
  const { answers, amended } = await amend(content, [], ['Add what the material says about “Leipzig”.']);
  expect(answers).toEqual([]);
  expect(amended).toContain('## Leipzig\n\n');
});
