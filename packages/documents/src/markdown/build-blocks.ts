import type { BlockContent, DefinitionContent, List, Paragraph, RootContent } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import { buildChart } from './build-chart.ts';
import { buildInlines } from './build-inlines.ts';
import { buildTable } from './build-table.ts';
import { breakLongRuns, cleanLine, rightToLeftLanguage } from './clean-text.ts';
import type { DocumentContext } from './document-context.ts';
import type { Block, Inline, ListItem } from './document-tree.ts';
import { isComment } from './parse-markdown.ts';

type BlockNode = RootContent | BlockContent | DefinitionContent;

/** Deepest nesting of quotes and lists. Deeper ones are merged into their surroundings. */
const deepest = 6;
const deepestQuote = 3;

/** Turns block nodes into the template's blocks. `depth` counts the quotes and lists around them. */
export function buildBlocks(nodes: BlockNode[], context: DocumentContext, depth: number): Block[] {
  return nodes.flatMap((node) => buildBlock(node, context, depth));
}

function buildBlock(node: BlockNode, context: DocumentContext, depth: number): Block[] {
  switch (node.type) {
    case 'heading': {
      const c = buildInlines(node.children, { ...context, withoutFootnotes: true });
      const plain = cleanLine(plainText(node));
      if (plain === '') return [];
      if (depth > 0)
        return [{ t: 'para', c: c.map((inline) => (inline.t === 'run' ? { ...inline, b: true } : inline)) }];
      return [{ t: 'heading', level: node.depth, c, plain, ...languageOf(plain) }];
    }
    case 'paragraph':
      return buildParagraph(node, context);
    case 'code':
      if (node.lang === 'chart') return [buildChart(node.value, context)];
      return [{ t: 'code', v: breakCode(node.value), lang: codeLanguage(node.lang, node.value) }];
    case 'html':
      return isComment(node) ? [] : [{ t: 'code', v: breakCode(node.value), lang: null }];
    case 'blockquote': {
      const c = buildBlocks(node.children, context, depth + 1);
      return depth >= deepestQuote || c.length === 0 ? c : [{ t: 'quote', c }];
    }
    case 'list':
      return buildList(node, context, depth);
    case 'table':
      return buildTable(node, context);
    case 'thematicBreak':
      return [{ t: 'rule' }];
  }
  return [];
}

function buildParagraph(node: Paragraph, context: DocumentContext): Block[] {
  const c = buildInlines(node.children, context);
  const [only] = c;
  if (c.length === 1 && only?.t === 'img')
    return [{ t: 'image', path: only.path, alt: only.alt, widthPt: only.widthPt }];
  return c.length === 0 ? [] : [{ t: 'para', c, ...languageOf(plainText(node)) }];
}

function buildList(node: List, context: DocumentContext, depth: number): Block[] {
  const items: ListItem[] = node.children.map((item) => ({
    checked: item.checked ?? null,
    c: buildBlocks(item.children, context, depth + 1),
  }));
  const start = Math.min(node.start ?? 1, 1_000_000_000);
  if (depth >= deepest)
    return items.flatMap(({ c }, index) => withMarker(c, node.ordered ? `${start + index}. ` : '• '));
  const tight = !(node.spread ?? false) && node.children.every(({ spread }) => !(spread ?? false));
  return [{ t: 'list', ordered: node.ordered ?? false, start, tight, items, ...languageOf(plainText(node)) }];
}

function withMarker(blocks: Block[], marker: string): Block[] {
  const [first, ...rest] = blocks;
  if (first?.t !== 'para') return blocks;
  const sign: Inline = { t: 'run', v: marker };
  return [{ ...first, c: [sign, ...first.c] }, ...rest];
}

function languageOf(text: string): { rtl?: string } {
  const rtl = rightToLeftLanguage(text);
  return rtl === undefined ? {} : { rtl };
}

/** Returns the language only for code of moderate length, because colouring costs far more than setting the text. */
function codeLanguage(lang: string | null | undefined, code: string): string | null {
  return code.length <= 20_000 && lang && /^[\w+#-]{1,20}$/.test(lang) ? lang.toLowerCase() : null;
}

function breakCode(code: string): string {
  return breakLongRuns(code.replaceAll('\t', '    '), 60, 20);
}
