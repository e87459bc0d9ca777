import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { openRenderer } from './testing/open-renderer.ts';
import { readPdf } from './testing/read-pdf.ts';
import { deliverableOf, engagementOf, printOrder } from './testing/sample-reports.ts';
import { chooseLineBreaks } from './typesetting/typesetter.ts';

const notes: string[] = [];
const renderer = openRenderer({ slots: 1, log: (note) => notes.push(note) });
afterAll(() => renderer.close());

async function print(markdown: string) {
  notes.length = 0;
  return readPdf(await renderer.renderDeliverable(deliverableOf(markdown), printOrder));
}

describe('hostile documents', () => {
  it('are printed as text, even if they look like typesetter code', async () => {
    const source =
      '#import "@preview/cetz:0.1.0": * $x^2$ #read("/etc/passwd") \\#eval #{1+1} = no heading @ref #sys.inputs';
    const { pages } = await print(`${source}\n\n| ${source} |\n|---|\n| ${source} |`);
    expect(pages[0]).toContain(
      '#import "@preview/cetz:0.1.0": * x² #read("/etc/passwd") #eval #{1+1} = no heading',
    );
    const cover = await readPdf(
      await renderer.renderEngagement(
        engagementOf(['x'], { title: '#panic("no") $a$', client: '*c* _d_' }),
        printOrder,
      ),
    );
    expect(cover.pages[0]).toContain('#panic("no") $a$');
    expect(cover.pages[0]).toContain('*c* _d_');
  });

  it.each([
    [
      'quotes',
      Array.from({ length: 60 }, (_, index) => `${'>'.repeat(index + 1)} deep level ${index}`).join(
        '\n\n',
      ),
    ],
    ['quotes on one line', `${'>'.repeat(20_000)} deep level 59`],
    [
      'lists',
      Array.from({ length: 60 }, (_, index) => `${'  '.repeat(index)}- deep level ${index}`).join(
        '\n',
      ),
    ],
    ['lists on one line', `${'- '.repeat(20_000)}deep level 59`],
    ['lists and quotes in turn', `${'> - '.repeat(200)}deep level 59`],
    ['emphasis', `${'*a **b '.repeat(300)}deep level 59`],
    ['brackets', `${'['.repeat(3_000)}deep level 59`],
  ])('can be nested deeply: %s', async (_, markdown) => {
    const { pages } = await print(markdown);
    expect(pages.join(' ').replaceAll(/\s/g, '')).toContain('deeplevel59');
  });

  it('have very long tables cut, with a visible note', async () => {
    const { pages } = await print(
      `| a | b |\n|---|---|\n${'| 1 | two |\n'.repeat(10_000)}\nAfter.`,
    );
    expect(pages.at(-1)).toContain(
      'The first 2,000 of 10,000 rows are printed; 8,000 rows are left out.',
    );
    expect(pages.at(-1)).toContain('After.');
  });

  it('lose only broken surrogates, control characters and direction overrides', async () => {
    const { pages } = await print('a\ud800b c\u0000\u0007d e\u202ef \ufffe g\ue000h');
    expect(pages[0]).toContain('a\ufffdb cd ef \ufffd g\ufffdh');
  });

  it('stay inside the page with endless words, addresses, cells and code', async () => {
    const word = 'x'.repeat(2_000);
    const { pages } = await print(
      `${word}\n\n\`${word}\`\n\n\`\`\`\n${word}\n\`\`\`\n\n| a | b |\n|---|---|\n| ${word} | y |\n\n- ${word}\n\n## ${word}`,
    );
    expect(pages.join('').match(/x/g)?.length).toBeGreaterThanOrEqual(12_000);
  });

  // EXP-31
  it.each([
    ['a paper', 'A sentence, with “words” (and marks): 12.5 %.[^1]\n\n'.repeat(500), 'optimized'],
    ['a long table', '| 1 | two | 3.5 |\n'.repeat(5_000), 'optimized'],
    ['backslashes', '\\'.repeat(20_000), 'simple'],
    ['signs between letters', '$a€b'.repeat(10_000), 'simple'],
  ])('have even lines unless they consist of marks: %s', (_, markdown, lineBreaks) => {
    expect(chooseLineBreaks([markdown])).toBe(lineBreaks);
  });

  // EXP-31
  it('print twenty thousand marks', async () => {
    const { pages } = await print(`${'\\ '.repeat(10_000)}\n\nBehind.`);
    expect(pages.at(-1)).toContain('Behind.');
  });

  it('have no links to addresses that are too long, however often they are used', async () => {
    const { pages, links } = await print(
      `${'[word][a] '.repeat(1_000)}\n\n[a]: https://example.com/${'x'.repeat(1_000_000)}`,
    );
    expect(pages.join(' ').match(/word/g)).toHaveLength(1_000);
    expect(links).toEqual([]);
  });

  it('print scripts without a font as well as the host can, without failing', async () => {
    const { tagged } = await print('தமிழ் ᠮᠣᠩᠭᠣᠯ 𒀀 Text.');
    expect(tagged).toBe(true);
  });

  it('cannot harm by front matter: bombs and broken YAML are ignored', async () => {
    const bomb =
      '---\na: &a [x,x]\nb: &b [*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b]\n---\n\nText behind.';
    expect((await print(bomb)).pages[0]).toContain('Text behind.');
    expect((await print('---\na: [\noffline: true\n---\n\nText behind.')).pages[0]).toContain(
      'Text behind.',
    );
  });

  it('are printed without their images if one is broken or too large', async () => {
    const broken = Buffer.from(
      `89504e470d0a1a0a0000000d49484452000000640000006408060000007095${'07'.repeat(200)}`,
      'hex',
    ).toString('base64');
    expect((await print(`Text. ![broken](data:image/png;base64,${broken})`)).pages[0]).toContain(
      '[Image: broken]',
    );
    const huge = Buffer.from(
      '89504e470d0a1a0a0000000d494844520000ffff0000ffff080600000070957095',
      'hex',
    ).toString('base64');
    expect((await print(`![huge](data:image/png;base64,${huge})`)).pages[0]).toContain(
      '[Image: huge]',
    );
  });

  it('never cause anything to be fetched or read, and no drawing of theirs is drawn', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const bodies = [
      `<image href="${base}/a.png"/>`,
      `<style>@import url(${base}/b.css);</style>`,
      `<use xlink:href="${base}/c.svg#x"/>`,
      '<image href="/etc/hostname"/>',
      '<image href="report.json"/>',
    ];
    const markdown = bodies.map((body, index) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="30">${body}<rect width="9" height="9"/></svg>`;
      return `![svg ${index}](data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')})`;
    });
    const { pages } = await print([...markdown, `![png](${base}/d.png)`].join('\n\n'));
    for (const [index] of bodies.entries()) expect(pages[0]).toContain(`[Image: svg ${index}]`);
    expect(asked).toEqual([]);
    server.close();
  });
});
