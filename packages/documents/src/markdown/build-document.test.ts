import { describe, expect, it } from 'vitest';
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
      images: noImages,
      marks: new Map(),
      charts: new Map(),
    },
  );
const plainOf = (blocks: Block[]) => blocks.flatMap((block) => (block.t === 'heading' ? [block.plain] : []));
const levels = (blocks: Block[]) => blocks.flatMap((block) => (block.t === 'heading' ? [block.level] : []));

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
    expect(build('<!-- note -->\n\n# Task\n\nText.')).toMatchObject({ heading: 'Task', blocks: text });
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
    expect(plainOf(build(numbered).blocks)).toEqual(['1. Where we are', '1.1 Prices', '2. What to do in 2026']);
    expect(plainOf(build('## １．現状\n\n## 二、提言', { isNumbered: true }).blocks)).toEqual(['現状', '提言']);
  });

  it('stay where not every section has one', () => {
    const some = '## 2025 was good\n\n## 3. Risks';
    expect(plainOf(build(some, { isNumbered: true }).blocks)).toEqual(['2025 was good', '3. Risks']);
  });
});

describe('front matter', () => {
  it('is used for the offline mark only', () => {
    expect(build('---\noffline: true\n---\ntext').offline).toBe(true);
    expect(build('---\nrevisedOffline: true\n---\ntext').offline).toBe(true);
    expect(build('---\noffline: "true story"\n---\ntext').offline).toBe(false);
    expect(build('---\ntitle: x\n---\ntext').blocks).toEqual([{ t: 'para', c: [{ t: 'run', v: 'text' }] }]);
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
    expect(build('a ❤️ b').blocks[0]).toMatchObject({ c: [{ v: 'a ' }, { v: '❤️', e: true }, { v: ' b' }] });
  });
});

describe('footnotes', () => {
  it('have their text at the first call only, and are not nested', () => {
    const { blocks } = build('a[^1] b[^1]\n\n[^1]: one [^1] [^2]\n[^2]: two');
    expect(blocks[0]).toMatchObject({
      c: [{}, { t: 'fn', key: 'd-1', c: [{ t: 'para' }] }, {}, { t: 'fn', key: 'd-1' }],
    });
    expect(JSON.stringify(blocks)).toContain('"v":"[2]"');
    expect(JSON.stringify(blocks)).not.toContain('two');
  });
});

describe('depth', () => {
  it('of the data is limited, whatever the depth of the markdown', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
    const nested = Array.from(
      { length: 80 },
      (_, index) => `${'  '.repeat(index)}- ${index % 3 === 0 ? '> ' : ''}x`,
    ).join('\n');
    expect(depthOf(build(nested).blocks)).toBeLessThan(40);
    expect(depthOf(build(`${'> - '.repeat(100)}x`).blocks)).toBeLessThan(40);
  });
});
