import { answersTitles } from '@ecp/language/answers-titles';
import { cutSections } from '@ecp/markdown/sectioned-document';
import { expect, test } from 'vitest';
import { listNoteAnswers, takeAnswers } from './written-sections.ts';

const document = `# Market

The market is large.[^1]

## Prices

Prices rose by 4 %.[^2]

[^1]: Study: “large”
[^2]: Brief: “4 %”
`;

// CMT-8
test('each note and comment has one answer, as data, with the section that carries the change', () => {
  const said = {
    note: 1,
    status: 'met' as const,
    answer: 'See “Prices”,\nsection 2.',
    section: '## PRICES',
  };
  const answers = listNoteAnswers(
    cutSections(document),
    [
      { text: 'Add *rent*.', commentId: null },
      { text: 'Owners?', commentId: null },
      { text: 'Who says so?', commentId: 'c1' },
    ],
    new Map([[1, said]]),
  );
  expect(answers).toEqual([
    { commentId: null, note: 'Add *rent*.', outcome: 'met', section: 'Prices', text: said.answer },
    { commentId: null, note: 'Owners?', outcome: 'not_met', section: null, text: '' },
    { commentId: 'c1', note: 'Who says so?', outcome: 'not_met', section: null, text: '' },
  ]);
});

// REV-10
test('answers that a writer gives in the text are taken out of it, in every language, with their outcomes', () => {
  const points = ['Add rent.', 'Owners?', 'Risks?', 'Why?'].map((text) => ({
    text,
    commentId: null,
  }));
  for (const title of Object.values(answersTitles)) {
    const answers =
      '1. met: See Prices.\n2) **Not met:** no people are named\n3. (partly) two risks';
    const written = document.replace('\n[^1]:', `\n## ${title}\n\n${answers}\n\n[^1]:`);
    const taken = takeAnswers(written, points);
    expect(taken.content).toBe(document);
    expect(taken.noteAnswers.map(({ outcome, text }) => [outcome, text])).toEqual([
      ['met', 'See Prices.'],
      ['not_met', 'no people are named'],
      ['partly', 'two risks'],
      ['not_met', ''],
    ]);
  }
  expect(takeAnswers(document, [])).toEqual({ content: document, noteAnswers: [] });
});
