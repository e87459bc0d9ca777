import { crc32, deflateSync } from 'node:zlib';
import XLSX from '@e965/xlsx';
import { strToU8, type Zippable, zipSync } from 'fflate';

/** Files of every allowed kind, written from the markup of their formats. All mention a harbour. */

/** A page for makePdf that shows a picture of four colours and has no text. */
export const scannedPage =
  'q 400 0 0 400 100 200 cm BI /W 2 /H 2 /CS /RGB /BPC 8 /F /AHx ID ff000000ff000000ffffff00> EI Q';

/** Makes a PDF with one line of text per page. */
export function makePdf(pages: string[]): Buffer {
  return writePdf(
    pages,
    pages.map((_, index) => index),
  );
}

/** Makes a PDF whose pages are all the same, a few kilobytes per thousand pages. */
export function makeRepetitivePdf(text: string, pages: number): Buffer {
  return writePdf([text], Array<number>(pages).fill(0));
}

/**
 * Makes a PDF of one page that draws the given content with the font /F1, and has the given
 * annotations, each a dictionary without its brackets. Further entries of the catalogue's form are
 * possible.
 */
export function makePdfPage(content: string, annotations: string[] = [], form = ''): Buffer {
  return writePdf([{ content, annotations }], [0], form);
}

/** A page by its line of text, or by what it draws. */
type PageSource = string | { content: string; annotations: string[] };

/** Writes a PDF that shows the given pages in this order. */
function writePdf(pages: PageSource[], shown: number[], form = ''): Buffer {
  const kids = shown.map((index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] /DR << /Font << /F1 3 0 R >> >> ${form} >> >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${shown.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((page, index) => {
      const content = typeof page === 'string' ? drawLine(page) : page.content;
      const annotations =
        typeof page === 'string'
          ? []
          : page.annotations.map((entries) => `<< /Type /Annot ${entries} >>`);
      const resources = `/Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 612 792] /Annots [${annotations.join(' ')}]`;
      return [
        `<< /Type /Page /Parent 2 0 R ${resources} /Contents ${5 + index * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

const drawLine = (text: string) =>
  text === '' || text === scannedPage ? text : `BT /F1 18 Tf 72 720 Td (${text}) Tj ET`;

const xml = '<?xml version="1.0" encoding="UTF-8"?>';
const ooxml = 'http://schemas.openxmlformats.org';
const relation = `${ooxml}/officeDocument/2006/relationships`;

/**
 * Makes a ZIP file of text entries. Large ones are compressed less, because that takes less time.
 */
export function makeZip(entries: Record<string, string>): Buffer {
  const files: Zippable = {};
  for (const [name, text] of Object.entries(entries)) {
    files[name] = [strToU8(text), { level: text.length > 10_000_000 ? 1 : 6 }];
  }
  return Buffer.from(zipSync(files));
}

const drawingTypes: Record<string, string> = {
  charts: 'chart',
  diagrams: 'diagramData',
  notesSlides: 'notesSlide',
};

/**
 * Writes the relations of a part to drawings by their files (`charts/one.xml` has the id `one`).
 */
function drawingRelations(drawings: Record<string, string>, up: string): string[] {
  return Object.keys(drawings).map((target) => {
    const [, folder = '', id] = /(\w+)\/(\w+)\.xml$/.exec(target) ?? [];
    return `<Relationship Id="${id}" Type="${relation}/${drawingTypes[folder]}" Target="${up}${target}"/>`;
  });
}

const spaced = (folder: string, drawings: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(drawings).map(([target, content]) => [
      `${folder}/${target}`,
      `${xml}${content}`,
    ]),
  );

/**
 * Makes a .docx whose body is the given WordprocessingML; `prolog` precedes its root element.
 * Further parts (`numbering`, `footnotes`, `styles`) are given by what their root element holds,
 * drawings (`charts/one.xml`) as a whole.
 */
export function makeDocx(
  body: string,
  prolog = '',
  parts: Record<string, string> = {},
  drawings: Record<string, string> = {},
): Buffer {
  const main = `${ooxml}/wordprocessingml/2006/main`;
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const names = Object.keys(parts);
  const targets = names.map(
    (name) => `<Relationship Id="${name}" Type="${relation}/${name}" Target="${name}.xml"/>`,
  );
  const written = names.map((name) => [
    `word/${name}.xml`,
    `${xml}<w:${name} xmlns:w="${main}">${parts[name]}</w:${name}>`,
  ]);
  return makeZip({
    '[Content_Types].xml': `${xml}<Types xmlns="${ooxml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': relations(
      `<Relationship Id="r1" Type="${relation}/officeDocument" Target="word/document.xml"/>`,
    ),
    'word/_rels/document.xml.rels': relations(
      [...targets, ...drawingRelations(drawings, '')].join(''),
    ),
    ...spaced('word', drawings),
    'word/document.xml': `${xml}${prolog}<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(written),
  });
}

/** Makes the WordprocessingML of a paragraph, or of a heading when it has a style. */
export function wordParagraph(text: string, style?: string): string {
  const properties = style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : '';
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

function relations(entries: string): string {
  return `${xml}<Relationships xmlns="${ooxml}/package/2006/relationships">${entries}</Relationships>`;
}

/**
 * Makes a .pptx with one text box, or shapes in their markup, per slide. The drawings
 * (`charts/one.xml`) are the first one's.
 */
export function makePptx(slides: string[], drawings: Record<string, string> = {}): Buffer {
  const spaces = `xmlns:a="${ooxml}/drawingml/2006/main" xmlns:p="${ooxml}/presentationml/2006/main" xmlns:r="${relation}"`;
  const part = 'application/vnd.openxmlformats-officedocument.presentationml';
  const ids = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('');
  const types = slides.map(
    (_, at) =>
      `<Override PartName="/ppt/slides/slide${at + 1}.xml" ContentType="${part}.slide+xml"/>`,
  );
  const targets = slides.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${relation}/slide" Target="slides/slide${at + 1}.xml"/>`,
  );
  const pages = slides.map((text, at) => [
    `ppt/slides/slide${at + 1}.xml`,
    `${xml}<p:sld ${spaces}><p:cSld><p:spTree>${text.startsWith('<') ? text : `<p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`}</p:spTree></p:cSld></p:sld>`,
  ]);
  return makeZip({
    '[Content_Types].xml': `${xml}<Types xmlns="${ooxml}/package/2006/content-types"><Override PartName="/ppt/presentation.xml" ContentType="${part}.presentation.main+xml"/>${types.join('')}</Types>`,
    '_rels/.rels': relations(
      `<Relationship Id="r1" Type="${relation}/officeDocument" Target="ppt/presentation.xml"/>`,
    ),
    'ppt/presentation.xml': `${xml}<p:presentation ${spaces}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(targets.join('')),
    'ppt/slides/_rels/slide1.xml.rels': relations(drawingRelations(drawings, '../').join('')),
    ...spaced('ppt', drawings),
    ...Object.fromEntries(pages),
  });
}

/**
 * Makes an OpenDocument file (`text`, `spreadsheet` or `presentation`) with the given body, styles
 * and embedded objects.
 */
export function makeOpenDocument(
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  styles = '',
  parts: Record<string, string> = {},
): Buffer {
  const names = ['office', 'text', 'table', 'presentation', 'style'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const drawing =
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';
  const type = `application/vnd.oasis.opendocument.${kind}`;
  return makeZip({
    mimetype: type,
    'META-INF/manifest.xml': `${xml}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/></manifest:manifest>`,
    'content.xml': `${xml}<office:document-content ${names.join(' ')} ${drawing}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...parts,
  });
}

/** Makes an .xlsx with a formatted date, share and amount, and a second sheet. */
export function makeXlsx(): Buffer {
  const costs = XLSX.utils.aoa_to_sheet([
    ['Item', 'Due', 'Share', 'Cost'],
    [
      'Crane',
      { t: 'n', v: 45_730, z: 'yyyy-mm-dd' },
      { t: 'n', v: 0.25, z: '0%' },
      { t: 'n', v: 1234.5, z: '#,##0.00' },
    ],
  ]);
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, costs, 'Costs');
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['Dredging', 'Größe 12 m']]), 'Plan');
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true });
}

