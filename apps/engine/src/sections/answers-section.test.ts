import { answersTitles } from '@ecp/language/answers-titles';
import { languages } from '@ecp/language/language';
import { cutAnswers, withoutAnswers } from '@ecp/markdown/answers-section';
import { cutSections, joinSections } from '@ecp/markdown/sectioned-document';
import { expect, test } from 'vitest';
import { listNoteAnswers, withAnswers } from './answers-section.ts';
import { answersTexts } from './answers-texts.ts';

const document = `# Market

The market is large.[^1]

## Prices

Prices rose by 4 %.[^2]

[^1]: Study: “large”
[^2]: Brief: “4 %”
`;

// CMT-8
test('answers are in one section, one line for each note, and a later review replaces them', () => {
  const said = { note: 1, status: 'met' as const, answer: 'See “Prices”,\nsection 2.', section: '## PRICES' };
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
  expect(joinSections(withAnswers(cutSections(document), answers.slice(2), 'en'))).toBe(document);
  const first = withAnswers(cutSections(document), answers, 'en');
  const text = joinSections(first);
  expect(text).toContain(
    "## Answers to the reviewer\n\n1. Add \\*rent\\*. — **Met:** See 'Prices', section 2.\n2. Owners? — **Not met:** the agent gave no answer to this note.\n\n[^1]:",
  );
  expect(joinSections(withoutAnswers(cutSections(text)))).toBe(document);
  expect(joinSections(withAnswers(cutSections(text), answers.slice(1), 'en')).match(/Answers to/g)).toHaveLength(1);
});

test('answers are no statements of the document, unless they cite something', () => {
  const answers = [
    { commentId: null, note: 'Rent is 18.', outcome: 'met' as const, section: null, text: 'Rent is 27.' },
  ];
  const text = joinSections(withAnswers(cutSections(document), answers, 'en'));
  expect(cutAnswers(text)).toBe(document);
  const citing = text.replace('Rent is 27.', 'Rent is 27.[^2]');
  expect(cutAnswers(citing)).toBe(citing);
  expect(cutAnswers(document)).toBe(document);
});

// LAN-3
test.each(languages)('answers in %s replace those in English of an older version', (language) => {
  const answers = [{ commentId: null, note: 'Rent?', outcome: 'partly' as const, section: null, text: '' }];
  const older = withAnswers(cutSections(document), answers, 'en');
  const text = joinSections(withAnswers(older, answers, language));
  const title = answersTitles[language];
  const { outcomes, noAnswer, colon } = answersTexts[language];
  expect(text).toContain(`## ${title}\n\n1. Rent? — **${outcomes.partly}${colon}** ${noAnswer}\n`);
  expect(text.match(/^## /gm)).toHaveLength(2);
  expect(joinSections(withoutAnswers(cutSections(text)))).toBe(document);
});
