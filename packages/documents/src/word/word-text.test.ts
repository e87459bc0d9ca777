import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { mergeWord } from './merge-word.ts';
import { readDocx } from './reading/read-docx.ts';
import { editPart } from './testing/edit-docx.ts';
import { writeSample } from './testing/write-sample.ts';
import type { WordComment } from './word-report.ts';

const markdown = `---
offline: true
---
# Wholesale *coffee*

Start with __offices__. They leave slowly.[^q2]
A second line.

<!-- for the team -->

| Segment | Revenue |
|:--|--:|
| Offices | 4.2 |
| Shops   | 1.8 |

* first point
* second point
    1. deep one

* [ ] a task

\`\`\`ts
const a = 1;
\`\`\`

## Outlook

中文段落。[^1]

[^q2]: Register, page 4.
[^1]: Survey.
[^unused]: Kept.
`;
const text = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
const author = 'w:id="1" w:author="P" w:date="2026-01-01T00:00:00Z"';

async function importEdited(change: (xml: string) => string, part?: string) {
  const file = await readDocx(editPart(await writeSample(markdown), change, part));
  return { merged: mergeWord({ whole: markdown, shown: markdown }, file), file };
}

describe('what a person changes in Word', () => {
  // WRD-3
  it('changes its paragraph and leaves the bytes of all others', async () => {
    const { merged } = await importEdited((xml) =>
      xml.replace('They leave slowly.', 'They leave fast, 3 * 4 = [x].'),
    );
    expect(merged).toBe(
      markdown.replace(
        'Start with __offices__. They leave slowly.[^q2]\nA second line.',
        'Start with **offices**. They leave fast, 3 \\* 4 = \\[x].[^q2] A second line.',
      ),
    );
  });

  // WRD-3
  it('changes one row of a table, one entry of a list, one footnote', async () => {
    const row = await importEdited((xml) => xml.replace('>1.8<', '>1.9<'));
    expect(row.merged).toBe(markdown.replace('| Shops   | 1.8 |', '| Shops | 1.9 |'));
    const entry = await importEdited((xml) => xml.replace('second point', 'other point'));
    expect(entry.merged).toContain(
      '* first point\n\n* other point\n  1. deep one\n\n* [ ] a task\n',
    );
    const note = await importEdited((xml) => xml.replace('page 4', 'page 5'), 'word/footnotes.xml');
    expect(note.merged).toBe(markdown.replace('page 4', 'page 5'));
  });

  // WRD-5
  it('counts as accepted if it is tracked', async () => {
    const { merged } = await importEdited((xml) =>
      xml
        .replace(
          text('Start with '),
          `<w:ins ${author}>${text('Begin with ')}</w:ins><w:del ${author}><w:r><w:delText>Start with </w:delText></w:r></w:del>`,
        )
        .replace(/(<w:p>(?:(?!<\/w:p>).)*first point)/, '$1'),
    );
    expect(merged).toContain('Begin with **offices**. They leave slowly.[^q2] A second line.\n');
    expect(merged).not.toContain('Start with');
  });

  // WRD-5
  it('joins paragraphs whose border was deleted, and drops deleted rows', async () => {
    const joined = await importEdited((xml) => {
      const row = /<w:tr>(?:(?!<w:tr>).)*Shops/.exec(xml)?.[0] ?? '';
      const deleted = row.replace(/<w:trPr>/, `<w:trPr><w:del ${author}/>`);
      const opening = '<w:p><w:r><w:t xml:space="preserve">Start with ';
      const marked = `<w:p><w:pPr><w:rPr><w:del ${author}/></w:rPr></w:pPr>${text('In short: ')}</w:p>`;
      return xml.replace(row, deleted).replace(opening, marked + opening);
    });
    expect(joined.merged).toContain('In short: Start with **offices**');
    expect(joined.merged).not.toContain('Shops');
  });

  // WRD-3
  it('drops the definition of a footnote that nothing calls any longer, and keeps what Word does not show', async () => {
    const { merged } = await importEdited((xml) =>
      xml.replace(/<w:p>(?:(?!<\/w:p>).)*offices.*?<\/w:p>/, ''),
    );
    expect(merged).not.toContain('[^q2]');
    expect(merged).toContain(
      '---\noffline: true\n---\n# Wholesale *coffee*\n\n<!-- for the team -->\n\n| Segment',
    );
    expect(merged).toContain('[^1]: Survey.\n[^unused]: Kept.\n');
  });

  // WRD-3, WRD-6
  it('goes into the whole text where the file shows less: what is the team’s keeps its place', async () => {
    const whole =
      '# Plan\n\nSee market.md for more.[^2]\n\nLast words.\n\n## Answers to the reviewer\n\nMet: all.\n\n[^2]: Colleague Mia: fine.\n';
    const shown = '# Plan\n\nSee The market for more.\n\nLast words.\n';
    const docx = await writeSample(shown);
    const untouched = mergeWord({ whole, shown }, await readDocx(docx));
    expect(untouched).toBe(whole);
    const edited = await readDocx(
      editPart(docx, (xml) => xml.replace('Last words.', 'New words.')),
    );
    expect(mergeWord({ whole, shown }, edited)).toBe(whole.replace('Last words.', 'New words.'));
  });
});

