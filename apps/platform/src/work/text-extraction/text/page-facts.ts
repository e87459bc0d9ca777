import type { Element, Root, RootContent } from 'hast';
import { cleanText } from './decode-text.ts';
import { pageLimits } from './page-limits.ts';
import { readDay } from './read-day.ts';
import { readLinkedData } from './read-linked-data.ts';

/** A page's own statements about its title, author and date. */
export interface PageFacts {
  title: string | null;
  author: string | null;
  /** YYYY-MM-DD. */
  publishedOn: string | null;
}

const titleNames = ['og:title', 'twitter:title', 'dc.title', 'citation_title'];
const authorNames = ['author', 'article:author', 'dc.creator', 'citation_author', 'parsely-author'];
const dateNames = [
  'article:published_time',
  'date',
  'dc.date',
  'dc.date.issued',
  'citation_publication_date',
  'datepublished',
  'parsely-pub-date',
  'pubdate',
];
/** Nodes that are visited. Facts of a page stand near its beginning. */
const maxNodes = 50_000;

/**
 * Reads title, author and day of publication from a page's meta tags, JSON-LD and `<time>`, in this order; null where
 * the page does not say. A `<time>` counts only as the one with `pubdate`, or as the only one of the first article.
 */
export function readPageFacts(tree: Root): PageFacts {
  const seen = collect(tree);
  const linked = readLinkedData(seen.scripts);
  const named = (names: readonly string[]) => names.map((name) => seen.metas.get(name)).find((text) => text);
  const author = named(authorNames) ?? linked.author;
  return {
    title: tidy(named(titleNames) ?? linked.title, pageLimits.title),
    // Some pages name a profile's address as the author.
    author: author === undefined || /^https?:/i.test(author) ? null : tidy(author, pageLimits.author),
    publishedOn: readDay(named(dateNames)) ?? readDay(linked.publishedOn) ?? readDay(chooseTime(seen.times)),
  };
}

/** Returns a text on one line; null without one. */
export function tidy(text: string | null | undefined, maxLength: number): string | null {
  const line = cleanText(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
  return line === '' ? null : line;
}

interface Seen {
  metas: Map<string, string>;
  scripts: string[];
  times: { value: string; isMarked: boolean; inArticle: boolean }[];
}

function collect(tree: Root): Seen {
  const seen: Seen = { metas: new Map(), scripts: [], times: [] };
  const open: { node: RootContent; inArticle: boolean }[] = tree.children
    .map((node) => ({ node, inArticle: false }))
    .reverse();
  for (let visited = 0; visited < maxNodes; visited += 1) {
    const next = open.pop();
    if (!next) break;
    if (next.node.type !== 'element') continue;
    note(next.node, next.inArticle, seen);
    const inArticle = next.inArticle || ['article', 'main'].includes(next.node.tagName);
    for (const node of next.node.children.toReversed()) open.push({ node, inArticle });
  }
  return seen;
}

function note(element: Element, inArticle: boolean, { metas, scripts, times }: Seen): void {
  const { tagName, properties } = element;
  const text = (name: string) => String(properties[name] ?? '');
  if (tagName === 'meta') {
    const name = (text('name') || text('property') || text('itemProp')).toLowerCase();
    if (name !== '' && !metas.has(name)) metas.set(name, text('content'));
  }
  if (tagName === 'script' && text('type').toLowerCase() === 'application/ld+json') {
    scripts.push(element.children.map((child) => (child.type === 'text' ? child.value : '')).join(''));
  }
  if (tagName === 'time' && text('dateTime') !== '') {
    const isMarked = 'pubDate' in properties || 'pubdate' in properties || text('itemProp') === 'datePublished';
    times.push({ value: text('dateTime'), isMarked, inArticle });
  }
}

function chooseTime(times: Seen['times']): string | undefined {
  const marked = times.find(({ isMarked }) => isMarked);
  if (marked) return marked.value;
  const inArticle = times.filter((time) => time.inArticle);
  return inArticle.length === 1 ? inArticle[0]?.value : undefined;
}
