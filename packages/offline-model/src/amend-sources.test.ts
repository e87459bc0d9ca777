import { applyEdits } from '@ecp/markdown/apply-edits';
import { cutSections, joinSections } from '@ecp/markdown/sectioned-document';
import type { PromptOutputs, SourceChange } from '@ecp/model-calls/prompt-types';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, test } from 'vitest';
import { answerPurpose } from './answer-purpose.ts';
import { makeForeignInput } from './testing/foreign-cases.ts';
import { makeDraftInput } from './testing/sample-inputs.ts';

const content = `# Ferries

The quay waits: “A connection takes 18 months.”[^1] “A large one takes 41 months.”[^2]

## Facts

### “Waiting times”

- “A connection takes 18 months.”[^1]
- “A large one takes 41 months.”[^2]
- “Orders are binding.”[^3]

### “Budget prices”

- “Sound 80: EUR 14.8 million.”[^4]
- “Spare battery: EUR 1.1 million.”[^5]
- A ferry is dear.[^6]

## Gaps

Nothing.

[^1]: Waiting times: “A connection takes 18 months.”
[^2]: Waiting times: “A large one takes 41 months.”
[^3]: Waiting times: “Orders are binding.”
[^4]: Budget prices: “Sound 80: EUR 14.8 million.”
[^5]: Budget prices: “Spare battery: EUR 1.1 million.”
[^6]: Budget prices
`;

const longer: SourceChange = {
  type: 'figure',
  title: 'Waiting times',
  newTitle: 'Waiting times (grid)',
  readAt: '2026-11-01T10:00:00.000Z',
  before: 'A connection takes 18 months.',
  after: 'A connection takes "27 months".',
  section: '“Waiting times”',
  footnotes: ['1'],
  note: 1,
};
const silent: SourceChange = {
  ...longer,
  type: 'words',
  before: 'Orders are binding.',
  after: null,
  footnotes: ['3'],
};
const gone = (before: string, footnote: string): SourceChange => ({
  ...longer,
  type: 'gone',
  title: 'Budget prices',
  newTitle: null,
  before,
  after: null,
  section: '“Budget prices”',
  footnotes: [footnote],
  note: 2,
});

interface Given {
  changes: SourceChange[];
  notes?: string[];
  document?: string;
  from?: ReturnType<typeof makeDraftInput>;
}

async function amend({ changes, notes = ['One.', 'Two.'], document = content, from }: Given) {
  const cut = cutSections(document);
  const input = {
    ...(from ?? makeDraftInput()),
    previous: { version: 1, content: document },
    reviewNotes: notes,
    sourceChanges: changes,
    sections: cut.sections.map(({ raw }) => raw),
    footnotes: cut.footnotes,
    editable: null,
    issues: [],
    asked: notes.map((_, index) => index + 1),
  };
  const text = await answerPurpose(
    'amend',
    input,
    Number.POSITIVE_INFINITY,
    createTimeSlice(undefined),
  );
  const answer: PromptOutputs['amend'] = JSON.parse(text);
  return { ...answer, amended: joinSections(applyEdits(cut, answer.edits)) };
}

// REC-13
test('quotes the new words of a changed source, and remarks on what a source no longer says', async () => {
  const { answers, amended } = await amend({ changes: [longer, silent], notes: ['One.'] });
  const expected = content
    .replace('- “A connection takes 18 months.”[^1]', '- “A connection takes ‘27 months’.”[^7]')
    .replace('binding.”[^3]', 'binding.”[^3] (The source no longer says this.)');
  expect(amended).toBe(
    `${expected}[^7]: Waiting times (grid): “A connection takes ‘27 months’.”\n`,
  );
  expect(answers).toEqual([
    {
      note: 1,
      status: 'met',
      section: '“Waiting times”',
      answer:
        '1 statement now quotes the new words of the source. A remark on the source now follows 1 statement.',
    },
  ]);
});

