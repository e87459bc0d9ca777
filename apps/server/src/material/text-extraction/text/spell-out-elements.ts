import { readRaised, writeLowered, writeRaised } from '@ecp/language/raised-text';
import type { Element, ElementContent, Root, RootContent } from 'hast';

/** Elements that do not interrupt a line. */
const inlineTags = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data dfn em font i kbd label mark nobr q ruby s samp small span strike strong ' +
    'sub sup time tt u var ins del wbr'
  ).split(' '),
);
const isLine = /vertical-align\s*:\s*(super|sub|text-top|top|text-bottom)/i;
/** Longer raised texts are no marks and no exponents. */
const longestRaised = 40;

/**
 * Writes raised and lowered texts as signs (writeRaised); removes readings of ideographs and copies
 * of formulas.
 */
export function spellOutElements(tree: Root): void {
  let line = '';
  const visit = (parent: Root | Element): void => {
    for (const [at, child] of parent.children.entries()) {
      if (child.type === 'text') line = (line + child.value).slice(-lineEnd);
      if (child.type !== 'element') continue;
      if (!inlineTags.has(child.tagName)) line = '';
      const way = hiddenTags.test(child.tagName) ? null : positionOf(child, line);
      const text = way === null ? '' : textOf(child, longestRaised + 1);
      if (way !== null && text.trim() !== '' && text.length <= longestRaised) {
        const after = parent.children
          .slice(at + 1, at + 4)
          .map((next) => textOf(next, lineEnd))
          .join('');
        const isNote = way !== 'sub' && hasNoteLink(child) && !/^\s*[[(]/.test(text);
        const value =
          way === 'sub' ? writeLowered(line, text) : readRaised(line, text, after, isNote).written;
        Object.assign(child, {
          tagName: 'sup',
          properties: {},
          children: [{ type: 'text', value }],
        });
        line = (line + value).slice(-lineEnd);
      } else {
        if (child.tagName === 'sup') child.tagName = 'span';
        if (/^(?:del|s|strike)$/.test(child.tagName) && child.children.some(isBlock))
          strikeLines(child);
        if (/^t[dh]$/.test(child.tagName)) breakLines(child);
        visit(child);
      }
      if (!inlineTags.has(child.tagName)) line = '';
    }
    parent.children = (parent.children as ElementContent[]).filter(
      (child) => !standsBeside(child),
    ) as typeof parent.children;
  };
  visit(tree);
}

const isBlock = (node: RootContent) =>
  node.type === 'element' && !inlineTags.has(node.tagName) && node.tagName !== 'br';

/** Strikes the lines of an element that strikes blocks: markdown strikes text alone. */
function strikeLines(element: Element): void {
  if (/^(?:del|s|strike)$/.test(element.tagName))
    Object.assign(element, { tagName: 'div', properties: {} });
  const children: ElementContent[] = [];
  let line: Element | null = null;
  for (const child of element.children) {
    if (isBlock(child)) {
      strikeLines(child as Element);
      children.push(child);
      line = null;
    } else {
      if (!line) {
        line = { type: 'element', tagName: 'del', properties: {}, children: [] };
        children.push(line);
      }
      line.children.push(child);
    }
  }
  element.children = children;
}

/** Blocks whose text becomes a part of the line of their cell. */
const cellBlocks =
  /^(?:p|div|h[1-6]|[uod]l|li|d[td]|pre|blockquote|section|article|aside|header|footer|main|nav|address|center|fig(?:ure|caption)|details|summary|menu|form|fieldset)$/;

/** Separates the blocks of a cell, which is one line in markdown. */
function breakLines(cell: Element): void {
  cell.children = cell.children.flatMap((child, at) => {
    if (!isBlock(child)) return [child];
    const block = child as Element;
    if (cellBlocks.test(block.tagName)) {
      breakLines(block);
      block.tagName = 'span';
    }
    const line: Element = { type: 'element', tagName: 'br', properties: {}, children: [] };
    return [...(at === 0 ? [] : [line]), child, ...(at === cell.children.length - 1 ? [] : [line])];
  });
}

const lineEnd = 24;
const hiddenTags = /^(?:head|script|style|template|math|svg)$/;

/**
 * Tells whether an element raises or lowers its text; `note` for the number of a note that a style
 * raises.
 */
function positionOf(
  { tagName, properties, children }: Element,
  line: string,
): 'sup' | 'sub' | 'note' | null {
  if (tagName === 'sup' || tagName === 'sub') return tagName;
  const style = isLine.exec(String(properties['style'] ?? ''))?.[1]?.toLowerCase();
  if (tagName === 'span' && style !== undefined)
    return style === 'sub' || style === 'text-bottom' ? 'sub' : 'sup';
  const isPlace = tagName === 'a' && String(properties['href'] ?? '').startsWith('#');
  const [only] = children;
  const isNumber =
    isPlace && only?.type === 'text' && children.length === 1 && /^\d{1,3}$/.test(only.value);
  return isNumber && /[\p{L}\p{N}%).,;:!?”"’]$/u.test(line) ? 'note' : null;
}

/**
 * Returns the text of a node, of which at most `length` characters and the rest of one text are
 * read.
 */
export function textOf(node: RootContent, length = Number.POSITIVE_INFINITY): string {
  if (node.type === 'text') return node.value;
  let text = '';
  for (const child of node.type === 'element' ? node.children : []) {
    if (text.length >= length) break;
    text += textOf(child, length - text.length);
  }
  return text;
}

function hasNoteLink(element: Element): boolean {
  return (
    element.tagName === 'a' ||
    element.children.some((child) => child.type === 'element' && hasNoteLink(child))
  );
}

function standsBeside(node: ElementContent): boolean {
  if (node.type !== 'element') return false;
  return (
    /^(?:rt|rp|rtc)$/.test(node.tagName) ||
    [node.properties['className']].flat().includes('katex-html')
  );
}

/** Writes a formula of MathML on one line. */
export function writeFormula(node: RootContent): string {
  if (node.type === 'text') return node.value.trim();
  if (node.type !== 'element') return '';
  const parts = node.children
    .filter(({ type }) => type === 'element' || type === 'text')
    .map(writeFormula);
  const own = parts.filter((part) => part !== '');
  const [first = '', second = '', third = ''] = own;
  switch (node.tagName) {
    case 'annotation':
    case 'annotation-xml':
      return '';
    case 'mfrac':
      return `${inParentheses(first)}/${inParentheses(second)}`;
    case 'msup':
      return first + writeRaised(first, second, '=');
    case 'msub':
      return first + writeLowered(first, second);
    case 'msubsup':
      return first + writeLowered(first, second) + writeRaised(first, third, '=');
    case 'msqrt':
      return `√(${own.join('')})`;
    case 'mroot':
      return `√[${second}](${first})`;
    case 'mtr':
    case 'mtd':
      return `${own.join('')} `;
    case 'mo':
      return /^[=<>≤≥≈+\-−±×·*/]$/.test(first) ? ` ${first} ` : first;
  }
  return own.join('');
}

const inParentheses = (text: string) => (/^[\p{L}\p{N}.,]*$/u.test(text) ? text : `(${text})`);

/** Writes the texts of a drawing. */
export function writeDrawing(node: RootContent): string {
  if (node.type !== 'element' || /^(?:style|script|defs|metadata)$/.test(node.tagName)) return '';
  const isText = /^(?:text|title|desc)$/.test(node.tagName);
  return isText ? `${textOf(node)} ` : node.children.map(writeDrawing).join('');
}
