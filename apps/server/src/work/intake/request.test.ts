import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRequest } from './request.ts';

const today = '2026-11-22';
const read = (text: string) => readRequest(text, today);

const english = `From: Anna Berg <anna.berg@nordhavn.dk>
Sent: Friday, 20 November 2026 09:14
To: Tom Field <tom@field-partners.com>
Subject: RE: Fwd: Tariffs for district heating from 2027

Dear Tom,

Nordhavn Utilities heats 41,000 homes. Gas has doubled the cost of our peak boilers, and
the council decides on tariffs by 12 March 2027.

Some background:
- 41,000 homes, of which 9,000 on old contracts
- two boilers from 1998

Could you please look into the following?

1. What does a unit of heat cost us today, by
   boiler and by season?
2. Which tariff structure covers it without hurting small households?
3. Propose a way to introduce it.

Happy to talk next week.

Kind regards,
Anna Berg
Head of Strategy
Nordhavn Utilities
+45 12 34 56 78`;

const german = `Hallo Jana, kannst Du das bitte übernehmen? Danke.

---------- Weitergeleitete Nachricht ----------
Von: Klaus Meier <meier@stadtwerke-bruchtal.de>
Datum: 20.11.2026
Betreff: AW: WG: Anfrage Fuhrpark
> Sehr geehrte Frau Roth,
>
> wir betreiben 62 Fahrzeuge und wollen bis spätestens 31.03.2027 entscheiden, welche davon elektrisch werden.
>
> Wir möchten von Ihnen wissen:
>
> a) Welche Fahrzeuge eignen sich?
> b) Was kostet die Ladeinfrastruktur?
>
> PS: Die Liste der Fahrzeuge hat Frau Kurz.
>
> Mit freundlichen Grüßen
> Klaus Meier
> Stadtwerke Bruchtal GmbH`;

