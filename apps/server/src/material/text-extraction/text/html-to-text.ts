import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { defaultHandlers, toMdast } from 'hast-util-to-mdast';
import type { Nodes, Paragraph, Parents, PhrasingContent, Text } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import {
  type Handle,
  type Info,
  type State,
  type Options as ToMarkdownOptions,
  toMarkdown,
} from 'mdast-util-to-markdown';
import { cleanText } from './decode-text.ts';
import { type PageFacts, pageLimits, readPageFacts } from './page-facts.ts';
import { removeUnseen } from './remove-unseen.ts';
import { spellOutElements, textOf, writeDrawing, writeFormula } from './spell-out-elements.ts';
import { unfoldLayout } from './unfold-layout.ts';

export interface WebPage {
  html: Uint8Array;
  /** The charset of the Content-Type header. It overrides the page's own declaration. */
  charset?: string | null;
  /** Address of the page, which makes links absolute. */
  url?: string | null;
}

interface HtmlText {
  html: string;
  /** See WebPage. */
  url?: string | null | undefined;
}

/** The readable text of a page, and what the page says about itself. */
export interface WebPageText extends PageFacts {
  /**
   * Markdown with headings, lists, tables and links, without scripts, styles, form values and
   * pictures.
   */
  text: string;
  /** True if the page holds more than was read. */
  truncated: boolean;
  /** Absolute addresses of links, each once. */
  links: string[];
}

/**
 * Limits the characters of a page that are read, 20 for an element, because a longer page takes
 * many seconds.
 */
const maxContentLength = 1_000_000;
const elementLength = 20;

/**
 * Turns any HTML into markdown; what markdown cannot hold gives plain lines. Call it in a child
 * process only.
 */
export function htmlToText({ html: source, url = null }: HtmlText): WebPageText {
  try {
    const tree = fromHtml(source);
    const title = findTitle(tree);
    const facts = readPageFacts(tree);
    const truncated = prune(tree, maxContentLength) < 0;
    const links = new Set<string>();
    spellOutElements(tree);
    const text = cleanText(writeMarkdown(tree, url, links));
    return {
      ...facts,
      title: title === '' ? facts.title : title,
      text,
      truncated,
      links: [...links],
    };
  } catch {
    // Nesting may overflow the stack, and no element that a converter does not know may cost the
    // whole page.
    const nothing = { title: null, author: null, publishedOn: null, links: [] };
    return { ...nothing, text: cleanText(withoutTags(source)), truncated: false };
  }
}

/**
 * Turns the HTML of a mail into the lines that its reader sees: without hidden texts, and without
 * signs of markdown but those of lists, quotes and tables. Nesting that overflows the stack gives
 * no text, as what it hides is unknown. Call it in a child process only.
 */
export function mailToText(source: string): string {
  try {
    const tree = fromHtml(source);
    prune(tree, maxContentLength);
    removeUnseen(tree);
    unfoldLayout(tree);
    spellOutElements(tree);
    return cleanText(writeMarkdown(tree, null, new Set(), plainSigns).replace(filling, ' '));
  } catch {
    return '';
  }
}

/** Writes what markdown marks by signs as its words alone. */
const plainSigns: ToMarkdownOptions['handlers'] = {
  text: ({ value }: Text) => value,
  break: () => '\n',
  emphasis: writePhrases,
  strong: writePhrases,
  link: writePhrases,
};

function writePhrases(node: Parents, _parent: unknown, state: State, info: Info): string {
  return state.containerPhrasing(node as Paragraph, info);
}

/**
 * Returns a writer of emphasis with this mark. Inside a word or a number it writes no mark:
 * `1<b>2</b>` is read as 12. The library's own writer would replace the letters beside such a mark
 * by character references.
 */
function marking(mark: string): Handle {
  return (node: Parents, parent, state, info) => {
    const text = state.containerPhrasing(node as Paragraph, info);
    const words = text.trim();
    const siblings: readonly Nodes[] = parent && 'children' in parent ? parent.children : [];
    const at = siblings.indexOf(node as Nodes);
    const before = siblings[at - 1];
    const after = siblings[at + 1];
    const continues =
      (wordEnd.test(before ? textIn(before) : info.before) && wordStart.test(text)) ||
      (wordEnd.test(text) && wordStart.test(after ? textIn(after) : info.after));
    if (words === '' || continues) return text;
    return text.replace(words, () => `${mark}${words}${mark}`);
  };
}

/**
 * The end and the start of what one word or number may join: letters, digits, and signs between
 * digits.
 */
