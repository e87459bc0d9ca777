import { strToU8, zipSync } from 'fflate';
import type { Nodes, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const ooxml = 'http://schemas.openxmlformats.org';
const main = `${ooxml}/wordprocessingml/2006/main`;
const relation = `${ooxml}/officeDocument/2006/relationships`;
const media = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
/** The time of the entries. It is fixed, so that the same text gives the same file. */
const mtime = new Date('2026-06-01T00:00:00Z');

/** Makes a Word file from markdown with headings, paragraphs, lists and tables. */
export function buildWordFile(markdown: string): Uint8Array {
  const root = fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const parts = {
    '[Content_Types].xml': `${xml}<Types xmlns="${ooxml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${media}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${media}.styles+xml"/></Types>`,
    '_rels/.rels': relationTo('officeDocument', 'word/document.xml'),
    'word/_rels/document.xml.rels': relationTo('styles', 'styles.xml'),
    'word/styles.xml': `${xml}<w:styles xmlns:w="${main}">${styles()}</w:styles>`,
    'word/document.xml': `${xml}<w:document xmlns:w="${main}"><w:body>${root.children.map(writeBlock).join('')}</w:body></w:document>`,
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, text]) => [name, [strToU8(text), { mtime }]]),
    ),
  );
}

function relationTo(type: string, target: string): string {
  return `${xml}<Relationships xmlns="${ooxml}/package/2006/relationships"><Relationship Id="r1" Type="${relation}/${type}" Target="${target}"/></Relationships>`;
}

function styles(): string {
  const headings = [32, 26, 22].map(
    (halfPoints, index) =>
      `<w:style w:type="paragraph" w:styleId="Heading${index + 1}"><w:name w:val="heading ${index + 1}"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="${index}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${halfPoints}"/></w:rPr></w:style>`,
  );
  const normal =
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="120"/></w:pPr><w:rPr><w:sz w:val="22"/></w:rPr></w:style>';
  return normal + headings.join('');
}

function writeBlock(node: Nodes): string {
  switch (node.type) {
    case 'heading':
      return paragraph(textOf(node), `Heading${Math.min(node.depth, 3)}`);
    case 'paragraph':
      return paragraph(textOf(node));
    case 'list':
      return node.children.map((item) => paragraph(`• ${textOf(item)}`)).join('');
    case 'table':
      return writeTable(node);
    default:
      throw new Error(`A Word file of an example cannot hold ${node.type}`);
  }
}

function writeTable({ children }: Table): string {
  const edges = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'];
  const borders = edges
    .map((edge) => `<w:${edge} w:val="single" w:sz="4" w:color="808080"/>`)
    .join('');
  const rows = children.map(
    (row) =>
      `<w:tr>${row.children.map((cell) => `<w:tc><w:tcPr/>${paragraph(textOf(cell))}</w:tc>`).join('')}</w:tr>`,
  );
  return `<w:tbl><w:tblPr><w:tblBorders>${borders}</w:tblBorders></w:tblPr>${rows.join('')}</w:tbl>${paragraph('')}`;
}

function paragraph(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${escaped}</w:t></w:r></w:p>`;
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
