import { unwrapLines } from '@ecp/markdown/rendered-text';
import type { PdfItem } from './pdf-items.ts';

/**
 * A node of the structure tree of a tagged PDF page. A node has a role; the leaves name stretches of the page's
 * content.
 */
interface StructureNode {
  role?: string;
  children?: unknown[];
}

/** The least part of the page's text that its tree must cover to be used. */
const leastCovered = 0.9;
const maxDepth = 60;
const maxHeadingLevel = 6;

/**
 * Returns the text of a page in the order of its tags: headings, paragraphs, list items and tables in markdown, without
 * running heads and feet. Returns null for a page without tags, or whose tags leave text out.
 */
export function readTaggedText(tree: unknown, items: readonly PdfItem[]): string | null {
  if (!isNode(tree)) return null;
  const { texts, length } = readContents(items);
  const blocks: string[] = [];
  const used = new Set<string>();
  const textOf = (node: StructureNode) => readText(node, texts, used, 0);
  writeBlocks(tree, blocks, textOf, 0);
  const covered = [...used].reduce((sum, id) => sum + lengthOf(texts.get(id) ?? ''), 0);
  return length > 0 && covered >= length * leastCovered ? blocks.join('\n\n') : null;
}

function isNode(value: unknown): value is StructureNode {
  return typeof value === 'object' && value !== null && 'children' in value && Array.isArray(value.children);
}

/** Returns the texts by the ids that the tree names, and the length of all text without running heads and feet. */
function readContents(items: readonly PdfItem[]): { texts: Map<string, string>; length: number } {
  const texts = new Map<string, string>();
  const open: { id: string | null; isArtifact: boolean }[] = [];
  let length = 0;
  for (const { str, hasEOL, type, id, tag } of items) {
    const inner = open.at(-1);
    if (type === 'endMarkedContent') open.pop();
    else if (type !== undefined)
      open.push({ id: id ?? inner?.id ?? null, isArtifact: tag === 'Artifact' || (inner?.isArtifact ?? false) });
    else if (str !== undefined && !inner?.isArtifact) {
      length += lengthOf(str);
      if (inner?.id) texts.set(inner.id, `${texts.get(inner.id) ?? ''}${str}${hasEOL ? '\n' : ''}`);
    }
  }
  return { texts, length };
}

const lengthOf = (text: string) => text.replace(/\s/g, '').length;

function readText(node: StructureNode, texts: Map<string, string>, used: Set<string>, depth: number): string {
  if (depth > maxDepth) return '';
  const parts = (node.children ?? []).map((child) => {
    if (isNode(child)) return readText(child, texts, used, depth + 1);
    const id = typeof child === 'object' && child !== null && 'id' in child ? String(child.id) : '';
    used.add(id);
    return texts.get(id) ?? '';
  });
  return joinLines(parts);
}

/** Joins parts: separate lines with a space, continued words without one. */
function joinLines(parts: string[]): string {
  let text = '';
  let end = '';
  for (const part of parts.map(unwrapLines)) {
    const follows = end === '' || /\s/.test(end) || /^[\s.,;:!?)\]”’]/.test(part);
    const added = follows ? part : ` ${part}`;
    text += added;
    // Reading the end of the whole text would copy the text for each part.
    end = added.at(-1) ?? end;
  }
  return text.trim();
}

function writeBlocks(
  node: StructureNode,
  blocks: string[],
  textOf: (node: StructureNode) => string,
  depth: number,
): void {
  const role = node.role ?? '';
  const heading = /^(?:H([1-6])?|Title)$/.exec(role);
  const children = (node.children ?? []).filter(isNode);
  const isLeaf = children.every((child) =>
    /^(?:Span|Link|Em|Strong|Code|Quote|Lbl|Reference|Note)$/.test(child.role ?? ''),
  );
  if (heading) push(blocks, `${'#'.repeat(Math.min(Number(heading[1] ?? 1) + 1, maxHeadingLevel))} ${textOf(node)}`);
  else if (role === 'Table')
    push(
      blocks,
      findAll(node, /^TR$/, depth)
        .map((row) => writeRow(row, textOf, depth))
        .join('\n'),
    );
  else if (role === 'LI') push(blocks, `- ${textOf({ children: findAll(node, /^LBody$/, depth) }) || textOf(node)}`);
  else if (isLeaf || depth > maxDepth) push(blocks, textOf(node));
  else for (const child of children) writeBlocks(child, blocks, textOf, depth + 1);
}

function push(blocks: string[], text: string): void {
  if (/[\p{L}\p{N}]/u.test(text)) blocks.push(text);
}

function writeRow(row: StructureNode, textOf: (node: StructureNode) => string, depth: number): string {
  const cells = findAll(row, /^T[HD]$/, depth).map((cell) => textOf(cell).replaceAll('|', '/'));
  return `| ${cells.join(' | ')} |`;
}

/** Finds the nodes of a role below a node, in order, without those inside a found node. */
function findAll(node: StructureNode, role: RegExp, depth: number): StructureNode[] {
  if (depth > maxDepth) return [];
  return (node.children ?? [])
    .filter(isNode)
    .flatMap((child) => (role.test(child.role ?? '') ? [child] : findAll(child, role, depth + 1)));
}
