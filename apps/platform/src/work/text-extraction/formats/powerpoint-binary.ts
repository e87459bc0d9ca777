import { type ExtractedSection, encryptedFailure, type FormatReading, type SourceFile } from '../text/extraction.ts';
import { openCompoundFile } from './compound-file.ts';

/** Record types of [MS-PPT] that lead to text. */
const recordTypes = {
  document: 0x03e8,
  slidePersist: 0x03f3,
  userEdit: 0x0ff5,
  persistDirectory: 0x1772,
  slideList: 0x0ff0,
  textChars: 0x0fa0,
  textBytes: 0x0fa8,
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

/** Reads .ppt, a section for each slide in order: placeholders and text boxes of the newest saved state. */
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
  const lists = [...recordsIn(document.body)].filter(
    ({ type, instance }) => type === recordTypes.slideList && instance === 0,
  );
  let number = 0;
  let slide: Set<string> | null = null;
  for (const record of lists.flatMap(({ body }) => [...recordsIn(body)])) {
    if (record.type === recordTypes.slidePersist) {
      if (slide) yield { location: `slide ${number}`, text: [...slide].join('\n') };
      const own = offsets.get(record.body.readUInt32LE(0));
      slide = new Set(own === undefined ? [] : textsIn(recordAt(stream, own).body));
      number += 1;
    } else for (const text of textOf(record)) slide?.add(text);
  }
  if (slide) yield { location: `slide ${number}`, text: [...slide].join('\n') };
}

/** Reads where each object is stored. Each save appends its changes, so the newest edit is read first and wins. */
function readPersistDirectory(stream: Buffer, newestEdit: number) {
  const offsets = new Map<number, number>();
  let documentId = 0;
  let editOffset = newestEdit;
  for (let edits = 0; editOffset > 0 && edits < 1_000; edits += 1) {
    const { type, body } = recordAt(stream, editOffset);
    if (type !== recordTypes.userEdit) throw new Error('The stream has no edit at the given offset');
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
    for (let index = 0; index < count; index += 1) yield [first + index, body.readUInt32LE(at + 4 + index * 4)];
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
  for (let at = 0; at + 8 <= body.length; at += 8 + body.readUInt32LE(at + 4)) yield recordAt(body, at);
}

function* textsIn(body: Buffer, depth = 0): Generator<string> {
  for (const record of recordsIn(body)) {
    yield* textOf(record);
    if (record.isContainer && depth < maxDepth) yield* textsIn(record.body, depth + 1);
  }
}

/** Reads the text of a record. Paragraphs end with a carriage return, lines within them with a vertical tab. */
function textOf({ type, body }: PptRecord): string[] {
  if (type !== recordTypes.textChars && type !== recordTypes.textBytes) return [];
  const text = body
    .toString(type === recordTypes.textChars ? 'utf16le' : 'latin1')
    .replace(/[\r\v]/g, '\n')
    .trim();
  return text === '' ? [] : [text];
}
