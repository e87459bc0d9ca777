import {
  digestFixed,
  originProperties,
  readOrigin,
  type WordItem,
  type WordText,
} from '../word-item.ts';
import type { WordOrigin } from '../word-report.ts';
import { type BodyReading, readBody, settlePositions } from './read-body.ts';
import {
  type CommentFollower,
  type CommentPassage,
  createWarnings,
  followComments,
  type Warnings,
  type WordWarning,
} from './read-inlines.ts';
import {
  findMain,
  openPackage,
  readParts,
  readProperties,
  type TextPosition,
  type WordParts,
  type WordUse,
} from './read-parts.ts';
import { descendantsOf, elementsOf, type XmlElement } from './xml-tree.ts';

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

/** Reads a Word file. Fetches and runs nothing of it. Throws WordRefusal. */
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

function startReading(
  parts: WordParts,
  use: WordUse,
  warnings: Warnings,
  comments: CommentFollower,
): BodyReading {
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
  return {
    parts,
    use,
    warnings,
    comments,
    relations: parts.relations,
    numbers: parts.lists.open(),
    ...state,
  };
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
    for (const note of root ? elementsOf(root) : [])
      elements.set(`${kind} ${note.attributes['w:id'] ?? ''}`, note);
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

/**
 * Tells whether somebody changed the texts that are no content: they stay as the product writes
 * them.
 */
function isChanged({ properties }: WordParts, fixed: readonly string[]): boolean {
  const digest = properties.get(originProperties.fixed);
  return digest !== undefined && digest !== digestFixed(fixed);
}

export interface ReadComment extends CommentPassage {
  /** Name of its author, as the file has it. */
  author: string;
  /** ISO date-time; null if the file does not say. */
  createdAt: string | null;
  body: string;
  /** Identity that Word keeps across changes; null if the file has none. */
  durableId: string | null;
  /** Number of the comment that it answers, in this list; null if it answers none. */
  parent: number | null;
}

/** Limits the comments of a file, and characters of one. */
const limits = { comments: 2_000, characters: 10_000, name: 200 } as const;

/** Reads the comments of a file with their passages. A comment without words is left out. */
function readComments(
  parts: WordParts,
  passages: ReadonlyMap<string, CommentPassage>,
): ReadComment[] {
  const elements = elementsOf(parts.comments ?? { name: '', attributes: {}, children: [] })
    .filter(({ name }) => name === 'w:comment')
    .slice(0, limits.comments);
  const { parents, durableIds } = readThreads(parts);
  const kept = elements.filter((element) => bodyOf(element) !== '');
  const places = new Map(kept.map((element, index) => [paragraphIdOf(element), index]));
  return kept.map((element, index) => {
    const id = paragraphIdOf(element);
    const parent = places.get(parents.get(id) ?? '') ?? null;
    const date = new Date(element.attributes['w:date'] ?? '');
    return {
      ...(passages.get(element.attributes['w:id'] ?? '') ?? { quote: '', prefix: '', suffix: '' }),
      author: (element.attributes['w:author'] ?? '').trim().slice(0, limits.name).toWellFormed(),
      createdAt: Number.isNaN(date.getTime()) ? null : date.toISOString(),
      body: bodyOf(element).slice(0, limits.characters).toWellFormed(),
      durableId: durableIds.get(id)?.toUpperCase() ?? null,
      parent: parent === index ? null : parent,
    };
  });
}

function bodyOf(comment: XmlElement): string {
  const lines = descendantsOf(comment, 'w:p').map((paragraph) => lineOf(paragraph).trim());
  return lines.join('\n').trim();
}

function lineOf(element: XmlElement): string {
  return elementsOf(element)
    .map((child) => {
      if (child.name === 'w:t') return child.children.join('');
      if (child.name === 'w:br' || child.name === 'w:cr') return '\n';
      return child.name === 'w:tab' ? ' ' : child.name === 'w:del' ? '' : lineOf(child);
    })
    .join('');
}

/** Word knows a comment by the id of its last paragraph. */
function paragraphIdOf(comment: XmlElement): string {
  return (
    descendantsOf(comment, 'w:p').at(-1)?.attributes['w14:paraId'] ??
    `no id ${comment.attributes['w:id']}`
  );
}

function readThreads({ commentsExtended, commentsIds }: WordParts) {
  const parents = new Map<string, string>();
  const durableIds = new Map<string, string>();
  for (const { attributes } of commentsExtended ? elementsOf(commentsExtended) : []) {
    const parent = attributes['w15:paraIdParent'];
    if (parent !== undefined) parents.set(attributes['w15:paraId'] ?? '', parent);
  }
  for (const { attributes } of commentsIds ? elementsOf(commentsIds) : []) {
    durableIds.set(attributes['w16cid:paraId'] ?? '', attributes['w16cid:durableId'] ?? '');
  }
  return { parents, durableIds };
}
