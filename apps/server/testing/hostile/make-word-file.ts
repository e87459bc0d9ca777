import { strToU8, zipSync } from 'fflate';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const ooxml = 'http://schemas.openxmlformats.org';
const main = `${ooxml}/wordprocessingml/2006/main`;

/** Makes a Word file from elsewhere with one paragraph for each line. */
export function makeWordFile(text: string): Buffer {
  const paragraphs = text.split('\n').map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`);
  const parts = {
    '_rels/.rels': `${xml}<Relationships xmlns="${ooxml}/package/2006/relationships"><Relationship Id="r1" Type="${ooxml}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${xml}<w:document xmlns:w="${main}"><w:body>${paragraphs.join('')}</w:body></w:document>`,
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(part)]))),
  );
}
