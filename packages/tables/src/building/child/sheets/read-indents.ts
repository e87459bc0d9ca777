import XLSX from '@e965/xlsx';

/** How far cells are indented, in steps of the program, by `sheet:row:column`, counted from 0. */
export type Indents = ReadonlyMap<string, number>;

/** A file of an archive. */
interface ArchiveEntry {
  content?: Uint8Array;
}

/** Larger archives are data and no reports, and are not unpacked a second time. */
const maxUnpackedBytes = 32 * 1024 * 1024;
const cellTag = /<(?:\w{1,20}:)?c\s([^<>]{1,200})>/g;
const formatTag =
  /<(?:\w{1,20}:)?(?:xf\s[^<>]{0,600}>(?:\s{0,20}<(?:\w{1,20}:)?alignment\s([^<>]{0,300})>)?|(cellXfs|cellStyleXfs|dxfs)(?=[\s>]))/g;
const sheetTag = /<(?:\w{1,20}:)?sheet\s([^<>]{1,600})>/g;
const linkTag = /<(?:\w{1,20}:)?Relationship\s([^<>]{1,2000})>/g;

/**
 * Reads the indentation of the cells of an .xlsx file, which the library leaves out.
 * @param unpackedBytes the size of the unpacked archive
 */
export function readIndents(bytes: Buffer, unpackedBytes: number): Indents {
  const indents = new Map<string, number>();
  if (unpackedBytes > maxUnpackedBytes) return indents;
  const archive: unknown = XLSX.CFB.read(bytes, { type: 'buffer' });
  const read = (path: string): string => {
    const entry: ArchiveEntry | null = XLSX.CFB.find(archive, path);
    return entry?.content ? Buffer.from(entry.content).toString('utf8') : '';
  };
  const steps = readFormatIndents(read('/xl/styles.xml'));
  if (steps.size === 0) return indents;
  for (const [sheet, path] of readSheetPaths(read).entries()) {
    for (const [, attributes = ''] of read(path).matchAll(cellTag)) {
      const step = steps.get(Number(attributeOf(attributes, 's') ?? 0));
      const place = attributeOf(attributes, 'r');
      if (step === undefined || place === undefined) continue;
      const { r: row, c: column } = XLSX.utils.decode_cell(place);
      indents.set(`${sheet}:${row}:${column}`, step);
    }
  }
  return indents;
}

/**
 * Records of an .xls file ([MS-XLS] 2.3): the cell formats, the places of the sheets, and the cells
 * with texts.
 */
const records = {
  cellFormat: 0xe0,
  sheet: 0x85,
  beginning: 0x809,
  sharedText: 0xfd,
  text: 0x204,
} as const;
/** Cell formats of versions before Excel 97 are shorter, and know no indentation. */
const cellFormatBytes = 20;

/** Reads the indentation of the cells with texts of an .xls file. */
export function readOldIndents(bytes: Buffer): Indents {
  const indents = new Map<string, number>();
  const archive: unknown = XLSX.CFB.read(bytes, { type: 'buffer' });
  const entry: ArchiveEntry | null = XLSX.CFB.find(archive, '/Workbook');
  if (!entry?.content) return indents;
  const stream = Buffer.from(entry.content);
  const steps: number[] = [];
  const sheetStarts: number[] = [];
  let sheet = -1;
  for (let at = 0; at + 4 <= stream.length; ) {
    const [kind, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    const [start, end] = [at + 4, at + 4 + length];
    if (end > stream.length) break;
    if (kind === records.cellFormat)
      steps.push(length === cellFormatBytes ? stream.readUInt8(start + 8) & 0x0f : 0);
    else if (kind === records.sheet && length >= 4) sheetStarts.push(stream.readUInt32LE(start));
    else if (kind === records.beginning) sheet = sheetStarts.indexOf(at);
    else if ((kind === records.sharedText || kind === records.text) && length >= 6) {
      const step = steps[stream.readUInt16LE(start + 4)] ?? 0;
      const place = `${sheet}:${stream.readUInt16LE(start)}:${stream.readUInt16LE(start + 2)}`;
      if (step > 0) indents.set(place, step);
    }
    at = end;
  }
  return indents;
}

/** Returns the steps of indentation by the number of the cell format. */
function readFormatIndents(styles: string): ReadonlyMap<number, number> {
  const steps = new Map<number, number>();
  if (!styles.includes('indent=')) return steps;
  let number = Number.NaN;
  for (const [, alignment, list] of styles.matchAll(formatTag)) {
    if (list !== undefined) {
      number = list === 'cellXfs' ? 0 : Number.NaN;
      continue;
    }
    const step = Number(attributeOf(alignment ?? '', 'indent') ?? 0);
    if (step > 0 && !Number.isNaN(number)) steps.set(number, step);
    number += 1;
  }
  return steps;
}

/** Returns the paths of the sheets' files in the order of the workbook. */
function readSheetPaths(read: (path: string) => string): string[] {
  const paths = new Map<string, string>();
  for (const [, attributes = ''] of read('/xl/_rels/workbook.xml.rels').matchAll(linkTag)) {
    const target = attributeOf(attributes, 'Target') ?? '';
    paths.set(
      attributeOf(attributes, 'Id') ?? '',
      target.startsWith('/') ? target : `/xl/${target}`,
    );
  }
  return [...read('/xl/workbook.xml').matchAll(sheetTag)].map(([, attributes = '']) => {
    return paths.get(/(?:^|\s)\w{1,20}:id="([^"]{1,100})"/.exec(attributes)?.[1] ?? '') ?? '';
  });
}

const attributeOf = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}="([^"]{0,1000})"`).exec(attributes)?.[1];
