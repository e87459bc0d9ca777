import type { CommentPassage } from './follow-comments.ts';
import type { WordParts } from './read-parts.ts';
import { descendantsOf, elementsOf, type XmlElement } from './xml-tree.ts';

/** A comment of a Word file. */
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

/** Most comments of a file, and characters of one. */
const limits = { comments: 2_000, characters: 10_000, name: 200 } as const;

/** Reads the comments of a file with their passages. A comment without words is left out. */
export function readComments(parts: WordParts, passages: ReadonlyMap<string, CommentPassage>): ReadComment[] {
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
  return descendantsOf(comment, 'w:p').at(-1)?.attributes['w14:paraId'] ?? `no id ${comment.attributes['w:id']}`;
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
