import { describe, expect, it } from 'vitest';
import { teamWords } from '../reports/team-words.ts';
import { buildDocument, type DocumentPlace } from './build-document.ts';
import type { Block, ImageStore } from './document-tree.ts';

const noImages: ImageStore = { add: () => null, addChart: () => null };
const build = (markdown: string, place: Partial<DocumentPlace> = {}) =>
  buildDocument(
    markdown,
    { topLevel: 2, title: 'Task', isNumbered: false, ...place },
    {
      prefix: 'd',
      isInternal: false,
      words: teamWords.en,
      images: noImages,
      marks: new Map(),
      charts: new Map(),
    },
  );
const plainOf = (blocks: Block[]) =>
  blocks.flatMap((block) => (block.t === 'heading' ? [block.plain] : []));
const levels = (blocks: Block[]) =>
  blocks.flatMap((block) => (block.t === 'heading' ? [block.level] : []));

describe('headings', () => {
  it('at the first level that open the document are its title; others stay', () => {
    expect(build('# Title *here*\n\nText').heading).toBe('Title here');
    expect(build('Text\n\n# Later').heading).toBeNull();
    expect(build('## Not first level').heading).toBeNull();
  });

  it.each([
    ['# T\n\n## a\n\n### b\n\n## c', [2, 3, 2]],
    ['# T\n\n#### a\n\n###### b\n\n### c', [2, 3, 2]],
    ['### a\n\n## b\n\n# c\n\n#### d', [2, 2, 2, 3]],
    ['# T\n\n# a\n\n## b', [2, 3]],
  ])('of %j are numbered without gaps', (markdown, expected) => {
    expect(levels(build(markdown).blocks)).toEqual(expected);
  });

  it('without text are dropped; inside quotes they are bold text', () => {
    expect(build('##\n\n> ## quoted').blocks).toEqual([
      { t: 'quote', c: [{ t: 'para', c: [{ t: 'run', v: 'quoted', b: true }] }] },
    ]);
  });
});

// EXP-16
describe('the title', () => {
  it('is not said again by the text', () => {
    const text = [{ t: 'para', c: [{ t: 'run', v: 'Text.' }] }];
    expect(build('# Prices rise\n\n**Prices rise.**\n\nText.').blocks).toEqual(text);
    expect(build('## Task\n\nText.').blocks).toEqual(text);
    expect(build('<!-- note -->\n\n# Task\n\nText.')).toMatchObject({
      heading: 'Task',
      blocks: text,
    });
    expect(build('Task force.\n\nText.').blocks).toHaveLength(2);
  });
});

// EXP-16
describe('numbers of sections', () => {
  it('that the author gave make room for those of the report', () => {
    const numbered = '## 1. Where we are\n\n### 1.1 Prices\n\n## 2. What to do in 2026';
    expect(plainOf(build(numbered, { isNumbered: true }).blocks)).toEqual([
      'Where we are',
      'Prices',
      'What to do in 2026',
    ]);
    expect(plainOf(build(numbered).blocks)).toEqual([
      '1. Where we are',
      '1.1 Prices',
      '2. What to do in 2026',
    ]);
    expect(plainOf(build('## １．現状\n\n## 二、提言', { isNumbered: true }).blocks)).toEqual([
      '現状',
      '提言',
    ]);
  });

  it('stay where not every section has one', () => {
    const some = '## 2025 was good\n\n## 3. Risks';
    expect(plainOf(build(some, { isNumbered: true }).blocks)).toEqual([
      '2025 was good',
      '3. Risks',
    ]);
  });
});

describe('front matter', () => {
  it('is used for the offline mark only', () => {
    expect(build('---\noffline: true\n---\ntext').offline).toBe(true);
    expect(build('---\nrevisedOffline: true\n---\ntext').offline).toBe(true);
    expect(build('---\noffline: "true story"\n---\ntext').offline).toBe(false);
    expect(build('---\ntitle: x\n---\ntext').blocks).toEqual([
      { t: 'para', c: [{ t: 'run', v: 'text' }] },
    ]);
  });
});

describe('runs', () => {
  it('have all marks around them, so that nothing is nested', () => {
    expect(build('**a *b ~~c~~***').blocks[0]).toEqual({
      t: 'para',
      c: [
        { t: 'run', v: 'a ', b: true },
        { t: 'run', v: 'b ', b: true, i: true },
        { t: 'run', v: 'c', b: true, i: true, s: true },
      ],
    });
  });

  it('are placed in right-to-left blocks and in coloured emoji', () => {
    expect(build('שלום עולם').blocks[0]).toMatchObject({ rtl: 'he' });
    expect(build('مرحبا').blocks[0]).toMatchObject({ rtl: 'ar' });
    expect(build('a ❤️ b').blocks[0]).toMatchObject({
      c: [{ v: 'a ' }, { v: '❤️', e: true }, { v: ' b' }],
    });
  });
});

