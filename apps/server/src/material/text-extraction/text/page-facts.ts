import type { Element, Root, RootContent } from 'hast';
import { IsDate } from 'typebox/format';
import { cleanText } from './decode-text.ts';

export const pageKinds = ['html', 'text', 'pdf'] as const;
export type PageKind = (typeof pageKinds)[number];

export interface FetchedContent {
  kind: PageKind;
  bytes: Uint8Array;
  /** The charset of the Content-Type header. */
  charset: string | null;
  /** The final address. */
  url: string;
}

/** The readable text of a page, with what the page says about itself. Nothing of it is guessed. */
export interface PageText extends PageFacts {
  text: string;
  /** True if the page holds more than was read. */
  truncated: boolean;
  /** Absolute addresses of the page's links, each once. */
  links: string[];
}

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
 * Reads title, author and day from meta tags, JSON-LD, then `<time>`; null if not given. A `<time>`
 * counts with `pubdate`, or as the only one of the first article.
 */
export function readPageFacts(tree: Root): PageFacts {
  const seen = collect(tree);
  const linked = readLinkedData(seen.scripts);
  const named = (names: readonly string[]) =>
    names.map((name) => seen.metas.get(name)).find((text) => text);
  const author = named(authorNames) ?? linked.author;
  return {
    title: tidy(named(titleNames) ?? linked.title, pageLimits.title),
    // Some pages name a profile's address as the author.
    author:
      author === undefined || /^https?:/i.test(author) ? null : tidy(author, pageLimits.author),
    publishedOn:
      readDay(named(dateNames)) ?? readDay(linked.publishedOn) ?? readDay(chooseTime(seen.times)),
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
    scripts.push(
      element.children.map((child) => (child.type === 'text' ? child.value : '')).join(''),
    );
  }
  if (tagName === 'time' && text('dateTime') !== '') {
    const isMarked =
      'pubDate' in properties || 'pubdate' in properties || text('itemProp') === 'datePublished';
    times.push({ value: text('dateTime'), isMarked, inArticle });
  }
}

function chooseTime(times: Seen['times']): string | undefined {
  const marked = times.find(({ isMarked }) => isMarked);
  if (marked) return marked.value;
  const inArticle = times.filter((time) => time.inArticle);
  return inArticle.length === 1 ? inArticle[0]?.value : undefined;
}

/** The page's title, author and date in JSON-LD. */
interface LinkedFacts {
  title?: string;
  author?: string;
  publishedOn?: string;
}

const types = /(article|posting|report|webpage|creativework|dataset|publication)$/i;
const maxScripts = 10;
const maxScriptLength = 200_000;
const maxThings = 200;

/**
 * Reads the first article, report or page of a page's JSON-LD scripts. Invalid scripts count as
 * absent.
 */
function readLinkedData(scripts: readonly string[]): LinkedFacts {
  for (const script of scripts.slice(0, maxScripts)) {
    if (script.length > maxScriptLength) continue;
    const things = listThings(parse(script));
    const found = things.find((thing) => typesOf(thing).some((type) => types.test(type)));
    if (found) return factsOf(found);
  }
  return {};
}

type Thing = Record<string, unknown>;
const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(script: string): unknown {
  try {
    return JSON.parse(script);
  } catch {
    return null;
  }
}

function listThings(value: unknown): Thing[] {
  const all = (Array.isArray(value) ? value : [value]).filter(isThing);
  return all.flatMap((thing) => [thing, ...listGraph(thing)]).slice(0, maxThings);
}

function listGraph(thing: Thing): Thing[] {
  const graph = thing['@graph'];
  return Array.isArray(graph) ? graph.filter(isThing) : [];
}

function typesOf(thing: Thing): string[] {
  return [thing['@type']].flat().filter((type) => typeof type === 'string');
}

function factsOf(thing: Thing): LinkedFacts {
  const title = textOf(thing['headline']) ?? textOf(thing['name']);
  const author = namesOf(thing['author']);
  const publishedOn = textOf(thing['datePublished']);
  return {
    ...(title === undefined ? {} : { title }),
    ...(author === undefined ? {} : { author }),
    ...(publishedOn === undefined ? {} : { publishedOn }),
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Joins the names of the authors: texts, or things with a name. */
function namesOf(value: unknown): string | undefined {
  const names = [value].flat().map((one) => textOf(isThing(one) ? one['name'] : one));
  const known = names.filter((name) => name !== undefined);
  return known.length === 0 ? undefined : known.slice(0, 10).join(', ');
}

const forms = [
  /^\s*(\d{4})-(\d\d)-(\d\d)(?!\d)/,
  /^\s*(\d{4})\/(\d\d)\/(\d\d)(?!\d)/,
  /^\s*(\d{4})(\d\d)(\d\d)(?!\d)/,
  /^D:(\d{4})(\d\d)(\d\d)/,
];

/**
 * Returns a day as YYYY-MM-DD from ISO 8601, `2025/03/31` or `D:20250331…`; else null: `03/04/2025`
 * is ambiguous.
 */
export function readDay(text: string | undefined): string | null {
  const found = forms.map((form) => form.exec(text ?? '')).find((match) => match !== null);
  if (!found) return null;
  const [, year = '', month = '', day = ''] = found;
  const stated = `${year}-${month}-${day}`;
  return IsDate(stated) && Number(year) >= 1_900 ? stated : null;
}

/** Bounds of what is taken from a fetched page. Lengths count characters. */
export const pageLimits = {
  textLength: 2_000_000,
  title: 300,
  author: 200,
  links: 1_000,
  url: 2_000,
} as const;
