import type { Link, PhrasingContent, Text } from 'mdast';
import type { Mark, Node } from 'prosemirror-model';
import { schema } from './schema.ts';

const { nodes, marks } = schema;

/** Reads the text of a block. `source` is the markdown to which the positions refer. */
export function readInline(
  content: readonly PhrasingContent[],
  source: string,
  outer: readonly Mark[] = [],
): readonly Node[] {
  return content.flatMap((node) => readPhrase(node, source, outer));
}

function readPhrase(node: PhrasingContent, source: string, outer: readonly Mark[]): readonly Node[] {
  const within = (mark: Mark, children: readonly PhrasingContent[]) =>
    readInline(children, source, mark.addToSet(outer));
  switch (node.type) {
    case 'text':
      return readText(node, outer);
    case 'strong':
      return within(marks.strong.create(), node.children);
    case 'emphasis':
      return within(marks.em.create(), node.children);
    case 'delete':
      return within(marks.strike.create(), node.children);
    case 'inlineCode':
      return node.value === '' ? [] : [schema.text(unfold(node.value), marks.code.create().addToSet(outer))];
    case 'link':
      return within(marks.link.create(linkOf(node, source)), node.children);
    case 'break':
      return [nodes.hard_break.create({ marker: sliceOf(node, source).trim() === '\\' ? '\\' : '  ' })];
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

/** Keeps markdown as it is written. Where it goes over several lines, its line feeds become soft breaks. */
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
