import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openRenderer } from './testing/open-renderer.ts';
import { readPdf } from './testing/read-pdf.ts';
import { deliverableOf, longMarkdown, printOrder, provenance } from './testing/sample-reports.ts';

const notes: string[] = [];
const renderer = openRenderer({ slots: 1, log: (note) => notes.push(note) });
beforeEach(() => {
  notes.length = 0;
});
afterAll(() => renderer.close());

async function print(markdown: string, changes: Parameters<typeof deliverableOf>[1] = {}) {
  return readPdf(await renderer.renderDeliverable(deliverableOf(markdown, changes), printOrder));
}

describe('the single-deliverable PDF', () => {
  // EXP-7
  it('opens with company, title and metadata: engagement, client, version, words and approval status', async () => {
    const { pages, info } = await print('# Market scan\n\nText.', { audience: 'team' });
    const page = pages[0] ?? '';
    for (const text of [
      'Acme Consulting',
      'Market scan',
      'Coffee roaster strategy',
      'Bramblewick Ltd',
      '3',
      '1,234',
    ])
      expect(page).toContain(text);
    expect(page).toMatch(/Status Pending review|Pending review/);
    expect(page).not.toMatch(/Prepared by|provenance/);
    expect(info).toMatchObject({ Title: 'Market scan', Author: 'Acme Consulting' });
  });

  // EXP-7
  it('counts characters of a Japanese document, not words', async () => {
    const { pages } = await print('# 市場\n\n移動販売は4台で続けます。', { audience: 'team' });
    expect(pages[0]?.replaceAll(' ', '')).toMatch(/文字数14(?!\d)/);
  });

  // EXP-7, EXP-8
  it('names agent, model, observer score and cost with provenance; a client reads nothing of the record', async () => {
    const line =
      'Prepared by market-analyst with local/extractive · observer score 92 · cost $0.0123';
    const internal = await print(longMarkdown(20), { provenance });
    for (const page of internal.pages) expect(page).toContain(line);
    expect(internal.pages[0]).toMatch(/Status Pending review|Pending review/);
    expect(internal.pages[0]).toContain('Internal copy.');
    expect(internal.pages[1]).toContain('Internal · Market scan');
    expect((await print('Text.')).pages.join()).not.toMatch(
      /market-analyst|Pending review|Internal|Version|1,234/,
    );
  });

  // EXP-18
  it('has its labels and its date in the language of its text', async () => {
    const { pages } = await print(
      `# Der Markt wächst\n\n${'Der Umsatz ist gestiegen, und das ist neu. '.repeat(9)}`,
      {
        audience: 'team',
      },
    );
    expect(pages[0]).toMatch(/Projekt.*Auftraggeber.*Fassung.*Wörter.*1\.234/);
    expect(pages[0]).toMatch(/12\. März 2026.*Seite 1 von 1/);
  });

  // EXP-18
  it.each([
    [
      'ja',
      '# 市場\n\n移動販売は四台で続けます。需要は安定しており、費用は下がっています。',
      /状態\s?レビュー待ち/,
      /社内用。/,
    ],
    [
      'de',
      `# Markt\n\n${'Der Umsatz ist gestiegen, und das ist neu. '.repeat(4)}`,
      /Prüfung ausstehend/,
      /Interne Fassung\./,
    ],
    [
      'fr',
      `# Marché\n\n${'Le chiffre est en hausse et les coûts sont stables. '.repeat(4)}`,
      /En attente de relecture/,
      /Exemplaire interne\./,
    ],
    [
      'es',
      `# Mercado\n\n${'Las ventas han subido y los costes son estables. '.repeat(4)}`,
      /Pendiente de revisión/,
      /Copia interna\./,
    ],
  ])(
    'names the state and whose copy it is in the language of its text: %s',
    async (_, markdown, state, copy) => {
      const { pages } = await print(markdown, { provenance });
      const words = pages.join().replaceAll(/(?<=[^\x20-\xff]) (?=[^\x20-\xff])/g, '');
      expect(words).toMatch(state);
      expect(words).toMatch(copy);
      expect(words).not.toMatch(/Status Pending|Internal |Prepared by/);
    },
  );

  it('has a table of contents only if it is long', async () => {
    expect((await print('## One\n\nText.\n\n## Two\n\nText.')).pages.join()).not.toContain(
      'Contents',
    );
    expect((await print(longMarkdown(80))).pages[0]).toContain('Contents');
  });
});