describe('what Word has and markdown has not', () => {
  // WRD-7
  it('is named with its kind, its place and its words', async () => {
    const { file } = await importEdited((xml) =>
      xml
        .replace(
          text('中文段落。'),
          `<w:r><w:rPr><w:u w:val="single"/></w:rPr><w:t>中文段落。</w:t></w:r>`,
        )
        .replace('Growth strategy', 'Another engagement')
        .replace(
          '</w:body>',
          `<w:p><m:oMath><m:r><m:t>x+y</m:t></m:r></m:oMath></w:p><w:altChunk/></w:body>`,
        ),
    );
    expect(file.warnings).toEqual([
      { kind: 'formatting_left_out', place: 'Outlook', text: '中文段落。' },
      { kind: 'equation_as_text', place: 'Outlook', text: 'x+y' },
      { kind: 'object_left_out', place: 'Outlook', text: '' },
      { kind: 'caption_kept', place: 'Outlook', text: '' },
    ]);
  });
});

describe('a numbered list', () => {
  const level = (at: number, format: string, start: number) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%${at + 1})"/></w:lvl>`;
  const list = (id: number, levels: string) =>
    `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
  const entry = (id: number, words: string, at = 0) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr></w:pPr>${text(words)}</w:p>`;
  const addLists = (docx: Buffer, body: string) =>
    editPart(
      editPart(docx, (xml) => xml.replace('</w:body>', `${body}</w:body>`)),
      (xml) =>
        xml.replace(
          '</w:numbering>',
          `${list(901, level(0, 'decimal', 3))}${list(902, level(0, 'lowerLetter', 2))}</w:numbering>`,
        ),
      'word/numbering.xml',
    );

  // WRD-4, WRD-7
  it('begins where it begins in Word; letters become numbers, and a warning says so', async () => {
    const lists = [
      entry(901, 'Three'),
      entry(901, 'Four'),
      `<w:p>${text('Between')}</w:p>`,
      entry(902, 'Bee'),
    ];
    const file = await readDocx(addLists(await writeSample('# Plan\n\n1. one\n'), lists.join('')));
    const merged = mergeWord({ whole: '# Plan\n\n1. one\n', shown: '# Plan\n\n1. one\n' }, file);
    expect(merged).toBe('# Plan\n\n1. one\n\n3) Three\n4) Four\n\nBetween\n\n2. Bee\n');
    expect(file.warnings).toEqual([{ kind: 'numbers_changed', place: 'Plan', text: 'b) Bee' }]);
    expect(
      mergeWord(null, await readDocx(addLists(await writeSample('# Plan\n'), lists.join('')))),
    ).toContain('\n3. Three\n4. Four\n');
  });

  // WRD-3
  it('that somebody lets begin elsewhere changes, and nothing else of it', async () => {
    const markdown = '2. __two__\n3. three\n';
    const changed = editPart(
      await writeSample(markdown),
      (xml) => xml.replaceAll(/(<w:start(?:Override)?) w:val="2"/g, '$1 w:val="5"'),
      'word/numbering.xml',
    );
    expect(mergeWord({ whole: markdown, shown: markdown }, await readDocx(changed))).toBe(
      '5. __two__\n6. three\n',
    );
  });
});

