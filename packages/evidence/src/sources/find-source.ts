import type { TimeSlice } from '@ecp/semaphore/time-slice';
import type { EvidenceTexts } from '../texts/evidence-texts.ts';
import { foldName, stripMarks } from './fold-name.ts';
import { foldShort } from './fold-text.ts';
import type { EvidenceContext, SourcePart, SourceText } from './source-documents.ts';

/** The target of a footnote: a document with the parts that the location names, or why it does not exist. */
export type FoundSource =
  | { found: true; document: SourceText; location: string | null; parts: SourcePart[] }
  | { found: false; title: string; location: string | null; document: SourceText | null; reason: string };

const leadIn =
  /^(?:(?:see|cf\.?|source|sources|file|attachment|attached file|document|deliverable|earlier deliverable|web ?page|website|quelle|quellen|datei|anhang|anlage|dokument|siehe|vgl\.|s\.|fuente|archivo|documento|anexo|véase|fichier|voir|pièce jointe|fonte)(?!\p{L})\s?:?\s+|(?:出典|資料|ファイル|添付)\s?[:：]?\s*)(?=\S)/iu;
const placeWord =
  /^(?:pages?|pp?\.|s\.|seiten?|páginas?|págs?\.|pagina|sheets?|tab|worksheet|blatt|tabellenblatt|feuille|onglet|hoja|slides?|folien?|diapositives?|diapo|diapositivas?|sections?|sec\.|§|abschnitt|sección|chapter|kapitel|chapitre|capítulo|heading|row|rows|line|lines|zeilen?|ligne|lignes|fila|línea|note|table|tabelle|tableau|tabla)(?![\p{L}\p{N}])|^(?:第?\d{1,5}\s?(?:ページ|頁)|シート|スライド|表|行|章|節)/iu;

/** Finds the document and the place that the head of a footnote names. Only given documents can be named. */
export async function findSource(
  head: string,
  urls: string[],
  { documents, slice, texts }: EvidenceContext,
): Promise<FoundSource> {
  const named = findDocument(head, urls, documents);
  if (named === null) {
    const [title = head, ...rest] = head.split(/,\s+/);
    return {
      found: false,
      title: stripMarks(title).slice(0, 300),
      location: rest.join(', ').slice(0, 300) || null,
      document: null,
      reason: texts.noSuchSource,
    };
  }
  return narrow(named.document, named.rest, slice, texts);
}

/** Returns true if words are the name of a document. */
export function isSourceTitle(words: string, documents: SourceText[]): boolean {
  return findDocument(words, [], documents) !== null;
}

/** Returns true if words name a document, or a page, sheet or section of one. */
export function isSourceName(words: string, documents: SourceText[]): boolean {
  const name = foldName(words);
  const isPlace = ({ location }: SourcePart) =>
    location !== null && foldName(location).replace(/^\p{L}+ /u, '') === name;
  return isSourceTitle(words, documents) || documents.some(({ parts }) => parts.some(isPlace));
}

/** Folds a URL for comparison: removes scheme, www and trailing slash. */
export function foldUrl(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/#.*$/, '')
    .replace(/[/.,;)]+$/, '');
}

function findDocument(
  head: string,
  urls: string[],
  documents: SourceText[],
): { document: SourceText; rest: string } | null {
  const plain = stripMarks(head);
  const starts = [plain, plain.replace(leadIn, ''), plain.replace(leadIn, '').replace(leadIn, '')];
  let best: { document: SourceText; rest: string; length: number } | null = null;
  for (const start of new Set(starts)) {
    const folded = foldName(start);
    for (const document of documents) {
      for (const name of document.names) {
        if (!folded.startsWith(name) || (best !== null && best.length >= name.length)) continue;
        const rest = restBehind(start, name);
        if (rest !== null) best = { document, rest, length: name.length };
      }
    }
  }
  return best ?? findByAddress(plain, urls, documents) ?? findByFileName(plain, documents);
}

