import { readTree } from '@ecp/markdown/syntax/read-tree';
import type {
  BlockContent,
  DefinitionContent,
  Link,
  List,
  ListItem,
  PhrasingContent,
  Root,
  RootContent,
  Table,
  Text,
} from 'mdast';
import type { Mark, Node } from 'prosemirror-model';
import { schema } from './schema.ts';

const { nodes, marks } = schema;

/** Reads a block as a node of the editor. Null for what the editor keeps as text, such as HTML. */
export function readBlock(node: RootContent, source: string): Node | null {
  switch (node.type) {
    case 'paragraph':
      return nodes.paragraph.create(null, readInline(node.children, source));
    case 'heading':
      return nodes.heading.create({ level: node.depth }, readInline(node.children, source));
    case 'thematicBreak':
      return nodes.rule.create();
    case 'code':
      return readCode(node.value, [node.lang, node.meta]);
    case 'blockquote':
      return create(nodes.blockquote, null, readBlocks(node.children, source));
    case 'list':
      return readList(node, source);
    case 'table':
      return readTable(node, source);
    case 'footnoteDefinition':
      return create(
        nodes.footnote_definition,
        { label: node.label ?? node.identifier },
        readBlocks(node.children, source),
      );
    default:
      return null;
  }
}

function readBlocks(
  children: readonly (BlockContent | DefinitionContent)[],
  source: string,
): readonly Node[] | null {
  const read = children.map((child) => readBlock(child, source));
  const found = read.filter((child) => child !== null);
  if (found.length < read.length) return null;
  return found.length === 0 ? [nodes.paragraph.create()] : found;
}

function create(
  type: (typeof nodes)[string],
  attrs: object | null,
  content: readonly Node[] | null,
): Node | null {
  return content === null ? null : (type.createAndFill(attrs, content) ?? null);
}

function readCode(value: string, info: readonly (string | null | undefined)[]): Node {
  const text = value.replace(/\r\n?/g, '\n');
  return nodes.code_block.create(
    { info: info.filter(Boolean).join(' ') },
    text === '' ? null : schema.text(text),
  );
}

function readList(list: List, source: string): Node | null {
  const items = list.children.map((item) => readItem(item, source));
  const found = items.filter((item) => item !== null);
  if (found.length < items.length) return null;
  const tight = list.spread !== true;
  return list.ordered
    ? create(nodes.ordered_list, { tight, start: list.start ?? 1 }, found)
    : create(nodes.bullet_list, { tight }, found);
}

function readItem(item: ListItem, source: string): Node | null {
  const attrs = { spread: item.spread === true, checked: item.checked ?? null };
  return create(nodes.list_item, attrs, readBlocks(item.children, source));
}

/**
 * Reads a table. The columns of its first row are the columns of all rows; where a row has more, it
 * is not read.
 */
function readTable({ children, align }: Table, source: string): Node | null {
  const columns = children[0]?.children.length ?? 0;
  if (children.some((row) => row.children.length > columns)) return null;
  const rows = children.map((row, index) => {
    const type = index === 0 ? nodes.table_header : nodes.table_cell;
    const cells = Array.from({ length: columns }, (_, column) =>
      type.create(
        { align: align?.[column] ?? null },
        readInline(row.children[column]?.children ?? [], source),
      ),
    );
    return nodes.table_row.create(null, cells);
  });
  return create(nodes.table, null, rows);
}

/** Reads the text of a block. `source` is the markdown to which the positions refer. */
function readInline(
  content: readonly PhrasingContent[],
  source: string,
  outer: readonly Mark[] = [],
): readonly Node[] {
  return content.flatMap((node) => readPhrase(node, source, outer));
}

function readPhrase(
  node: PhrasingContent,
  source: string,
  outer: readonly Mark[],
): readonly Node[] {
  const within = (mark: Mark, children: readonly PhrasingContent[]) =>
    readInline(children, source, mark.addToSet(outer));
  switch (node.type) {
    case 'text':
      if (node.data?.isFormula) return readRaw(sliceOf(node, source));
      return readText(node, outer);
    case 'strong':
      return within(marks.strong.create(), node.children);
    case 'emphasis':
      return within(marks.em.create(), node.children);
    case 'delete':
      return within(marks.strike.create(), node.children);
    case 'inlineCode':
      return node.value === ''
        ? []
        : [schema.text(unfold(node.value), marks.code.create().addToSet(outer))];
    case 'link':
      return within(marks.link.create(linkOf(node, source)), node.children);
    case 'break':
      return [
        nodes.hard_break.create({ marker: sliceOf(node, source).trim() === '\\' ? '\\' : '  ' }),
      ];
    case 'footnoteReference':
      return [nodes.footnote_reference.create({ label: node.label ?? node.identifier })];
    default:
      return readRaw(sliceOf(node, source));
  }
}

/** Joins the lines of code that a reader sees on one line. */
const unfold = (value: string): string => value.replace(/\r\n|[\r\n]/g, ' ');

function readText({ value }: Text, outer: readonly Mark[]): readonly Node[] {
  return value
    .split(/\r\n|[\r\n]/)
    .flatMap((line, index) => [
      ...(index > 0 ? [nodes.soft_break.create(null, null, outer)] : []),
      ...(line === '' ? [] : [schema.text(line, outer)]),
    ]);
}

/**
 * Keeps markdown as it is written. Where it goes over several lines, its line feeds become soft
 * breaks.
 */
function readRaw(markdown: string): readonly Node[] {
  const raw = [marks.raw.create()];
  return markdown
    .split(/\r\n|[\r\n]/)
    .flatMap((line, index) => [
      ...(index > 0 ? [nodes.soft_break.create()] : []),
      ...(line === '' ? [] : [schema.text(line, raw)]),
    ]);
}

function linkOf(node: Link, source: string) {
  const first = sliceOf(node, source)[0];
  const form = first === '<' ? 'angle' : first === '[' ? 'inline' : 'bare';
  return { href: node.url, title: node.title ?? null, form };
}

const sliceOf = ({ position }: PhrasingContent, source: string): string =>
  source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);

export const parseMarkdown = (markdown: string): Root => readTree(markdown);