const wordEnd = /(?:[\p{L}\p{M}\p{N}]|\p{N}[.,:'’])$/u;
const wordStart = /^(?:[\p{L}\p{M}\p{N}]|[.,:'’%‰]\p{N}|[%‰])/u;

/** Returns all words of a node. */
function textIn(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textIn).join('') : '';
}

/** Invisible signs by which newsletters keep the first words of a mail out of the list of mails. */
const filling = /(?:[\u00a0\u00ad\u200b-\u200f\u2007\u2060\ufeff]|\u034f){3,}/g;

/**
 * Removes what exceeds `room` from the end of the tree; returns the room left, below 0 when
 * something was removed.
 */
function prune(parent: Root | Element, room: number): number {
  let left = room;
  for (const [index, child] of parent.children.entries()) {
    if (left < 0) {
      parent.children.length = index;
      return left;
    }
    if (child.type === 'text') left -= child.value.length;
    if (child.type === 'element' && !['script', 'style'].includes(child.tagName))
      left = prune(child, left - elementLength);
  }
  return left;
}

/**
 * Writes the tree as markdown, and adds its first links to `links`; `signs` writes some nodes
 * otherwise.
 */
function writeMarkdown(
  tree: Root,
  url: string | null,
  links: Set<string>,
  signs: ToMarkdownOptions['handlers'] = {},
): string {
  const mdast = toMdast(tree, {
    handlers: {
      a: (state, node: Element) => {
        const target = absolute(node, url);
        const isKept = target?.startsWith('http') && target.length <= pageLimits.url;
        if (target !== null && isKept && links.size < pageLimits.links) links.add(target);
        const children = state.all(node) as PhrasingContent[];
        return target === null ? children : { type: 'link', url: target, children };
      },
      // The signs of a raised or lowered text are no markdown.
      sup: (_state, node: Element) => ({ type: 'html', value: textOf(node) }),
      table: (state, node: Element) => {
        const caption = node.children.find(
          (child) => child.type === 'element' && child.tagName === 'caption',
        );
        const words =
          caption && 'children' in caption ? (state.all(caption) as PhrasingContent[]) : [];
        const table = defaultHandlers.table(state, node);
        return words.length === 0 ? table : [...state.toFlow(words), table];
      },
      menu: defaultHandlers.ul,
      math: (_state, node: Element) => ({ type: 'text', value: writeFormula(node) }),
      svg: (_state, node: Element) => ({ type: 'text', value: writeDrawing(node) }),
      dialog: (state, node: Element) =>
        'open' in node.properties ? state.toFlow(state.all(node)) : undefined,
      img: (_state, node: Element) => ({
        type: 'text',
        value: String(node.properties['alt'] ?? ''),
      }),
      iframe: () => undefined,
      input: () => undefined,
      select: () => undefined,
      textarea: () => undefined,
    },
    nodeHandlers: { comment: () => undefined },
  });
  // Strikethrough of GFM would also escape each tilde of the text.
  const writeDeleted: Handle = (node: Parents, _parent, state, info) => {
    const text = state.containerPhrasing(node as Paragraph, { ...info, before: '~', after: '~' });
    return text.trim() === '' ? text : `~~${text}~~`;
  };
  const extensions = [gfmTableToMarkdown({ tablePipeAlign: false })];
  const handlers = {
    delete: writeDeleted,
    strong: marking('**'),
    emphasis: marking('*'),
    ...signs,
  };
  return toMarkdown(mdast, { extensions, handlers, bullet: '-', rule: '-' });
}

/** Returns the absolute address of a link; null for scripts, data and places on the page itself. */
function absolute({ properties }: Element, base: string | null): string | null {
  const href = String(properties['href'] ?? '').trim();
  if (href === '' || href.startsWith('#')) return null;
  const url = URL.parse(href, base ?? undefined);
  if (!url) return base === null && !/^[a-z][a-z0-9+.-]*:/i.test(href) ? href : null;
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
}

/**
 * Returns the characters between the tags with entities decoded, for nesting that overflows the
 * stack.
 */
function withoutTags(source: string): string {
  const flat = withoutScripts(source).replace(/<[^<>]*>/g, '\n');
  const { children } = fromHtml(flat.replaceAll('<', '&lt;'), { fragment: true });
  return children.map((node) => ('value' in node ? node.value : '')).join('');
}

/**
 * Removes scripts. As in browsers, an unclosed one hides all that follows, so nothing is searched
 * twice.
 */
function withoutScripts(source: string): string {
  const opening = /<(script|style|template)\b/gi;
  let text = '';
  let from = 0;
  for (let found = opening.exec(source); found; found = opening.exec(source)) {
    text += `${source.slice(from, found.index)} `;
    const closing = new RegExp(`</${found[1]}\\s*>`, 'gi');
    closing.lastIndex = opening.lastIndex;
    if (!closing.test(source)) return text;
    from = closing.lastIndex;
    opening.lastIndex = from;
  }
  return text + source.slice(from);
}

function findTitle(tree: Root): string {
  const html = tree.children.find((node) => node.type === 'element');
  const head = html?.children.find((node) => node.type === 'element' && node.tagName === 'head');
  const titles = head && 'children' in head ? head.children : [];
  const title = titles.find((node) => node.type === 'element' && node.tagName === 'title');
  const text =
    title && 'children' in title
      ? title.children.map((node) => ('value' in node ? node.value : ''))
      : [];
  return cleanText(text.join('')).replace(/\s+/g, ' ').slice(0, 300);
}