/** Finds the document whose address the footnote gives. */
function findByAddress(head: string, urls: string[], documents: SourceText[]) {
  const written = [...urls, ...(head.match(/https?:\/\/[^\s,”"]+/gi) ?? [])];
  const given = new Set(written.map(foldUrl));
  const document = documents.find(({ url }) => url !== null && given.has(foldUrl(url)));
  if (!document) return null;
  return { document, rest: head.replace(/https?:\/\/[^\s,”"]+/gi, '').replace(/^[^,]*(?:,|$)/, '') };
}

/** Finds a file that is named after a description: “Interviews with shops (farm-shops.md), page 2”. */
function findByFileName(head: string, documents: SourceText[]) {
  for (const segment of head.split(/,\s+|[()]/)) {
    const name = foldName(segment);
    const isFile = /\.[a-z0-9]{2,5}$/i.test(segment.trim());
    const document = isFile && documents.find(({ names }) => names.includes(name));
    if (document) return { document, rest: head.slice(head.indexOf(segment) + segment.length) };
  }
  return null;
}

/**
 * Returns what follows a folded name at the start of a head, or null if the head does not start with exactly that name.
 */
function restBehind(head: string, name: string): string | null {
  for (let end = 1; end <= head.length; end += 1) {
    const folded = foldName(head.slice(0, end));
    if (folded.length > name.length) return null;
    const rest = head.slice(end);
    if (folded === name && (/^\s*(?:$|[,;:()–—、（]|- )/u.test(rest) || placeWord.test(rest.trim()))) return rest;
  }
  return null;
}

/** Finds the parts that the rest of a head names: pages, a sheet, a slide, a section. */
async function narrow(
  document: SourceText,
  rest: string,
  slice: TimeSlice,
  texts: EvidenceTexts,
): Promise<FoundSource> {
  const location = stripMarks(rest).replace(/^[\s,;:()–—、：（-]+|[\s,;:()、：）]+$/gu, '') || null;
  const all: FoundSource = { found: true, document, location, parts: document.parts };
  if (location === null) return all;
  const missing = (reason: string): FoundSource => ({
    found: false,
    title: document.title,
    location,
    document,
    reason,
  });
  const exact = document.parts.filter(
    (part) => part.location !== null && foldName(part.location) === foldName(location),
  );
  if (exact.length > 0) return { ...all, parts: exact };
  for (const word of ['page', 'slide'] as const) {
    const numbers = readNumbered(location, word);
    if (numbers === null) continue;
    const parts = document.parts.filter((part) => coversNumber(part.location, word, numbers));
    return parts.length > 0
      ? { ...all, parts }
      : missing(texts[word === 'page' ? 'noSuchPage' : 'noSuchSlide'](document.title, numbers.join('–')));
  }
  const name = readNamed(location);
  if (name === null) return all;
  const wanted = foldName(name);
  const parts = document.parts.filter((part) => part.location !== null && foldName(part.location).includes(wanted));
  if (parts.length > 0) return { ...all, parts };
  const within = await findHeading(document, name, slice);
  return within.length > 0 ? { ...all, parts: within } : missing(texts.noSuchPlace(document.title, location));
}

/** Finds the parts that contain a heading. A path of headings, such as “Costs: Staff”, may name several. */
async function findHeading(document: SourceText, name: string, slice: TimeSlice): Promise<SourcePart[]> {
  const steps = name.split(/\s*[:>›]\s+/).map((step) => foldShort(step.replace(/\s*…$/u, '')).toLowerCase());
  const within: SourcePart[] = [];
  for (const part of document.parts) {
    const folded = (await part.fold(slice)).folded.toLowerCase();
    if (steps.every((step) => folded.includes(step))) within.push(part);
  }
  return within;
}

const numbered = {
  page: /(?:(?:^|[\s,(、（])(?:pages?|pp?\.?|s\.|seiten?|páginas?|págs?\.|pagina|ページ)\s*|(?=第?\d{1,5}(?:\s?[-–~〜]\s?\d{1,5})?\s?(?:ページ|頁))第?)(\d{1,5})(?:\s*(?:[-–—~〜]|to|and|bis|und|à|et|a|y|,|&)\s*(?:page|p\.)?\s*(\d{1,5}))?/iu,
  slide:
    /(?:^|[\s,(、（])(?:slides?|folien?|diapositives?|diapo|diapositivas?|スライド)\s*(\d{1,5})(?:\s*(?:[-–—~〜]|to|and|bis|und|à|et|a|y|,|&)\s*(?:slide)?\s*(\d{1,5}))?/iu,
};

function readNumbered(location: string, word: keyof typeof numbered): number[] | null {
  const match = numbered[word].exec(location);
  return match?.[1] === undefined ? null : [match[1], match[2]].flatMap((digits) => (digits ? [Number(digits)] : []));
}

function coversNumber(location: string | null, word: keyof typeof numbered, [from = 0, to = from]: number[]): boolean {
  const own = location === null ? null : readNumbered(location, word);
  const [first, last = first] = own ?? [];
  return first !== undefined && last !== undefined && from <= last && to >= first;
}

/**
 * Reads the sheet or section name in a location. Rows and lines are ignored, because stored text does not number them.
 */
function readNamed(location: string): string | null {
  const match =
    /(?:^|[\s,(、（])(?:(?:sheet|tab|worksheet|blatt|tabellenblatt|feuille|onglet|hoja|section|sec\.|§|abschnitt|sección|chapter|kapitel|chapitre|capítulo|heading)\s+|シート\s?)([^,;、]+)/iu.exec(
      location,
    );
  return match?.[1]?.trim() || null;
}