/** Makes a file as Office saves it with a password: an OLE container around the encrypted file. */
export function makeEncryptedOffice(): Buffer {
  const container = XLSX.CFB.utils.cfb_new();
  XLSX.CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.alloc(200, 7));
  XLSX.CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(6_000, 9));
  return XLSX.CFB.write(container, { type: 'buffer' });
}

/** Makes the header of a PNG of the given size in pixels, without a picture. */
export function makePngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(33);
  header.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

/** Makes a PNG with the colour of each pixel: red, green, blue and alpha. */
export function makePng(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly [number, number, number, number],
): Buffer {
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (_, x) => colour(x, y)).flat(),
  ]);
  const header = makePngHeader(width, height);
  // Eight bits for each of four channels.
  header.set([8, 6], 24);
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
  return Buffer.concat([
    header,
    pngChunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return chunk;
}

/** Adds to a JPEG the Exif data of a camera that was held in this orientation, from 1 to 8. */
export function turnJpeg(jpeg: Uint8Array, orientation: number): Buffer {
  const exif = Buffer.from(
    'Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0',
    'latin1',
  );
  exif.writeUInt16BE(orientation, 24);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

/** Makes the start of a JPEG: JFIF marker and frame header of the given size. */
export function makeJpegHeader(width: number, height: number): Buffer {
  const start = Buffer.from('\xff\xd8\xff\xe0\x00\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1');
  const frame = Buffer.from(
    '\xff\xc0\0\x11\x08\0\0\0\0\x03\x01\x22\0\x02\x11\x01\x03\x11\x01\xff\xd9',
    'latin1',
  );
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([start, frame]);
}
