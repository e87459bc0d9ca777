import { readChartBlocks } from '@ecp/charts/reading/read-chart-blocks';
import type { Citation } from '@ecp/contract/values/citations';
import { colleagueNames, queryNames, reviewerNames } from '@ecp/evidence/material';
import { answersTitles } from '@ecp/language/answers-titles';
import { detectLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import { type MarkdownLine, readLines } from '@ecp/markdown/parse-markdown';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import { frontMatterOf } from '@ecp/markdown/sectioned-document';
import type { TextReader, TextWork } from '../../../kernel/text-work.ts';
import { cutBlocks, cutTraces, type TraceLine } from './traces.ts';

type CodeOrWords = Pick<MarkdownLine, 'isCode' | 'raw'>;

/**
 * Replaces a client text's links to the team's places by their words; links to shown documents
 * stay.
 */
function cutInnerLinks(lines: readonly CodeOrWords[], shown: ReadonlySet<string>): CodeOrWords[] {
  const labels = new Set<string>();
  const pieces: CodeOrWords[] = [];
  let goesOn = false;
  for (const { isCode, raw } of lines) {
    const [, label = '', angled, bare] = isCode ? [] : (definition.exec(raw.trimEnd()) ?? []);
    if (label !== '' && isInner(angled ?? bare ?? '', shown)) {
      labels.add(foldLabel(label));
      continue;
    }
    const isWords = !isCode && raw.trim() !== '';
    const last = pieces.at(-1);
    if (last && goesOn && isWords) last.raw += raw;
    else pieces.push({ isCode, raw });
    goesOn = isWords;
  }
  return pieces.map((piece) =>
    piece.isCode ? piece : { ...piece, raw: unlink(piece.raw, labels, shown) },
  );
}

/** A definition of a reference, which only programs read: `[1]: market.md "Market"`. */
const definition =
  /^ {0,3}\[((?!\^)[^[\]]{1,500})\]:[ \t]{0,20}(?:<([^<>]{0,2000})>|(\S{1,2000}))(?:[ \t]+["'(].*)?$/;
/**
 * What follows the words of a link: `target` is an address, `(market.md "Market")`; `reference` is
 * a label, `[1]`.
 */
const target =
  /\(\s{0,20}(?:<([^<>\n]{0,2000})>|((?:[^\s()<>]|\([^\s()<>]{0,100}\)){0,2000}))(?:\s{1,20}(?:"[^"]{0,500}"|'[^']{0,500}'|\([^()]{0,500}\)))?\s{0,20}\)/y;
const reference = /\[([^[\]]{0,500})\]/y;

const foldLabel = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Returns a text with the words of links in place of those that lead to inner places or have one of
 * the labels.
 */
function unlink(text: string, labels: ReadonlySet<string>, shown: ReadonlySet<string>): string {
  const cuts: [from: number, to: number][] = [];
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '\\') at += 1;
    else if (mark === '[') open.push(at);
    else if (mark === ']') {
      const start = open.pop();
      if (start === undefined) continue;
      const end = findInnerEnd(text, [start, at], labels, shown);
      if (end === null) continue;
      cuts.push([text[start - 1] === '!' ? start - 1 : start, start + 1], [at, end]);
      at = end - 1;
    }
  }
  cuts.sort(([one], [other]) => one - other);
  const ends = [0, ...cuts.map(([, to]) => to)];
  const words = ends.map((from, index) => text.slice(from, cuts[index]?.[0])).join('');
  return words.replace(
    /https?:\/\/[^\s<>()[\]]{1,2000}/g,
    (address) => nameInside(address) ?? address,
  );
}

/**
 * Finds where a link to an inner place ends whose words stand between two brackets; null if it is
 * none.
 */
function findInnerEnd(
  text: string,
  [start, at]: readonly [number, number],
  labels: ReadonlySet<string>,
  shown: ReadonlySet<string>,
): number | null {
  target.lastIndex = at + 1;
  const [whole, angled, bare] = target.exec(text) ?? [];
  if (whole !== undefined)
    return isInner(angled ?? bare ?? '', shown) ? at + 1 + whole.length : null;
  if (labels.size === 0 || text[start + 1] === '^') return null;
  reference.lastIndex = at + 1;
  const [named = '', label = ''] = reference.exec(text) ?? [];
  const own = at - start > 500 ? '' : text.slice(start + 1, at);
  return labels.has(foldLabel(label || own)) ? at + 1 + named.length : null;
}

function isInner(address: string, shown: ReadonlySet<string>): boolean {
  if (address === '' || address.startsWith('#') || address.startsWith('//') || shown.has(address))
    return false;
  if (/^charts\/\d{1,3}$/.test(address)) return false;
  return !/^[a-z][a-z\d+.-]{1,30}:/i.test(address) || isEngagementPage(address);
}

/** Tells whether an address is that of a page or a file of an engagement, whatever its host. */
const isEngagementPage = (address: string): boolean =>
  /\/engagements\/[a-z][a-z\d]{23}(?:[/?#]|$)/.test(address);

/** Returns the name of the document at the end of an engagement's address, which has a title. */
const nameInside = (address: string): string | undefined =>
  isEngagementPage(address) ? /\/deliverables\/([^/?#]{1,300})/.exec(address)?.[1] : undefined;

export interface DocumentFacts {
  /** Its checked citations; those of colleagues and reviewers are cut. */
  citations: readonly Pick<Citation, 'footnote' | 'source' | 'claim'>[];
  /** The titles of documents by the filenames that texts name them by. */
  titles: ReadonlyMap<string, string>;
  /** The titles of the engagement's queries by their ids; null for one without a title. */
  queries: ReadonlyMap<string, string | null>;
  agents?: readonly string[];
  /** For a page: charts become images, and links lead to the documents that the reader has. */
  page?: { filenames: readonly string[] } | undefined;
}

interface ClientText {
  content: string;
  /** Labels of the footnotes that were cut, in lower case. */
  cutFootnotes: ReadonlySet<string>;
  /** For each citation, whether its statement stands in the text as it was written. */
  showsClaim: readonly boolean[];
}

/**
 * Returns a document's text for a client, in portal, PDF and Word: without answers to reviewers,
 * footnotes that cite the team, comments, SQL, JSON and hashes; filenames, queries, slugs and inner
 * links become words. Other text keeps its bytes.
 */
export function clientText(markdown: string, facts: DocumentFacts): ClientText {
  const { citations, titles, queries, agents = [], page } = facts;
  const frontMatter = frontMatterOf(markdown);
  const body = markdown.slice(frontMatter.length);
  const read = cutComments(markSections(markFootnotes(readLines(body))));
  const lines = cutTraces(cutBlocks(read, body));
  const cutFootnotes = findTeamFootnotes(lines, citations);
  for (const label of findEmpty(lines, read)) cutFootnotes.add(label);
  for (const label of findOrphans(lines)) cutFootnotes.add(label);
  const kept = lines.filter(
    ({ isCut, isTrace, footnote }) =>
      !isTrace && (footnote === null ? !isCut : !cutFootnotes.has(footnote)),
  );
  const rename = makeRename({ titles, queries, agents }, detectLanguage(body));
  const plain = cutInnerLinks(kept, new Set(page?.filenames));
  const words = plain.map(({ isCode, raw }) =>
    isCode ? raw : rename(cutReferences(raw, cutFootnotes)),
  );
  const content = offlineMarkOf(frontMatter) + words.join('');
  const shown = plainWords(content);
  return {
    content: page ? showCharts(content) : content,
    cutFootnotes,
    showsClaim: citations.map(({ claim }) => shown.includes(plainWords(claim))),
  };
}

const plainWords = (text: string): string =>
  text
    .replace(/\[\^[^\]\s]{1,200}\]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Replaces each chart's block by an image, `![title](charts/1)`, numbered as at the endpoint of
 * charts.
 */
function showCharts(content: string): string {
  const blocks = readChartBlocks(content);
  if (blocks.length === 0) return content;
  const lines = content.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  for (const block of blocks.toReversed()) {
    const length = block.source.split('\n').length + 2;
    const [indent = ''] = /^ */.exec(lines[block.line - 1] ?? '') ?? [];
    const title =
      'spec' in block ? escapeMarkdown(block.spec.title.replace(/\s+/g, ' ').trim()) : '';
    lines.splice(block.line - 1, length, `${indent}![${title}](charts/${block.number})\n`);
  }
  return lines.join('');
}

interface Line extends TraceLine {
  isCut: boolean;
}

/**
 * Marks the lines of each footnote's definition: the first one, and those up to the next unindented
 * block.
 */
function markFootnotes(lines: readonly MarkdownLine[]): Line[] {
  let footnote: string | null = null;
  let afterBlank = false;
  return lines.map((line) => {
    const label = line.isCode ? undefined : /^ {0,3}\[\^([^[\]\s]+)\]:/.exec(line.raw)?.[1];
    const isBlank = line.raw.trim() === '';
    const ends = line.level > 0 || (afterBlank && !isBlank && !/^(?: {4}|\t)/.test(line.raw));
    if (label !== undefined) footnote = label.toLowerCase();
    else if (ends) footnote = null;
    afterBlank = isBlank;
    return { ...line, footnote, isCut: false, isTrace: false };
  });
}

const foldTitle = (title: string): string =>
  (
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? []
  ).join(' ');

/** Sections for the team. */
const teamSections = new Set(Object.values(answersTitles).map(foldTitle));

/**
 * Marks the sections for the team to be cut, each up to the next heading of its level or a higher
 * one.
 */
function markSections(lines: readonly Line[]): Line[] {
  let cutLevel = 0;
  return lines.map((line) => {
    if (line.level > 0 && (cutLevel === 0 || line.level <= cutLevel)) {
      cutLevel = teamSections.has(foldTitle(line.title)) ? line.level : 0;
    }
    return { ...line, isCut: cutLevel > 0 };
  });
}

/** Marks the comments that stand on lines of their own to be cut. */
function cutComments(lines: readonly Line[]): Line[] {
  let isOpen = false;
  return lines.map((line) => {
    if (!isOpen && !line.isCode) isOpen = /^ {0,3}<!--/.test(line.raw);
    const isCut = line.isCut || isOpen;
    if (isOpen && /-->\s*$/.test(line.raw)) isOpen = false;
    return { ...line, isCut };
  });
}

/** Finds the footnotes of which nothing is left but the name of what was cut. */
function findEmpty(lines: readonly Line[], read: readonly Line[]): string[] {
  const words = new Map<string, { before: string; after: string }>();
  for (const [index, { footnote, isTrace, raw }] of lines.entries()) {
    if (footnote === null) continue;
    const { before, after } = words.get(footnote) ?? { before: '', after: '' };
    words.set(footnote, {
      before: before + (read[index]?.raw ?? ''),
      after: after + (isTrace ? '' : raw),
    });
  }
  const isBare = (text: string) =>
    /^\s*(?:\[\^[^\]\s]{1,200}\]:)?\s*(?:chart|sql|json)?[\s.:：]*$/i.test(text);
  return [...words].flatMap(([label, { before, after }]) =>
    isBare(after) && !isBare(before) ? [label] : [],
  );
}

const advice = new RegExp(
  `^(?:(?:${colleagueNames.join('|')})\\s|(?:${reviewerNames.join('|')})\\s\\d)`,
  'iu',
);

/**
 * Finds the footnotes that cite a colleague or reviewer: by their citation, or by their words
 * without one.
 */
function findTeamFootnotes(
  lines: readonly Line[],
  citations: DocumentFacts['citations'],
): Set<string> {
  const kinds = new Map(
    citations.map(({ footnote, source }) => [footnote?.toLowerCase(), source.kind]),
  );
  const isOfTeam = ({ footnote, raw }: Line) => {
    if (footnote === null) return false;
    const kind = kinds.get(footnote);
    if (kind !== undefined) return kind === 'colleague' || kind === 'reviewer';
    return advice.test(raw.replace(/^ {0,3}\[\^[^\]]+\]:\s*/, ''));
  };
  return new Set(lines.filter(isOfTeam).flatMap(({ footnote }) => footnote ?? []));
}

/** Finds the footnotes that only cut lines refer to. */
function findOrphans(lines: readonly Line[]): string[] {
  const [cut, kept] = [new Set<string>(), new Set<string>()];
  for (const { raw, footnote, isCut, isTrace } of lines) {
    if (isTrace) continue;
    const into = footnote === null && isCut ? cut : kept;
    for (const [, label = ''] of raw.matchAll(/\[\^([^[\]\s]+)\](?!:)/g))
      into.add(label.toLowerCase());
  }
  return [...cut.difference(kept)];
}

function cutReferences(raw: string, labels: ReadonlySet<string>): string {
  return raw.replace(/ ?\[\^([^[\]\s]+)\](?!:)/g, (whole, label: string) =>
    labels.has(label.toLowerCase()) ? '' : whole,
  );
}

interface TextForClient {
  markdown: string;
  page: DocumentFacts['page'];
  citations: DocumentFacts['citations'];
  titles: readonly (readonly [string, string])[];
  queries: readonly (readonly [string, string | null])[];
  agents: readonly string[];
}

/** Makes texts for clients; long ones in a child. */
export const clientTextReader: TextReader<
  TextForClient,
  Omit<ClientText, 'cutFootnotes'> & { cutFootnotes: string[] }
> = {
  name: 'client-text',
  shortWeight: 40_000,
  read: ({ markdown, citations, agents, page, ...names }) => {
    const facts = {
      citations,
      agents,
      page,
      titles: new Map(names.titles),
      queries: new Map(names.queries),
    };
    const { cutFootnotes, ...text } = clientText(markdown, facts);
    return { ...text, cutFootnotes: [...cutFootnotes] };
  },
};

/** Does the same as clientText. Errors: `text_too_complex`, `service_unavailable`. */
export async function readClientText(
  texts: TextWork,
  tenantId: string,
  markdown: string,
  { citations, titles, queries, agents = [], page }: DocumentFacts,
): Promise<ClientText> {
  const sources = citations.map(({ footnote, claim, source: { kind, title, location } }) => ({
    footnote,
    claim,
    source: { kind, title, location },
  }));
  const given = {
    markdown,
    page,
    citations: sources,
    titles: [...titles],
    queries: [...queries],
    agents,
  };
  const { cutFootnotes, ...text } = await texts.run(tenantId, clientTextReader, given);
  return { ...text, cutFootnotes: new Set(cutFootnotes) };
}

/**
 * A client reads these words in place of a query without a title, in the language of the document.
 */
const untitled: Record<Language, string> = {
  en: 'Analysis of the data',
  de: 'Auswertung der Daten',
  fr: 'Analyse des données',
  es: 'Análisis de los datos',
  ja: 'データの集計',
};

/**
 * Returns what a client reads in place of a query without a title, in the language of the text that
 * cites it.
 */
export const untitledQuery = (text: string): string => untitled[detectLanguage(text)];

/**
 * A query's name as documents write it, with an id that is one even where no such query is
 * recorded.
 */
const queryName = `(?:${queryNames.join('|')})[ \u00a0]{0,2}(\`?)([a-z][a-z0-9]{23})\\1(?![\\p{L}\\p{N}_-])`;

/** Returns the ids of queries that a text names, recorded or not. */
export function listNamedQueries(text: string): string[] {
  return [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${queryName}`, 'giu'))].flatMap(
    ([, , id]) => id ?? [],
  );
}

/**
 * Makes the replacement of filenames, ids and slugs by words, outside of addresses and longer
 * names.
 */
function makeRename(
  { titles, queries, agents }: Required<Omit<DocumentFacts, 'citations' | 'page'>>,
  language: Language,
): (text: string) => string {
  const titleOfQuery = (id: string) => queries.get(id) ?? untitled[language];
  const words = new Map([
    ...agents
      .filter((slug) => slug.includes('-'))
      .map((slug) => [slug, slug.replaceAll('-', ' ')] as const),
    ...[...queries.keys()].map((id) => [id, titleOfQuery(id)] as const),
    ...titles,
  ]);
  const named = new RegExp(`(?<![\\p{L}\\p{N}])${queryName}`, 'giu');
  const ofQuery = (text: string) =>
    text.replace(named, (_whole, _mark, id: string) => escapeMarkdown(titleOfQuery(id)));
  if (words.size === 0) return ofQuery;
  const names = [...words.keys()].sort((a, b) => b.length - a.length);
  const patterns = names.map((name) =>
    name.replace(/[^\p{L}\p{N}]/gu, (mark) => `\\\\?${RegExp.escape(mark)}`),
  );
  // A file may be named with its folder. The text is searched only behind one, because each mark
  // would cost as much.
  const folder = String.raw`(?:\.{0,2}/(?:[\w-]{1,60}/){0,3}|(?:[\w-]{1,60}/){1,3})`;
  const path = String.raw`(?:${folder}(?=[^\s/]{1,200}\.[a-z]{1,5}))?`;
  const word = `(?:(?:${queryNames.join('|')})[ \u00a0]{0,2}(?=\`?(?:${[...queries.keys()].join('|') || '(?!)'})))?`;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_/.-]|\\]\\()${word}(\`?)${path}(${patterns.join('|')})\\1(?![\\p{L}\\p{N}_/-])`,
    'gu',
  );
  return (text) =>
    ofQuery(text).replace(pattern, (whole, _: string, name: string) => {
      const title = words.get(name) ?? words.get(name.replaceAll('\\', ''));
      return title === undefined ? whole : escapeMarkdown(title);
    });
}

/** Keeps of the front matter that the offline model has written or revised the document. */
function offlineMarkOf(frontMatter: string): string {
  const marks = frontMatter.match(/^(?:offline|revisedOffline): true[ \t]*$/gm) ?? [];
  return marks.length === 0 ? '' : `---\n${marks.join('\n')}\n---\n\n`;
}
