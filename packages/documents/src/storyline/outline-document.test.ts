import { describe, expect, it, test } from 'vitest';
import { outlineDocument } from './outline-document.ts';

const table = (head: string, ...rows: string[]) =>
  [head, head.replace(/[^|]+/g, '---'), ...rows].map((row) => `| ${row} |`).join('\n');
const kindOf = (markdown: string) => outlineDocument(markdown).exhibits.map(({ kind }) => kind);

describe('what slides can show of a document', () => {
  // DCK-1
  it.each([
    [
      'a table of figures',
      `## Costs\n\n${table('Item|Cost', 'Crane|900', 'Truck|50')}`,
      ['exhibit'],
    ],
    ['a table of words', `## Names\n\n${table('Item|Owner', 'Crane|Ada', 'Truck|Bo')}`, []],
    [
      'risks',
      `## Risiken\n\n${table('Risiko|Auswirkung|Maßnahme', 'Frost|hoch|Decken', 'Streik|mittel|Puffer')}`,
      ['risks'],
    ],
    [
      'next steps',
      `## Suite\n\n${table('Étape|Qui|Quand', 'Louer|Ada|mai', 'Vendre|Bo|juin')}`,
      ['next_steps'],
    ],
    ['a list of next steps', '## Próximos pasos\n\n1. Vender.\n2. Alquilar.\n', ['next_steps']],
    [
      'a timeline',
      `## Zeitplan\n\n${table('Termin|Was', 'Mai|Miete', 'Juni|Verkauf')}`,
      ['timeline'],
    ],
    [
      'figures of periods as no timeline',
      `## Todesfälle\n\n${table('Zeitraum|Flut|Dürre', '1950er|2.062 Tausend|0', '1960er|32 Tausend|1.511 Tausend')}`,
      ['exhibit'],
    ],
    [
      'options',
      `## オプション\n\n${table('評価項目|案A|案B', '費用|高い|安い', '期間|長い|短い')}`,
      ['comparison'],
    ],
    [
      'an answer to a reviewer',
      `## Answers to the reviewer\n\n${table('Item|Cost', 'Crane|900', 'Truck|50')}`,
      [],
    ],
  ])('knows %s', (_, markdown, kinds) => {
    expect(kindOf(`# Paper\n\nText.\n\n${markdown}\n`)).toEqual(kinds);
  });

  // DCK-1
  it.each([
    [
      'en',
      ['Motions', 'The choices', 'What you should know before you sign', 'Deadlines', 'Checks'],
      ['Option|Amount|For|Against', 'Date|What happens', 'What|Who|By'],
    ],
    [
      'de',
      [
        'Anträge',
        'Die Wahl',
        'Was Sie vor der Unterschrift wissen sollten',
        'Fristen',
        'Prüfungen',
      ],
      ['Möglichkeit|Betrag|Dafür|Dagegen', 'Datum|Was geschieht', 'Was|Wer|Bis'],
    ],
    [
      'fr',
      [
        'Résolutions',
        'Les choix',
        'Ce qu’il faut savoir avant de signer',
        'Échéances',
        'Vérifications',
      ],
      ['Possibilité|Montant|Pour|Contre', 'Date|Ce qui arrive', 'Quoi|Qui|Pour quand'],
    ],
    [
      'es',
      ['Mociones', 'Las opciones', 'Lo que debe saber antes de firmar', 'Plazos', 'Comprobaciones'],
      ['Opción|Importe|A favor|En contra', 'Fecha|Qué ocurre', 'Qué|Quién|Hasta'],
    ],
    [
      'ja',
      ['議案', '選択肢', '署名前に知っておくべきこと', '期限', '確認事項'],
      ['選択肢|金額|利点|欠点', '期日|内容', '内容|担当|期限'],
    ],
  ])(
    'knows the parts of a deciding paper in %s',
    (_, headings, [options = '', dates = '', checks = '']) => {
      const [motions, choices, risks, deadlines, conditions] = headings;
      const list =
        '1. **Ada rents the crane.** It costs 900.\n2. **Bo sells the truck.** It brings 50.';
      const paper = [
        `## ${motions}\n\n${list}`,
        `## ${choices}\n\n${table(options, 'A|none|calm|late', 'B|900|fast|dear')}`,
        `## ${deadlines}\n\n${table(dates, 'May|The lease ends', 'June|The crane is sold')}`,
        `## ${risks}\n\n- **Frost.** The crane stands.\n- **Strike.** Nobody drives.`,
        `## ${conditions}\n\n${table(checks, 'Rent falls|Ada|May', 'Sales rise|Bo|June')}`,
      ].join('\n\n');
      expect(kindOf(`# Paper\n\nText.\n\n${paper}\n`)).toEqual([
        'next_steps',
        'comparison',
        'timeline',
        'risks',
        'next_steps',
      ]);
    },
  );

  // DCK-1
  it('puts what the rows of risks and steps are about first', () => {
    const steps = `## Next\n\n${table('Who|Check|By when', 'Ada|Rent falls|May', 'Bo|Sales rise|June')}`;
    const [exhibit] = outlineDocument(`# Paper\n\n${steps}\n`).exhibits;
    expect(exhibit?.table?.columns.map(({ name }) => name)).toEqual(['Who', 'Check', 'By when']);
    const turned = `## The options\n\n${table('Option|Rent|Risk of loss', 'Keep|900|high', 'Close|0|low')}`;
    const [options] = outlineDocument(`# Paper\n\n${turned}\n`).exhibits;
    expect(options).toMatchObject({
      kind: 'comparison',
      table: {
        rows: [
          ['Rent', '900', '0'],
          ['Risk of loss', 'high', 'low'],
        ],
      },
    });
  });

  // DCK-1
  it('shows a motion of many words with what it costs', () => {
    const core = `The board releases 550,000 EUR: ${'340,000 EUR for parts lists and '.repeat(4)}the rest for a foundry`;
    const list = `1. **${core}.** It secures 780,000 EUR a year.\n2. **The lease ends:** Nobody pays.\n`;
    const [motions] = outlineDocument(`# Paper\n\n## Motions\n\n${list}`).exhibits;
    expect(motions?.table).toEqual({
      columns: ['Motions', ''].map((name) => ({ name, numeric: false })),
      rows: [
        [core, 'It secures 780,000 EUR a year.'],
        ['The lease ends', 'Nobody pays.'],
      ],
    });
  });

  // MRK-1
  it('keeps what is struck through as struck', () => {
    const prices = table('Item|Price', 'Crane|~~90~~ 80', 'Truck|5~10');
    const [exhibit] = outlineDocument(`# Paper\n\n## Prices\n\n${prices}\n`).exhibits;
    expect(exhibit?.table?.rows).toEqual([
      ['Crane', '9\u03360\u0336 80'],
      ['Truck', '5~10'],
    ]);
  });

  // DCK-16
  it('shows 40 rows and 25 columns of a table, totals among them, and says how many it has', () => {
    const numbers = (from: number) => Array.from({ length: 29 }, (_, at) => String(from + at));
    const rows = Array.from({ length: 60 }, (_, at) => [`Shop ${at}`, ...numbers(at)].join('|'));
    const text = table(
      ['Shop', ...numbers(1)].join('|'),
      ...rows,
      ['Summe', ...numbers(900)].join('|'),
    );
    const [exhibit] = outlineDocument(`# Paper\n\n## Shops\n\n${text}\n`).exhibits;
    expect(exhibit?.table?.whole).toEqual({ rows: 61, columns: 30 });
    expect(exhibit?.table?.columns).toHaveLength(25);
    expect(exhibit?.table?.rows).toHaveLength(40);
    expect(exhibit?.table?.rows.at(-1)?.slice(0, 2)).toEqual(['Summe', '900']);
    expect(exhibit?.table?.rows.at(-2)?.[0]).toBe('Shop 38');
  });

  // DCK-17
  it.each([
    'All amounts in thousand euros',
    'Alle Beträge in Tausend Euro',
    'En milliers d’euros',
    'En miles de euros',
    '単位：百万円',
  ])('keeps the line above a table that says its unit: %s', (line) => {
    const sales = table('Year|Sales', '2024|10', '2025|5');
    const below = outlineDocument(`# Paper\n\n**It fell**\n\n${line}\n\n${sales}\n`).exhibits[0];
    expect(below).toMatchObject({ takeaway: { text: 'It fell' }, table: { remark: line } });
    const above = outlineDocument(`# Paper\n\nIt fell by half.[^1]\n\n${sales}\n`).exhibits[0];
    expect(above?.table?.remark).toBeUndefined();
    expect(above?.leadLabels).toEqual(['1']);
  });

  // DCK-2
  it('takes the takeaway above, the source below and the sentences behind a table, with their footnotes', () => {
    const text = `**It fell by half**[^1]\n\n${table('Year|Sales', '2024|10[^2]', '2025|5')}\n\nSource: the till.\n\nIt fell.[^3] Nobody knows why. [^4]\n\n[^1]: Till\n`;
    expect(outlineDocument(`# Paper\n\n## Sales\n\n${text}`).exhibits).toMatchObject([
      {
        takeaway: { text: 'It fell by half', labels: ['1'] },
        source: 'the till.',
        labels: ['2'],
        words: [
          { text: 'It fell.', labels: ['3'] },
          { text: 'Nobody knows why.', labels: ['4'] },
        ],
      },
    ]);
  });
});

test('is read with thousands of marks and rows', () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => `| Row ${at} | ${at} |`).join('\n');
  const outline = outlineDocument(
    `# Paper\n\n${'**a** '.repeat(5_000)}\n\n| A | B |\n| --- | --- |\n${rows}\n`,
  );
  expect(outline.title).toBe('Paper');
});