describe('readRequest', () => {
  // INT-1, INT-2
  it('reads name, client, brief, tasks and due date off an English mail', () => {
    const draft = read(english);
    expect(draft).toMatchObject({
      name: 'Tariffs for district heating from 2027',
      client: 'Nordhavn Utilities',
      dueDate: '2027-03-12',
      truncated: false,
    });
    expect(draft.tasks.map(({ name }) => name)).toEqual([
      'What does a unit of heat cost us today, by boiler and by season?',
      'Which tariff structure covers it without hurting small households?',
      'Propose a way to introduce it',
    ]);
    expect(draft.brief).toMatch(
      /^Nordhavn Utilities heats 41,000 homes[\s\S]+Happy to talk next week\.$/,
    );
    expect(draft.brief).toContain('- two boilers from 1998');
    expect(draft.brief).not.toMatch(/Dear Tom|\+45|Head of Strategy|Sent:/);
  });

  // INT-1, INT-2
  it('reads a forwarded German mail with quote marks, and keeps who forwards it and the postscript', () => {
    const draft = read(german);
    expect(draft).toMatchObject({
      name: 'Anfrage Fuhrpark',
      client: 'Stadtwerke Bruchtal GmbH',
      dueDate: '2027-03-31',
      tasks: [
        {
          id: 'task-1',
          name: expect.stringMatching(/entscheiden, welche davon elektrisch werden$/),
        },
        {
          id: 'task-2',
          name: 'Welche Fahrzeuge eignen sich?',
          description: 'Welche Fahrzeuge eignen sich?',
        },
        { id: 'task-3', name: 'Was kostet die Ladeinfrastruktur?' },
      ],
    });
    expect(draft.brief).toContain('kannst Du das bitte übernehmen?');
    expect(draft.brief).toContain('PS: Die Liste der Fahrzeuge hat Frau Kurz.');
    expect(draft.brief).not.toMatch(/Sehr geehrte|^>|Klaus Meier/m);
  });

  // INT-2
  it('names a task without the word that joins its question to the one before', () => {
    const { tasks } = read(
      'Dear Ada,\n\nWhat causes the waits? And which site comes first?\n\nBest regards\nMartin',
    );
    expect(tasks.map(({ name }) => name)).toEqual([
      'What causes the waits?',
      'Which site comes first?',
    ]);
  });

  // INT-2
  it('leaves empty what a text does not say, and takes no list of facts for tasks', () => {
    const plain =
      'the shop sells less each year and we do not know why\n\nOur figures:\n- 2024: 300\n- 2025: 200';
    expect(read(plain)).toEqual({
      name: '',
      client: '',
      tasks: [],
      dueDate: null,
      truncated: false,
      attachedFiles: [],
      brief: plain,
    });
    expect(read('Deadline was 1 March 2020.').dueDate).toBeNull();
    expect(read('Client: Hotel Seeblick AG\n\nWhich rooms earn money?').client).toBe(
      'Hotel Seeblick AG',
    );
    expect(read('# Pump spare parts\n\nWe are Pumpwerk Nord, a maker of pumps.')).toMatchObject({
      name: 'Pump spare parts',
      client: 'Pumpwerk Nord',
    });
  });

  // INT-11
  it.each([
    ['Dear Ada,', 'Which price?', 'Kind regards,', 'Sample Glass Ltd'],
    ['Guten Tag Frau Roth,', 'Welcher Preis?', 'Freundliche Grüsse', 'Muster Glas AG'],
    ['Madame, Monsieur,', 'Quel prix ?', 'Bien cordialement,', 'Verreries du Nord SAS'],
    ['Estimada Ada:', '¿Qué precio?', 'Un cordial saludo,', 'Vidrios del Norte, S.L.'],
    ['佐藤様', '価格はいくらですか？', 'よろしくお願いいたします。', '株式会社見本硝子'],
  ])(
    'finds the company below the closing of a mail that begins with %s',
    (start, question, closing, company) => {
      const draft = read(`${start}\n\n${question}\n\n${closing}\nJane Roe\n${company}`);
      expect(draft).toMatchObject({ client: company, brief: question });
    },
  );

  // INT-2
  it('reads threads: the subject of the longest mail, and the words of all', () => {
    const thread = `Subject: Short\n\nSee below.\n\nOn Mon, 2 Nov 2026 at 10:00, Eva Lund\n<eva@lund.se> wrote:\n> ${'We lose customers. '.repeat(9)}`;
    expect(read(thread)).toMatchObject({ name: 'Short', client: '' });
    expect(read(thread).brief).toMatch(/^See below\.\n\n---\n\nWe lose customers\./);
  });

  const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  /** Lines as they stand in mails, mixed with anything. */
  const line = fc.oneof(
    fc.constantFrom(
      ...english.split('\n'),
      ...german.split('\n'),
      '-- ',
      '',
      '>> ',
      'From:',
      'Best',
      '* a',
      '1) b?',
    ),
    fc.string({ maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  const mail = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'));

  // INT-2
  it('never throws, and every word of a draft stands in the request', () => {
    fc.assert(
      fc.property(mail, (text) => {
        const { name, client, brief, tasks } = read(text);
        const given = new Set(
          wordsOf(text.replace(/[^\P{Cc}\n\r\t]|[\u200b\u2060\ufeff]/gu, '').toWellFormed()),
        );
        const made = [
          name,
          client,
          brief,
          ...tasks.flatMap((task) => [task.name, task.description]),
        ];
        expect(made.flatMap(wordsOf).filter((word) => !given.has(word))).toEqual([]);
        expect(name.length <= 200 && client.length <= 200 && tasks.length <= 100).toBe(true);
      }),
    );
  });

  // INT-2
  it('keeps every word of a text that is no mail in its brief, in order', () => {
    const sentence = fc.array(fc.constantFrom('the', 'boiler', 'costs', '41', 'homes', 'why?'), {
      minLength: 3,
    });
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 30 }), (sentences) => {
        const text = sentences.map((words) => `${words.join(' ')} indeed.`).join('\n\n');
        expect(wordsOf(read(text).brief)).toEqual(wordsOf(text));
      }),
    );
  });
});

// INT-12
it.each([
  [
    'From: A\nSubject: Prices\nAttachments: Offer, final.pdf; Sales 2026.xlsx',
    ['Offer, final.pdf', 'Sales 2026.xlsx'],
  ],
  ['Von: A\nBetreff: Preise\nAnlagen: Angebot.pdf, Umsatz.xlsx', ['Angebot.pdf', 'Umsatz.xlsx']],
  ['De: A\nObjet : Prix\nPièces jointes : offre.pdf', ['offre.pdf']],
  ['差出人: A\n件名: 価格\n添付ファイル：見積.pdf', ['見積.pdf']],
  ['Subject: Prices\nAttachment: one.pdf\nAttachment: two.csv', ['one.pdf', 'two.csv']],
  ['Subject: Prices', []],
])('lists the files that the head of a mail names as attached: %j', (head, files) => {
  const { attachedFiles, brief } = read(`${head}\n\nWhich price?`);
  expect(attachedFiles).toEqual(files);
  expect(brief).toBe('Which price?');
});