// EXP-23
describe('notes', () => {
  it('stand at the end once, in the order of their calls, those that only notes call last', () => {
    const { blocks, notes } = build(
      'a[^x] b[^1] c[^x]\n\n[^1]: one [^2]\n[^2]: two\n[^x]: ten [^1]\n[^n]: nobody',
    );
    const calls = blocks.flatMap((block) =>
      block.t === 'para' ? block.c.filter(({ t }) => t === 'fn') : [],
    );
    expect(calls).toEqual([
      { t: 'fn', key: 'd-x', n: 1 },
      { t: 'fn', key: 'd-1', n: 2 },
      { t: 'fn', key: 'd-x', n: 1 },
    ]);
    expect(notes.map(({ key, n }) => [key, n])).toEqual([
      ['d-x', 1],
      ['d-1', 2],
      ['d-2', 3],
    ]);
    expect(notes[1]?.c).toEqual([
      {
        t: 'para',
        c: [
          { t: 'run', v: 'one ' },
          { t: 'fn', key: 'd-2', n: 3 },
        ],
      },
    ]);
  });
});

// EXP-22
describe('an exhibit', () => {
  const table = '| a | b |\n| --- | --- |\n| x | 1 |';

  it('is a table with its takeaway in bold above it and its source below it', () => {
    expect(
      build(`**Home earns most**[^1]\n\n${table}\n\nSource: the workbook.\n\n[^1]: n`).blocks,
    ).toMatchObject([
      {
        t: 'exhibit',
        title: [{ v: 'Home earns most' }, { t: 'fn' }],
        c: [{ t: 'table' }],
        source: [{ v: 'Source: the workbook.' }],
      },
    ]);
    expect(build(`**Home earns most**\n\n${table}\n\nText.`).blocks).toMatchObject([
      { t: 'exhibit', source: [] },
      { t: 'para' },
    ]);
    expect(build(`Text.\n\n${table}\n\nSource: the workbook.`).blocks).toMatchObject([
      { t: 'para' },
      { t: 'exhibit', title: [], source: [{ v: 'Source: the workbook.' }] },
    ]);
    expect(build(`Home **earns** most\n\n${table}`).blocks).toMatchObject([
      { t: 'para' },
      { t: 'table' },
    ]);
  });
});

// EXP-22
describe('page one', () => {
  const parts = ['Decision', 'Recommendation', 'Three figures', 'Price', 'Greatest risk'].map(
    (label) =>
      label === 'Three figures'
        ? `**${label}:**\n\n- **58 percent** from three\n- **2** b\n- **3** c`
        : `**${label}:** ${label} said.`,
  );

  it('is laid out by its parts, with the exhibit after them', () => {
    const { blocks } = build(
      `# T\n\nNote.\n\n${parts.join('\n\n')}\n\n| a |\n|---|\n| b |\n\n## Motions\n\nText.`,
    );
    expect(blocks.map(({ t }) => t)).toEqual(['pageone', 'heading', 'para']);
    expect(blocks[0]).toMatchObject({
      opening: [{ t: 'para' }],
      decision: { label: 'Decision', c: [{ v: 'Decision said.' }] },
      figures: [{ value: [{ v: '58 percent' }], c: [{ v: 'from three' }] }, {}, {}],
      risk: { label: 'Greatest risk' },
      exhibit: [{ t: 'table' }],
    });
  });

  it('is running text where a part is missing', () => {
    const { blocks } = build(`# T\n\n${parts.slice(1).join('\n\n')}\n\n## Motions`);
    expect(blocks.map(({ t }) => t)).not.toContain('pageone');
  });
});

describe('depth', () => {
  it('of the data is limited, whatever the depth of the markdown', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
        : 0;
    const nested = Array.from(
      { length: 80 },
      (_, index) => `${'  '.repeat(index)}- ${index % 3 === 0 ? '> ' : ''}x`,
    ).join('\n');
    expect(depthOf(build(nested).blocks)).toBeLessThan(40);
    expect(depthOf(build(`${'> - '.repeat(100)}x`).blocks)).toBeLessThan(40);
  });
});
