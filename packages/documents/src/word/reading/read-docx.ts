import { digestFixed, originProperties, readOrigin } from '../model/origin-properties.ts';
import type { WordItem, WordText } from '../model/word-item.ts';
import type { WordOrigin } from '../word-report.ts';
import { type CommentFollower, followComments } from './follow-comments.ts';
import { openPackage, type WordUse } from './open-package.ts';
import { type BodyReading, readBody } from './read-body.ts';
import { type ReadComment, readComments } from './read-comments.ts';
import { findMain, readParts, readProperties, type TextPosition, type WordParts } from './read-parts.ts';
import { settlePositions } from './settle-positions.ts';
import { createWarnings, type Warnings, type WordWarning } from './warnings.ts';
import { elementsOf, type XmlElement } from './xml-tree.ts';

/** A Word file as it was read: its items, the texts of its notes, and its comments. */
export interface ReadWordFile {
  /** The version from which it comes; null if it does not say. */
  origin: WordOrigin | null;
  items: WordItem[];
  /** Texts of notes by their keys. */
  notes: Map<string, WordItem[]>;
  /** Keys of the notes in the order of their references. */
  references: string[];
  comments: ReadComment[];
  warnings: WordWarning[];
  /** Charts and diagrams of a source that could not be read. */
  unread: { charts: number; diagrams: number };
}

/** Reads a Word file. Fetches and runs nothing of it. Throws WordRefusal (WRD-4, WRD-8). */
export async function readDocx(bytes: Buffer, use: WordUse = 'document'): Promise<ReadWordFile> {
  return readWordParts(readParts(await openPackage(bytes, use), use), use);
}

/** Reads the parts of a Word file. Throws WordRefusal `too_large`. */
export function readWordParts(parts: WordParts, use: WordUse): ReadWordFile {
  const warnings = createWarnings();
  const comments = followComments();
  const reading = startReading(parts, use, warnings, comments);
  readBody(parts.body, reading);
  endCarried(reading);
  const notes = readNotes(parts, use, reading.references, warnings);
  if (isChanged(parts, reading.fixed)) warnings.add('caption_kept', '');
  return {
    origin: readOrigin(parts.properties),
    items: reading.items,
    notes,
    references: reading.references,
    comments: readComments(parts, comments.passages()),
    warnings: warnings.list(),
    unread: parts.drawings.unread,
  };
}

/** Reads the origin of a Word file alone. Throws WordRefusal. */
export async function readDocxOrigin(bytes: Buffer): Promise<WordOrigin | null> {
  const files = await openPackage(bytes, 'document');
  findMain(files, 'document');
  return readOrigin(readProperties(files));
}

function startReading(parts: WordParts, use: WordUse, warnings: Warnings, comments: CommentFollower): BodyReading {
  const state = {
    fields: [],
    waiting: 0,
    positions: new WeakMap<WordText, TextPosition>(),
    references: [],
    boxes: [],
    items: [],
    fixed: [],
    carried: [],
  };
  return { parts, use, warnings, comments, relations: parts.relations, numbers: parts.lists.open(), ...state };
}

/** Content of a last paragraph whose end was deleted has no next paragraph. */
function endCarried(reading: BodyReading): void {
  const c = settlePositions(reading.carried.splice(0), reading);
  if (c.length > 0) reading.items.push({ t: 'text', quote: 0, list: 0, c });
}

function readNotes(
  parts: WordParts,
  use: WordUse,
  references: readonly string[],
  warnings: Warnings,
): Map<string, WordItem[]> {
  const elements = new Map<string, XmlElement>();
  const collect = (root: XmlElement | null, kind: string) => {
    for (const note of root ? elementsOf(root) : []) elements.set(`${kind} ${note.attributes['w:id'] ?? ''}`, note);
  };
  collect(parts.footnotes, 'footnote');
  collect(parts.endnotes, 'endnote');
  return new Map(
    [...new Set(references)].map((key) => {
      const isEndnote = key.startsWith('endnote');
      const relations = isEndnote ? parts.endnoteRelations : parts.footnoteRelations;
      const reading = { ...startReading(parts, use, warnings, followComments()), relations };
      const note = elements.get(key);
      if (note) readBody(note, reading);
      endCarried(reading);
      return [key, reading.items];
    }),
  );
}

/** Tells whether somebody changed the texts that are no content: they stay as the product writes them. */
function isChanged({ properties }: WordParts, fixed: readonly string[]): boolean {
  const digest = properties.get(originProperties.fixed);
  return digest !== undefined && digest !== digestFixed(fixed);
}
