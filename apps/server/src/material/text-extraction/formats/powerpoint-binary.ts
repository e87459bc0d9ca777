import { unwrapLines } from '@ecp/markdown/rendered-text';
import {
  type ExtractedSection,
  encryptedFailure,
  type FormatReading,
  type SourceFile,
} from '../extraction.ts';
import { openCompoundFile } from './compound-file.ts';
import { addRun, type Run, writeRuns } from './office-nodes.ts';

/** Record types of [MS-PPT] that lead to text. */
const recordTypes = {
  document: 0x03e8,
  slidePersist: 0x03f3,
  userEdit: 0x0ff5,
  persistDirectory: 0x1772,
  slideList: 0x0ff0,
  textChars: 0x0fa0,
  textBytes: 0x0fa8,
  textStyle: 0x0fa1,
  textHeader: 0x0f9f,
  outlineText: 0x0f9e,
  notesAtom: 0x03f1,
};
const encryptedToken = 0xf3d1c4df;
const maxDepth = 40;

interface PptRecord {
  type: number;
  /** Distinguishes lists of slides (0), masters (1) and notes (2). */
  instance: number;
  isContainer: boolean;
  body: Buffer;
}

/** Numbers of the lists of a presentation. */
const [slides, notes] = [0, 2];

/**
 * Reads .ppt, a section for each slide in order: placeholders, text boxes and notes of the newest
 * saved state.
 */
export async function readPowerPointBinary(file: SourceFile): Promise<FormatReading> {
  const container = openCompoundFile(file.bytes);
  const user = container.stream('Current User');
  const stream = container.stream('PowerPoint Document');
  if (!user || !stream) throw new Error('Not a PowerPoint presentation');
  if (user.readUInt32LE(12) === encryptedToken) throw encryptedFailure();
  return { sections: readSlides(stream, user.readUInt32LE(16)), note: null };
}

function* readSlides(stream: Buffer, editOffset: number): Generator<ExtractedSection> {
  const { offsets, documentId } = readPersistDirectory(stream, editOffset);
  const document = recordAt(stream, offsets.get(documentId) ?? -1);
  const open = (id: number): Buffer => {
    const offset = offsets.get(id);
    return offset === undefined ? Buffer.alloc(0) : recordAt(stream, offset).body;
  };
  const notesOf = readNotes(listsOf(document, notes), open);
  for (const [at, { id, slideId, outline }] of entriesOf(listsOf(document, slides)).entries()) {
    const texts = textsIn(open(id), outline);
    // Some programs write a text both on the slide and in the outline. It is shown once.
    const own = texts.map(tidy);
    const shown = new Set(own);
    const more = outline.filter((text) => !text.isShown && !shown.has(tidy(text))).map(tidy);
    const said = notesOf.get(slideId) ?? '';
    const lines = [...own, ...more, ...(said === '' ? [] : [`\nNote: ${said}`])];
    yield { location: `slide ${at + 1}`, text: lines.filter((line) => line !== '').join('\n') };
  }
}

const listsOf = (document: PptRecord, instance: number): PptRecord[] =>
  [...recordsIn(document.body)].filter(
    (record) => record.type === recordTypes.slideList && record.instance === instance,
  );

/** An entry of a list: where it is stored, its number for notes, and its texts in the outline. */
interface Entry {
  id: number;
  slideId: number;
  outline: Text[];
}

/** A text, and in an outline whether a slide shows it. */
interface Text {
  text: string;
  isShown: boolean;
}

function entriesOf(lists: readonly PptRecord[]): Entry[] {
  const entries: Entry[] = [];
  for (const record of lists.flatMap(({ body }) => [...recordsIn(body)])) {
    if (record.type === recordTypes.slidePersist) {
      const { body } = record;
      entries.push({
        id: body.readUInt32LE(0),
        slideId: body.length < 16 ? 0 : body.readUInt32LE(12),
        outline: [],
      });
    } else addText(record, entries.at(-1)?.outline ?? []);
  }
  return entries;
}

/** Reads the notes by the numbers of their slides. */
function readNotes(lists: readonly PptRecord[], open: (id: number) => Buffer): Map<number, string> {
  const found = entriesOf(lists).flatMap(({ id }): [number, string][] => {
    const body = open(id);
    const atom = [...recordsIn(body)].find(({ type }) => type === recordTypes.notesAtom);
    // An asterisk alone stands for the number of the page.
    const words = textsIn(body, [])
      .map(tidy)
      .filter((text) => text !== '' && text !== '*')
      .map(unwrapLines);
    return atom && atom.body.length >= 4 ? [[atom.body.readUInt32LE(0), words.join(' ')]] : [];
  });
  return new Map(found);
}

/**
 * Reads where each object is stored. Each save appends its changes, so the newest edit is read
 * first and wins.
 */
function readPersistDirectory(stream: Buffer, newestEdit: number) {
  const offsets = new Map<number, number>();
  let documentId = 0;
  let editOffset = newestEdit;
  for (let edits = 0; editOffset > 0 && edits < 1_000; edits += 1) {
    const { type, body } = recordAt(stream, editOffset);
    if (type !== recordTypes.userEdit)
      throw new Error('The stream has no edit at the given offset');
    documentId ||= body.readUInt32LE(16);
    for (const [id, offset] of persistEntries(recordAt(stream, body.readUInt32LE(12)).body)) {
      if (!offsets.has(id)) offsets.set(id, offset);
    }
    editOffset = body.readUInt32LE(8);
  }
  return { offsets, documentId };
}

