import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import type { DocumentOutline } from '@ecp/documents/storyline/outline-document';
import { readDeclaration } from '@ecp/evidence/footnotes';
import { queryNames } from '@ecp/evidence/material';
import { namePlace } from '@ecp/language/place-names';
import { slideTexts } from '@ecp/language/slide-heads';

/** A document's footnotes as slides cite them. */
export interface CitedDocument {
  outline: Pick<DocumentOutline, 'footnotes' | 'language'>;
  citations: readonly Citation[];
  /** Titles of the engagement's documents. */
  titles: ReadonlySet<string>;
  /** Returns what readers call a file that footnotes cite; other titles stay. */
  nameOf: (title: string) => string;
  /** The titles of queries by their ids; null for one without a title. */
  queries: ReadonlyMap<string, string | null>;
}

/** A source in the words of a reader. */
export interface NamedSource {
  title: string;
  /** True if the document itself assumes or proposes it, so that there is nothing to look up. */
  isOwn: boolean;
  /** Page, sheet or section; empty without one. */
  place: string;
}

const deepest = 4;

/** Returns footnotes by their labels, and those that they rest on behind them. */
function followFootnotes(
  { footnotes }: CitedDocument['outline'],
  labels: readonly string[],
): DocumentOutline['footnotes'] {
  const byLabel = new Map(footnotes.map((footnote) => [footnote.label, footnote]));
  const found = new Set<DocumentOutline['footnotes'][number]>();
  let next = labels;
  for (let depth = 0; depth < deepest && next.length > 0; depth += 1) {
    const fresh = next
      .flatMap((label) => byLabel.get(label) ?? [])
      .filter((footnote) => !found.has(footnote));
    for (const footnote of fresh) found.add(footnote);
    next = fresh.flatMap(({ refersTo }) => refersTo);
  }
  return [...found];
}

/** Names the sources of statements with these footnotes, each once, also those of calculations. */
export function nameSourcesOf(document: CitedDocument, labels: readonly string[]): NamedSource[] {
  const named = followFootnotes(document.outline, labels).flatMap(({ text }) =>
    readSources(text, document),
  );
  const seen = new Map(named.map((source) => [`${source.title}\n${source.place}`, source]));
  return [...seen.values()];
}

const quoted = /“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|"[^"]*"|「[^「」]*」|『[^『』]*』/gu;
const queryStart = new RegExp(
  `^(?:${queryNames.join('|')})[ \\u00a0]{0,2}\`?([a-z][a-z0-9]{5,63})\\b`,
  'iu',
);
const placeStart =
  /[,、，]\s*(?=(?:pages?|pp?\.|sheets?|sections?|slides?|rows?|lines?|Seiten?|S\.|Blatt|Abschnitt|Folie|Zeile|feuilles?|diapositive|rubrique|partie|páginas?|hoja|sección|diapositiva|fila|\d+\s*ページ|シート|セクション|節|第)(?![\p{Ll}]))/iu;

/** Returns the ids of the queries that footnotes cite. */
export const listQueries = ({ footnotes }: Pick<DocumentOutline, 'footnotes'>): string[] =>
  footnotes.flatMap(({ text }) =>
    splitSources(text).flatMap((words) => queryStart.exec(words)?.[1] ?? []),
  );

/** Returns the sources of a footnote without their quotes. */
const splitSources = (text: string): string[] =>
  text
    .replace(quoted, '')
    .split(/;\s|；/)
    .map((part) => part.replace(/[\s:：,，]+$/u, '').trim());

function readSources(
  text: string,
  { outline, titles, nameOf, queries }: CitedDocument,
): NamedSource[] {
  const texts = slideTexts[outline.language];
  if (/^\s*[=＝]/.test(text)) return [];
  const declared = readDeclaration(text);
  if (declared) return [{ title: texts[declared.kind], place: '', isOwn: true }];
  return splitSources(text).flatMap((words) => {
    const query = queryStart.exec(words)?.[1];
    if (query !== undefined)
      return [{ title: queries.get(query) ?? texts.query, place: '', isOwn: false }];
    if (!/[\p{L}\p{N}]/u.test(words) || /^[=＝]/.test(words)) return [];
    const known = [...titles].find((title) => words.startsWith(title));
    const at = known === undefined ? words.search(placeStart) : known.length;
    const title = (at < 0 ? words : words.slice(0, at)).trim();
    const place = at < 0 ? '' : words.slice(at).replace(/^[\s,、，:：]+/u, '');
    const shown = title === 'Brief' ? texts.brief : nameOf(title);
    return [
      {
        title: cutWords(shown, 120),
        place: cutWords(namePlace(place, outline.language), 80),
        isOwn: false,
      },
    ];
  });
}

/** Cuts a text between words. */
export function cutWords(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most).toWellFormed();
  return `${cut.replace(/\s+\S*$/u, '').replace(/[\s,;:–-]+$/u, '')} …`;
}

const mostNotes = 40;
const longestNote = 600;

/**
 * Returns the footnotes of statements for the notes of a slide: quotes, calculations, and what the
 * check doubts.
 */
export function noteFootnotes(
  { outline, citations }: CitedDocument,
  labels: readonly string[],
): string[] {
  const doubts = new Map(
    citations.flatMap(({ footnote, state, reason }) => {
      return footnote === null || !isOpen({ state })
        ? []
        : [[footnote.toLowerCase(), reason ?? state] as const];
    }),
  );
  return followFootnotes(outline, labels)
    .slice(0, mostNotes)
    .map(({ label, text, refersTo }) => {
      const rests = refersTo.map((other) => `[${other}]`).join(', ');
      const words = cutWords(text.replace(/[\s,;]+$/u, ''), longestNote);
      const doubt = doubts.get(label);
      return `[${label}] ${words}${rests === '' ? '' : ` ${rests}`}${doubt === undefined ? '' : ` (! ${doubt})`}`;
    });
}

/** Returns the sources of a slide as its foot names them: a title once, with its places. */
export function joinPlaces(sources: readonly NamedSource[]): string[] {
  const places = new Map<string, string[]>();
  for (const { title, place } of sources) {
    const known = places.get(title) ?? [];
    places.set(title, place === '' || known.includes(place) ? known : [...known, place]);
  }
  return [...places].map(([title, found]) => {
    if (found.length === 0 || found.length > mostPlaces) return title;
    return `${title}, ${found.join('; ')}`;
  });
}

const mostPlaces = 3;
