import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliverableReport, EngagementReport } from './reports/report-types.ts';
import { openRenderer } from './testing/open-renderer.ts';
import { readGlyphs } from './testing/read-glyphs.ts';
import { readPdf } from './testing/read-pdf.ts';
import {
  branding,
  deliverableOf,
  engagementOf,
  printOrder,
  provenance,
} from './testing/sample-reports.ts';

const notes: string[] = [];
const renderer = openRenderer({ slots: 1, log: (note) => notes.push(note) });
beforeEach(() => {
  notes.length = 0;
});
afterAll(() => renderer.close());

/** Names whose characters few fonts have, and words of Arabic. */
const names = '宮﨑 𠮷野家 髙島屋 العربية';
const chartSource = '{"query":"q1"}';
const fonts = "'Source Sans 3', 'Noto Sans S Chinese', sans-serif";
const label = (y: number, weight: number, words: string) =>
  `<text x="20" y="${y}" font-family="${fonts}" font-size="12" font-weight="${weight}">${words}</text>`;
const svg = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="100" viewBox="0 0 640 100">',
  ...['宮﨑 𠮷野家 Region', 'العربية Region'].flatMap((words, at) =>
    [400, 600].map((weight, row) => label(20 + 40 * at + 20 * row, weight, words)),
  ),
  '</svg>',
].join('');
const query = { id: 'q1', title: names, sql: `select '${names}'`, resultHash: 'ab12cd34ef567890' };
const charts = [
  { source: chartSource, title: names, outcome: { picture: { svg, description: names, query } } },
];
const markdown = [
  `# ${names}`,
  `## ${names}\n\n### ${names}`,
  `${names}, **${names}**, *${names}*, ***${names}***, \`${names}\`, ~~${names}~~.[^1]`,
  `| ${names} |\n|---|\n| **${names}** |`,
  `- ${names}\n\n> ${names}`,
  `\`\`\`\n${names}\n\`\`\``,
  `\`\`\`chart\n${chartSource}\n\`\`\``,
  `[^1]: ${names}, *${names}*`,
].join('\n\n');

describe('scripts of the world', () => {
  // EXP-28
  it.each(['de', 'en', 'ja', 'zh', 'ar'])(
    'have no box in any style, head, foot or chart of a document in %s',
    async (language) => {
      const brand = { ...branding, companyName: names };
      const report: DeliverableReport = deliverableOf('', {
        client: names,
        engagementName: names,
        branding: brand,
        language,
        provenance,
      });
      const one = await renderer.renderDeliverable(
        { ...report, document: { ...report.document, title: names, markdown, charts } },
        printOrder,
      );
      const all: EngagementReport = engagementOf([markdown], {
        title: names,
        client: names,
        branding: brand,
        language,
      });
      const documents = all.documents.map((document) => ({ ...document, charts }));
      const whole = await renderer.renderEngagement({ ...all, documents }, printOrder);
      expect(notes).toEqual([]);
      for (const pdf of [one, whole]) {
        const { boxes, drawn } = await readGlyphs(pdf);
        expect(boxes).toBe(0);
        expect(drawn.join('')).toContain('𠮷野家');
      }
    },
  );

  // EXP-28
  it.each(['en', 'ko', 'ja'])(
    'keep the letters of old Hangul beside a tone mark in a document in %s',
    async (language) => {
      const words = '나랏〮말〯ᄊᆞ미';
      const report = { ...deliverableOf(`${words}, **${words}**, \`${words}\``), language };
      const { boxes, drawn } = await readGlyphs(
        await renderer.renderDeliverable(report, printOrder),
      );
      expect(boxes).toBe(0);
      const all = drawn.join('');
      for (const syllable of ['랏〮', '말〯', 'ᄊᆞ'])
        expect(all.split(syllable).length).toBeGreaterThan(3);
    },
  );

  it('have a box where no font of the host has a character', async () => {
    const { boxes } = await readGlyphs(
      await renderer.renderDeliverable(deliverableOf('Osmanya: \u{10480}'), printOrder),
    );
    expect(boxes).toBe(1);
    expect(notes.join()).toContain('Not PDF/UA-1');
  });

  // EXP-28
  it('run from the right in Arabic, with its own words around them and signs before their numbers', async () => {
    const text =
      '# تقرير\n\nارتفعت الأسعار بنسبة +5.2 % منذ 2023-01-15.\n\n| المنطقة | التغير |\n|---|---:|\n| الرياض | −1.3 % |';
    const pdf = await renderer.renderDeliverable(deliverableOf(text), printOrder);
    const { info, pages } = await readPdf(pdf);
    expect(info['Language']).toBe('ar');
    expect(pages[0]).not.toMatch(/Client|Page/);
    const drawn = (await readGlyphs(pdf)).drawn.join('').replaceAll(' ', '');
    for (const words of ['+5.2', '2023-01-15', '−1.3']) expect(drawn).toContain(words);
  });
});