function* persistEntries(body: Buffer): Generator<[number, number]> {
  let at = 0;
  while (at + 4 <= body.length) {
    const head = body.readUInt32LE(at);
    const [first, count] = [head & 0xfffff, head >>> 20];
    for (let index = 0; index < count; index += 1)
      yield [first + index, body.readUInt32LE(at + 4 + index * 4)];
    at += 4 + count * 4;
  }
}

function recordAt(stream: Buffer, offset: number): PptRecord {
  const head = stream.readUInt16LE(offset);
  const start = offset + 8;
  return {
    type: stream.readUInt16LE(offset + 2),
    instance: head >>> 4,
    isContainer: (head & 0xf) === 0xf,
    body: stream.subarray(start, start + stream.readUInt32LE(offset + 4)),
  };
}

function* recordsIn(body: Buffer): Generator<PptRecord> {
  for (let at = 0; at + 8 <= body.length; at += 8 + body.readUInt32LE(at + 4))
    yield recordAt(body, at);
}

/**
 * Lists the texts of a slide in their order. A placeholder names its text in the outline by number.
 */
function textsIn(body: Buffer, outline: Text[], depth = 0, found: Text[] = []): Text[] {
  for (const record of recordsIn(body)) {
    addText(record, found);
    const named =
      record.type === recordTypes.outlineText ? outline[record.body.readUInt32LE(0)] : undefined;
    if (named) {
      if (!named.isShown) found.push(named);
      named.isShown = true;
    }
    if (record.isContainer && depth < maxDepth) textsIn(record.body, outline, depth + 1, found);
  }
  return found;
}

/**
 * Adds the text of a record to a list, or its looks to the last text of it. Each text has a header
 * before it.
 */
function addText({ type, body }: PptRecord, texts: Text[]): void {
  const last = texts.at(-1);
  if (type === recordTypes.textHeader) texts.push({ text: '', isShown: false });
  else if (type === recordTypes.textStyle && last) last.text = spellPositions(last.text, body);
  else if (type === recordTypes.textChars || type === recordTypes.textBytes) {
    const text = body.toString(type === recordTypes.textChars ? 'utf16le' : 'latin1');
    if (last && last.text === '') last.text = text;
    else texts.push({ text, isShown: false });
  }
}

/** Paragraphs end with a carriage return, lines within them with a vertical tab. */
const tidy = ({ text }: Text): string => text.replace(/[\r\v]/g, '\n').trim();

/** The bits that say which fields follow a mask of [MS-PPT]. */
const paragraphFields = [
  0xf, 0x80, 0x10, 0x40, 0x20, 0x800, 0x1000, 0x2000, 0x4000, 0x100, 0x400, 0x8000,
];
const tabStops = 0x100000;
const fieldsBehindTabs = [0x10000, 0xe0000, 0x200000];
const characterFields = [0xffff, 0x10000, 0x200000, 0x400000, 0x800000, 0x20000, 0x40000];
const position = 0x80000;
/** These fields, the colours of bullets and of characters, take four bytes. All others take two. */
const wide = { paragraph: 0x20, character: 0x40000 };

const sizeOf = (fields: readonly number[], mask: number, wideField = 0): number =>
  fields.reduce((sum, bits) => sum + ((mask & bits) === 0 ? 0 : bits === wideField ? 4 : 2), 0);

/** Writes the raised and lowered parts of a text by its looks ([MS-PPT], StyleTextPropAtom). */
function spellPositions(text: string, looks: Buffer): string {
  let at = 0;
  // The looks of paragraphs count the end of the last one.
  for (let read = 0; read <= text.length && at + 10 <= looks.length; ) {
    read += looks.readUInt32LE(at);
    const mask = looks.readUInt32LE(at + 6);
    at += 10 + sizeOf(paragraphFields, mask, wide.paragraph);
    if ((mask & tabStops) !== 0 && at + 2 <= looks.length) at += 2 + looks.readUInt16LE(at) * 4;
    at += sizeOf(fieldsBehindTabs, mask);
  }
  const runs: Run[] = [];
  let read = 0;
  while (read < text.length && at + 8 <= looks.length) {
    const count = looks.readUInt32LE(at);
    const mask = looks.readUInt32LE(at + 4);
    at += 8 + sizeOf(characterFields, mask, wide.character);
    const shift = (mask & position) !== 0 && at + 2 <= looks.length ? looks.readInt16LE(at) : 0;
    if ((mask & position) !== 0) at += 2;
    const way = shift > 0 ? 'raised' : shift < 0 ? 'lowered' : null;
    addRun(runs, {
      text: text.slice(read, read + count),
      position: way,
      isStruck: false,
      isBlock: false,
    });
    read += count;
  }
  addRun(runs, { text: text.slice(read), position: null, isStruck: false, isBlock: false });
  return writeRuns(runs);
}
