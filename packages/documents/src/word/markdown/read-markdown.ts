import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as plainText } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import type { BaseDocument, BaseUnit } from './base-document.ts';
import { createFlattening } from './flatten-blocks.ts';

/** Front matter as cutSections finds it. Word does not show it. */
const frontMatter = /^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n[ \t]*)*(?:\n|$)/;

/**
 * Reads markdown as items of Word, each with the block of the top level that it comes from. Joining the blocks restores
 * the markdown byte for byte (WRD-3). Throws RangeError if it is nested too deeply.
 */
export function readMarkdown(markdown: string): BaseDocument {
  const front = frontMatter.exec(markdown)?.[0] ?? '';
  const body = markdown.slice(front.length);
  const root = fromMarkdown(limitNesting(body), { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const [opening] = root.children;
  const isTitle = opening?.type === 'heading' && opening.depth === 1 && plainText(opening).trim() !== '';
  const flattening = createFlattening(root, { markdown: body, title: isTitle ? opening : null });
  const starts = root.children.map((node) => lineStart(body, node.position?.start.offset ?? 0));
  const units = root.children.map((node, unit): BaseUnit => {
    const source = body.slice(starts[unit], starts[unit + 1] ?? body.length);
    return {
      source,
      items: flattening.addUnit(node, unit),
      note: node.type === 'footnoteDefinition' ? node.identifier : null,
      joinsLists: node.type === 'list' || (node.type === 'code' && /^(?: {4}|\t)/.test(source)),
    };
  });
  const { items, notes, references, images, charts } = flattening;
  return {
    front: front + body.slice(0, starts[0]),
    ...{ units, items, notes, images, charts, references: references ?? [], hasTitle: isTitle },
  };
}

/** Blanks containers beyond 24 that open inside each other on one line: they cost quadratic time. Offsets stay. */
function limitNesting(markdown: string): string {
  return markdown.replaceAll(
    /^((?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){24})((?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))+)/gm,
    (_, kept: string, dropped: string) => kept + ' '.repeat(dropped.length),
  );
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}