// REC-13
test('keeps the statements of a source that is gone, and says behind each when it was read', async () => {
  const changes = [gone('Sound 80: EUR 14.8 million.', '4'), gone('', '6')].map((one) => ({
    ...one,
    note: 1,
  }));
  const { answers, amended } = await amend({ changes, notes: ['One.'] });
  const remark = ' (The source no longer exists; it was read on November 1, 2026.)';
  const expected = content
    .replace('- “Sound 80: EUR 14.8 million.”[^4]', (all) => all + remark)
    .replace('dear.[^6]', (all) => all + remark);
  expect(amended).toBe(expected);
  expect(answers).toMatchObject([
    { status: 'met', answer: 'A remark on the source now follows 2 statements.' },
  ]);
  const again = await amend({ changes, notes: ['One.'], document: amended });
  expect(again).toMatchObject({ edits: [], answers: [{ status: 'met' }] });
});

// REC-13
test('says where it finds no statement, or no copy to cite', async () => {
  const elsewhere = { ...longer, section: 'Prices' };
  const others = { ...longer, before: 'Other words.' };
  const uncopied = { ...longer, newTitle: null, note: 2 };
  const { answers, amended } = await amend({
    changes: [elsewhere, others, uncopied, { ...silent, note: 3 }, { ...others, note: 3 }],
    notes: ['One.', 'Two.', 'Three.'],
  });
  expect(answers).toMatchObject([
    {
      status: 'not_met',
      answer: expect.stringMatching(/^For 2 changes, no statement with these words and footnotes/),
    },
    {
      status: 'partly',
      answer: expect.stringMatching(/^A remark .*\. What the source says now was not quoted: /),
    },
    { status: 'partly', answer: expect.stringMatching(/^A remark .* so nothing was changed\.$/) },
  ]);
  expect(amended).toContain(
    '- “A connection takes 18 months.”[^1] (The source no longer says this.)\n',
  );
});

// REC-13
test('answers the notes of persons beside it', async () => {
  const notes = [
    'The source “Waiting times” no longer exists.',
    'Remove “Gaps”.',
    'Say more about the couriers.',
  ];
  const { answers, amended } = await amend({ changes: [longer], notes });
  expect(answers.map(({ note, status, section }) => [note, status, section])).toEqual([
    [1, 'met', '“Waiting times”'],
    [2, 'not_met', ''],
    [3, 'met', 'Couriers'],
  ]);
  expect(amended).toContain('‘27 months’.”[^7]\n');
  expect(amended).toContain('## Couriers\n\n- “Deliveries are made by two freelance couriers');
  const labels = (text: string) => [...new Set(text.match(/\[\^\d+\](?!:)/g))].sort();
  expect(amended.match(/^\[\^\d+\](?=:)/gm)?.sort()).toEqual(labels(amended));
});

// REC-13
test.each([
  [
    'de',
    '„Der Anschluss dauert 18 Monate.“',
    ' (Die Quelle gibt es nicht mehr; gelesen am 1. November 2026.)',
    /^Hinter 1 Aussage /,
  ],
  [
    'fr',
    '«\u202fLe raccordement prend 18 mois.\u202f»',
    ' (La source n’existe plus ; elle a été lue le 1er novembre 2026.)',
    /^Une remarque /,
  ],
  [
    'es',
    '«La conexión tarda 18 meses.»',
    ' (La fuente ya no existe; se leyó el 1 de noviembre de 2026.)',
    /^Una observación /,
  ],
  [
    'ja',
    '「接続には18か月かかる。」',
    ' （この出典はもう存在しません。閲覧日は2026年11月1日です。）',
    /^1件の記述/,
  ],
] as const)('remarks in %s', async (language, quote, remark, answer) => {
  const document = `# A\n\n## B\n\n- ${quote}[^1]\n- ${quote}[^2]\n\n[^1]: X\n[^2]: Y\n`;
  const changes = [{ ...gone(quote.slice(1, -1), '1'), section: 'B', note: 1 }];
  const { answers, amended } = await amend({
    changes,
    notes: ['1'],
    document,
    from: makeForeignInput(language),
  });
  expect(amended).toBe(document.replace('[^1]\n', `[^1]${remark}\n`));
  expect(answers).toMatchObject([{ status: 'met', answer: expect.stringMatching(answer) }]);
  const { amended: quoted } = await amend({
    notes: ['1'],
    document,
    from: makeForeignInput(language),
    changes: [{ ...longer, before: quote.slice(1, -1), after: '27', section: 'B' }],
  });
  expect(quoted).toContain(`- ${quote.charAt(0)}`);
  expect(quoted).toMatch(/27[^\n]*\[\^3\]\n/);
});
