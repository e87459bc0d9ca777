import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../testing/read-pdf.ts';
import { fontFolders } from '../typesetting/font-folders.ts';
import { buildDeck } from './build-deck.ts';
import type { Deck } from './deck-types.ts';
import { readTemplate } from './template/read-template.ts';
import { firmTemplateFiles, packTemplate } from './testing/firm-template.ts';
import { readDeck } from './testing/read-deck.ts';
import {
  chartOf,
  coffeeDeck,
  deckOf,
  japaneseDeck,
  pumpDeck,
  slideOf,
} from './testing/sample-decks.ts';

const office = ['soffice', 'libreoffice'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);
if (office === undefined)
  console.error('\n*** SKIPPED: no LibreOffice is installed, so no deck was opened in it ***\n');

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deck-'));
  // A host may have no font for Japanese.
  const folders = fontFolders().map((fonts) => `<dir>${fonts}</dir>`);
  const base = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>';
  await writeFile(
    join(folder, 'fonts.conf'),
    `<fontconfig>${base}${folders.join('')}</fontconfig>`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Lets LibreOffice open files and save them in another format. Each start takes seconds. */
async function convert(
  files: Record<string, Uint8Array>,
  format: string,
): Promise<Record<string, Buffer>> {
  const paths = Object.keys(files).map((name) => join(folder, name));
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
  const args = [
    profile,
    '--headless',
    '--convert-to',
    format,
    '--outdir',
    join(folder, 'out'),
    ...paths,
  ];
  const env = { ...process.env, FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  const { status, stderr } = spawnSync(office ?? '', args, { timeout: 60_000, env });
  if (status !== 0) throw new Error(`LibreOffice failed: ${stderr}`);
  const saved: Record<string, Buffer> = {};
  for (const name of Object.keys(files))
    saved[name] = await readFile(join(folder, 'out', name.replace(/\w+$/, format)));
  return saved;
}

const firstSlides = (deck: Deck, count: number): Deck => ({
  ...deck,
  slides: deck.slides.slice(0, count),
});

describe.skipIf(office === undefined)('LibreOffice', () => {
  // PPT-1, PPT-5, PPT-6
  it('shows a page for each slide, with its words, also on masters of a firm and of its own', {
    timeout: 120_000,
  }, async () => {
    const { 'saved.pptx': master = Buffer.alloc(0) } = await convert(
      { 'saved.pptx': buildDeck(firstSlides(coffeeDeck, 3), null) },
      'pptx',
    );
    const decks: [string, Deck, Uint8Array?][] = [
      ['coffee.pptx', firstSlides(coffeeDeck, 6)],
      ['pump.pptx', firstSlides(pumpDeck, 6), packTemplate(firmTemplateFiles())],
      ['japanese.pptx', firstSlides(japaneseDeck, 3)],
      ['own-master.pptx', firstSlides(pumpDeck, 4), master],
    ];
    const files: Record<string, Uint8Array> = {};
    for (const [name, deck, template] of decks)
      files[name] = buildDeck(deck, template ? await readTemplate(Buffer.from(template)) : null);
    const printed = await convert(files, 'pdf');
    const pages: Record<string, string[]> = {};
    for (const [name, deck] of decks) {
      pages[name] = (await readPdf(printed[name] ?? Buffer.alloc(0))).pages;
      expect(pages[name], name).toHaveLength(deck.slides.length);
    }
    expect(pages['japanese.pptx']?.join(' ')).toContain('宮﨑');
  });

  // PPT-3
  it('opens the workbook of a chart, and recalculates a waterfall to the same values', {
    timeout: 120_000,
  }, async () => {
    const chart = chartOf({
      type: 'waterfall',
      categories: ['Start', 'Up', 'Across', 'Up again', 'End'],
      series: [{ name: 'EBIT', values: [3, 2, -7, 3, 1] }],
      totals: [0, 4],
    });
    const deck = await readDeck(buildDeck(deckOf([slideOf({ chart })]), null));
    // Without the values that we calculated, LibreOffice has to calculate them.
    const files = unzipSync(deck.files['ppt/embeddings/deckWorkbook1.xlsx'] ?? new Uint8Array());
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    const bare = strToU8(sheet.replace(/(<\/f>)<v>[^<]*<\/v>/g, '$1'));
    const book = zipSync({ ...files, 'xl/worksheets/sheet1.xml': bare });
    const { 'waterfall.xlsx': csv } = await convert({ 'waterfall.xlsx': book }, 'csv');
    expect(csv?.toString().trim().split('\n').slice(1)).toEqual([
      'Start,3,1,0,3,0,3,0,0,0,0,3,3,,',
      'Up,2,0,3,5,3,0,2,0,0,0,5,3,5,',
      'Across,-7,0,5,-2,0,0,0,5,0,-2,-2,,5,-2',
      'Up again,3,0,-2,1,0,0,1,0,-2,0,1,1,,-2',
      'End,1,1,0,1,0,1,0,0,0,0,1,1,,',
    ]);
  });
});