describe('how markdown is printed', () => {
  it('repeats the head of a table on each of its pages', async () => {
    const rows = Array.from(
      { length: 150 },
      (_, index) => `| Account ${index} | ${index * 10} |`,
    ).join('\n');
    const { pages, roles } = await print(`| Account name | Revenue |\n|---|---|\n${rows}\n`);
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(page).toContain('Account name Revenue');
    expect([...roles]).toContain('TH');
  });

  // EXP-20
  it('keeps a short table and the line that announces it on one page, and breaks a long one between rows', async () => {
    const row = `| Account | ${'revenue of the year '.repeat(12)} |\n`;
    const table = (rows: number) => `| Name | Words |\n|---|---|\n${row.repeat(rows)}`;
    const { pages } = await print(`${longMarkdown(9)}\n\nThe accounts are:\n\n${table(6)}`);
    const own = pages.find((page) => page.includes('The accounts are:')) ?? '';
    expect(own.match(/Account revenue/g)).toHaveLength(6);
    const long = await print(table(40));
    for (const page of long.pages) expect(page).toMatch(/Name Words Account revenue/);
  });

  // EXP-20
  it('cuts neither the words of a head nor a running title to two lines', async () => {
    const heads = [
      'Wettbewerbsfähigkeit',
      'Lieferantenbewertung',
      'Probability of occurrence',
      'Verantwortlichkeiten',
    ];
    const { pages } = await print(
      `# ${'A title that is longer than a line of a page may be '.repeat(4)}\n\n| ${heads.join(' | ')} |\n|---|---|---|---|\n${'| a | b | c | d |\n'.repeat(80)}`,
    );
    for (const head of [
      'Wettbewerbsfähigkeit',
      'Lieferantenbewertung',
      'Verantwortlichkeiten',
      'Probability',
    ])
      expect(pages[1]).toContain(head);
    expect(pages[1]).toMatch(/^A title that is [^…]{20,110}… ?Bramblewick Ltd/);
  });

  // EXP-23
  it('prints each note once below its document, with a comma between the numbers of two', async () => {
    const { pages } = await print(
      'One[^a][^c] and again[^a].\n\n[^a]: The only *note*.\n[^b]: Never called.\n[^c]: It rests on[^d].\n[^d]: The books.',
    );
    expect(pages[0]).toMatch(
      /One ?1 ?, ?2 and again ?1 ?\. Notes 1 The only note\. 2 It rests on ?3 ?\. 3 The books\./,
    );
    expect(pages[0]).not.toContain('Never called');
  });

  it('prints a note that a table head calls', async () => {
    const rows = '| x | y[^1] |\n'.repeat(120);
    const { pages } = await print(`| a[^1] | b |\n|---|---|\n${rows}\n[^1]: About the head.`, {
      language: 'en',
    });
    expect(pages.at(-1)).toContain('Notes 1 About the head.');
  });

  // EXP-22
  it('prints the six parts of a first page on page one, whatever follows', async () => {
    const labels = ['Decision', 'Recommendation', 'Price', 'Greatest risk'];
    const said = labels.map(
      (label) => `**${label}:** ${label} in two lines. ${'Words of a sentence. '.repeat(7)}`,
    );
    const figures =
      '**Three figures:**\n\n- **€81,000** a year\n- **58 percent** from three\n- **700** free places';
    const rows = Array.from({ length: 6 }, (_, at) => `| Market ${at} | ${at} |`).join('\n');
    const exhibit = `**Home earns most**\n\n| Market | € |\n|---|---|\n${rows}\n\nSource: the workbook.`;
    const { pages } = await print(
      `# T\n\n${[...said, figures, exhibit].join('\n\n')}\n\n## Motions\n\n${longMarkdown(9)}`,
    );
    for (const part of [
      ...labels.map((label) => `${label} ${label} in two lines.`),
      '€81,000',
      '700',
      'Market 5',
    ])
      expect(pages[0]).toContain(part);
    expect(pages[0]).toMatch(/Home earns most .*Source: the workbook\./);
    expect(pages[0]).not.toContain('Motions');
    expect(pages[1]).toContain('Motions');
  });

  it('makes links of web addresses only', async () => {
    const { links, pages } = await print(
      '[a](https://example.com/x) [b](javascript:alert(1)) <mailto:a@example.com> [c](/etc/passwd)',
    );
    expect(links).toEqual(['https://example.com/x', 'mailto:a@example.com']);
    expect(pages[0]).toContain('a b mailto:a@example.com c');
  });

  it('prints tasks, code, quotes, struck text and HTML as text', async () => {
    const { pages } = await print(
      '- [x] done\n- [ ] open\n\n```js\nconst a = 1;\n```\n\n> quoted\n\n~~old~~ <b onclick="x">html</b>',
    );
    for (const text of ['☑', '☐', 'const a = 1;', 'quoted', 'old', '<b onclick="x">html</b>'])
      expect(pages[0]).toContain(text);
  });

  it('prints embedded images with their description, and links to others instead of fetching them', async () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const { roles, links, pages } = await print(
      `![dot](data:image/png;base64,${png})\n\n![chart](http://127.0.0.1:9/c.png)\n\n![file](file:///etc/hostname)`,
    );
    expect([...roles]).toContain('Figure');
    expect(links).toEqual(['http://127.0.0.1:9/c.png']);
    expect(pages[0]).toContain('[Image: chart]');
    expect(pages[0]).toContain('[Image: file]');
  });

  it('turns the page for a table that is too wide, and splits an even wider one', async () => {
    const wide = (count: number) =>
      `|${' reasonable |'.repeat(count)}\n|${'---|'.repeat(count)}\n|${' reasonable |'.repeat(count)}\n`;
    const { sizes, pages } = await print(`Before.\n\n${wide(13)}\nBetween.\n\n${wide(60)}\nAfter.`);
    expect(sizes.map(({ width, height }) => (width > height ? 'wide' : 'tall'))).toEqual([
      'tall',
      'wide',
      'tall',
      'wide',
      'tall',
    ]);
    expect(pages[3]).toContain('The columns continue in the next table (1 of');
  });

  // PRO-18
  it('has a glyph for every character of the supported scripts', async () => {
    const text =
      '中文 漢字 かな カナ 山﨑 髙島 𠮷野家 𠮟る 𩸽 ㋿ 한국어 ᄒᆞᆫ글 العربية עברית ไทย हिन्दी Ελληνικά Русский Việt €₹ →⇒≠≤∑√∞ ★■▲✓✗①☐☑ 😀👩‍👩‍👧🇩🇪👍🏽✅❤️⚠️1️⃣';
    const { pages } = await print(
      `## ${text}\n\n${text} **${text}** *${text}* \`${text}\`\n\n| ${text} |\n|---|\n| ${text} |`,
    );
    expect(notes).toEqual([]);
    expect(pages[0]).toContain('中文');
    expect(pages[0]).toContain('한국어');
    await print(`The house of 山﨑 and 한국어 is old, and nobody knows the way to it.`);
    expect(notes).toEqual([]);
  });

  it('declares the given language, or else that of the script', async () => {
    expect((await print('这是一个关于市场和客户的报告。')).info['Language']).toBe('zh');
    expect((await print('Ein Bericht.', { language: 'de-AT' })).info['Language']).toBe('de');
  });
});
