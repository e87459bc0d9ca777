import type { Image, ImageReference, PhrasingContent } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import type { WordInline, WordMarks } from '../model/word-item.ts';

/** The targets of the inlines of a document. */
export interface FlattenedReferences {
  /** Addresses by the identifiers of their definitions. */
  definitions: Map<string, string>;
  /** Labels of the notes that were called, in order; null where no note is possible. */
  references: string[] | null;
  /** Addresses of the embedded images so far. */
  images: string[];
}

/** Longer addresses do not become links: references could repeat an address of a megabyte 100,000 times. */
const maxUrlLength = 2_000;

/** Removes what XML cannot hold: control characters, noncharacters and halves of surrogate pairs. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, '')
    .replaceAll(/\ufffe|\uffff/g, '');
}

/** Turns the content of a paragraph into a flat list of inlines. Nested marks are combined; comments are left out. */
export function flattenInlines(nodes: PhrasingContent[], references: FlattenedReferences): WordInline[] {
  return nodes.flatMap((node) => flattenInline(node, {}, references));
}

function flattenInline(node: PhrasingContent, marks: WordMarks, references: FlattenedReferences): WordInline[] {
  const inside = (children: PhrasingContent[], added: WordMarks) =>
    children.flatMap((child) => flattenInline(child, { ...marks, ...added }, references));
  const text = (v: string, added: WordMarks = {}): WordInline[] => [{ t: 'text', v: xmlText(v), ...marks, ...added }];
  switch (node.type) {
    case 'text':
      return text(node.value);
    case 'inlineCode':
      return text(node.value, { code: true });
    case 'html':
      if (/^<br\s*\/?>$/i.test(node.value)) return [{ t: 'break' }];
      return node.value.startsWith('<!--') ? [] : text(node.value, { html: true });
    case 'strong':
      return inside(node.children, { bold: true });
    case 'emphasis':
      return inside(node.children, { italic: true });
    case 'delete':
      return inside(node.children, { strike: true });
    case 'break':
      return [{ t: 'break' }];
    case 'link':
      return inside(node.children, linkTo(node.url));
    case 'linkReference':
      return inside(node.children, linkTo(references.definitions.get(node.identifier) ?? ''));
    case 'image':
    case 'imageReference':
      return flattenImage(node, marks, references);
    case 'footnoteReference':
      if (references.references === null) return text(`[^${node.label ?? node.identifier}]`, { html: true });
      references.references.push(node.identifier);
      return [{ t: 'note', label: node.identifier }];
  }
  return text(plainText(node));
}

/** Returns a link to an address that is safe to follow from Word. Others stay text. */
function linkTo(address: string): WordMarks {
  const url = address.length > maxUrlLength ? null : URL.parse(address);
  const isSafe = url !== null && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol);
  return isSafe ? { url: url.href } : {};
}

/** An embedded image is a picture; another becomes a link with its text, because nothing is fetched. */
function flattenImage(
  node: Image | ImageReference,
  marks: WordMarks,
  { definitions, images }: FlattenedReferences,
): WordInline[] {
  const url = node.type === 'image' ? node.url : (definitions.get(node.identifier) ?? '');
  const alt = xmlText(node.alt ?? '').trim();
  if (!url.startsWith('data:')) {
    return [{ t: 'text', v: `[Image: ${alt || 'without a name'}]`, ...marks, italic: true, ...linkTo(url) }];
  }
  images.push(url);
  return [{ t: 'picture', name: `image-${images.length}`, alt }];
}
