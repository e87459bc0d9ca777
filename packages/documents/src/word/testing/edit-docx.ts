import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** Changes a part of a Word file, by default its text. */
export function editPart(
  docx: Uint8Array,
  change: (xml: string) => string,
  part = 'word/document.xml',
): Buffer {
  const files = unzipSync(docx);
  const xml = strFromU8(files[part] ?? new Uint8Array());
  return Buffer.from(zipSync({ ...files, [part]: strToU8(change(xml)) }, { level: 1 }));
}

/**
 * A change that a person makes: which kind, at which place (a share of the text), and the words
 * that are typed.
 */
export interface WordEdit {
  kind: 'type' | 'insert' | 'delete' | 'bold' | 'split' | 'remove' | 'add';
  place: number;
  words: string;
}

const author = 'w:id="9" w:author="Partner" w:date="2026-01-01T00:00:00Z"';
/** A run of the text that has nothing but words and marks. */
const plainRun =
  /<w:r>(<w:rPr>(?:(?!<\/w:rPr>).)*<\/w:rPr>)?<w:t(?: [^>]*)?>([^<]*)<\/w:t><\/w:r>/g;
const plainParagraph =
  /<w:p>(?:<w:pPr>(?:(?!<\/w:pPr>|<w:pStyle w:val="Fixed|numPr).)*<\/w:pPr>)?(?:<w:r>(?:(?!<\/w:r>).)*<\/w:r>)+<\/w:p>/g;
const fixedParagraph =
  /<w:p><w:pPr><w:pStyle w:val="(?:Fixed[^"]*|Chart)"\/>(?:(?!<\/w:p>).)*<\/w:p>/g;

/** Edits the text as Word would: plainly or tracked, within a paragraph or of whole ones. */
export function editText(xml: string, edits: readonly WordEdit[]): string {
  return edits.reduce((text, edit) => {
    const pattern =
      edit.kind === 'remove' || edit.kind === 'add' || edit.kind === 'split'
        ? plainParagraph
        : plainRun;
    const fixed = [...text.matchAll(fixedParagraph)].map(
      ({ index, 0: match }) => [index, index + match.length] as const,
    );
    const places = [...text.matchAll(pattern)].filter(
      ({ index }) => !fixed.some(([start, end]) => index >= start && index < end),
    );
    const match = places[Math.floor(edit.place * places.length)];
    if (!match) return text;
    const isInCell =
      text.lastIndexOf('<w:tc>', match.index) > text.lastIndexOf('</w:tc>', match.index);
    if (isInCell && edit.kind !== 'type' && edit.kind !== 'insert' && edit.kind !== 'bold')
      return text;
    return (
      text.slice(0, match.index) + replace(match, edit) + text.slice(match.index + match[0].length)
    );
  }, xml);
}

function replace(
  [whole, properties = '', inner = '']: RegExpMatchArray,
  { kind, words }: WordEdit,
): string {
  const typed = `<w:r>${properties}<w:t xml:space="preserve">${words}</w:t></w:r>`;
  switch (kind) {
    case 'type':
      return `<w:r>${properties}<w:t xml:space="preserve">${inner} ${words} </w:t></w:r>`;
    case 'insert':
      return `${whole}<w:ins ${author}>${typed.replace(words, ` ${words} `)}</w:ins>`;
    case 'delete':
      return `<w:del ${author}><w:r>${properties}<w:delText>${inner}</w:delText></w:r></w:del>`;
    case 'bold':
      return `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${inner}</w:t></w:r>`;
    case 'remove':
      return '';
    case 'add':
      return `${whole}<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
    case 'split':
      return `${whole}${whole}`;
  }
}