describe('comments', () => {
  const comment = (quote: string, more: Partial<WordComment> = {}): WordComment => ({
    id: 'c0000000-0000-4000-8000-0000000000a1',
    author: 'Ann',
    createdAt: '2026-11-20T10:00:00.000Z',
    body: 'Sure?\nReally?',
    quote,
    prefix: '',
    suffix: '',
    replies: [],
    ...more,
  });

  // WRD-1, WRD-9
  it('stand at their passages with their replies, over marks, paragraphs and cells, and come back so', async () => {
    const reply = {
      id: 'c0000000-0000-4000-8000-0000000000b2',
      author: 'Bo',
      createdAt: '2026-11-21T10:00:00.000Z',
      body: 'Yes',
    };
    const comments = [
      comment('with offices. They', { replies: [reply] }),
      comment('Revenue Offices 4.2'),
      comment('point', { prefix: 'second ' }),
      comment('words that went'),
    ];
    const file = await readDocx(await writeSample(markdown, { comments }));
    expect(
      file.comments.map(({ quote, author, body, parent, durableId }) => [
        quote,
        author,
        body,
        parent,
        durableId,
      ]),
    ).toEqual([
      ['with offices. They', 'Ann', 'Sure?\nReally?', null, '000000A1'],
      ['with offices. They', 'Bo', 'Yes', 0, '000000B2'],
      ['Revenue Offices 4.2', 'Ann', 'Sure?\nReally?', null, '000000A1'],
      ['point', 'Ann', 'Sure?\nReally?', null, '000000A1'],
      ['', 'Ann', 'Sure?\nReally?', null, '000000A1'],
    ]);
    expect(file.comments[3]?.prefix.endsWith('first point second ')).toBe(true);
    expect(mergeWord({ whole: markdown, shown: markdown }, file)).toBe(markdown);
  });
});

// EXP-23, WRD-1, WRD-3
describe('the notes of a Word file', () => {
  const markdown = `# Plan

Revenue rose.[^a][^c] It rose twice.[^a]

[^a]: = 3 − 1 = 2; [^b], [^c]
[^b]: Accounts: “3”
[^c]: Accounts: “1”
`;
  const open = async () => Object.entries(unzipSync(await writeSample(markdown)));
  const wordsOf = async (name: string) => {
    const [, bytes] = (await open()).find(([path]) => path === name) ?? [];
    return strFromU8(bytes ?? new Uint8Array())
      .replace(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
  };

  it('have the numbers of the PDF, called again and by other notes, and none is a raw label', async () => {
    const [body, notes] = [await wordsOf('word/document.xml'), await wordsOf('word/footnotes.xml')];
    expect(body).toMatch(/Revenue rose\. ?, ?It rose twice\. ?1 .*3 Accounts: “3”/);
    expect(notes).toMatch(/= 3 − 1 = 2; 3 , 2 Accounts: “1”/);
    expect(body + notes).not.toContain('[^');
  });

  it('come back as they were, also where a call was deleted whose note is called again', async () => {
    const docx = await writeSample(markdown);
    expect(mergeWord({ whole: markdown, shown: markdown }, await readDocx(docx))).toBe(markdown);
    const edited = editPart(docx, (xml) =>
      xml.replace(/<w:bookmarkStart[^>]*note-a.*?<w:bookmarkEnd[^>]*>/, ''),
    );
    const merged = mergeWord({ whole: markdown, shown: markdown }, await readDocx(edited));
    expect(merged).toContain('It rose twice.[^a]');
    expect(merged).toContain('[^a]: = 3 − 1 = 2; [^b], [^c]');
  });
});

// EXP-22
it('keeps the takeaway in bold on the page of its table', async () => {
  const docx = await writeSample(
    '# Plan\n\n**Rent leads**[^a]\n\n| City | Rent |\n| --- | --- |\n| Graz | 20 |\n\n[^a]: Brief: “20”\n',
  );
  const body = strFromU8(unzipSync(docx)['word/document.xml'] ?? new Uint8Array());
  expect(/<w:p>(?:(?!<\/w:p>).)*Rent leads/.exec(body)?.[0]).toContain('<w:keepNext/>');
});
