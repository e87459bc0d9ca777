import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Citation } from '@ecp/contract/values/citations';

/** A document with its checked citations. */
export interface CitingDocument {
  filename: string;
  content: string;
  citations: Pick<Citation, 'source'>[];
}

/** A query that documents name. */
export interface QueryCitation {
  id: string;
  /** Names of the files, in their order. */
  citedIn: string[];
  /** False if the id may be a common word after "Query", which counts only if there is such a query. */
  isCertain: boolean;
}

/** How a footnote names a query, in the languages of documents. */
const queryName =
  /(?<![\p{L}\p{N}])(?:Query|Abfrage|Requête|Consulta|クエリ)[ \u00a0]{0,2}`?([a-z][a-z0-9]{5,63})(?![\p{L}\p{N}_-])/giu;
const chartQuery = /"query"[ \t\r\n]{0,100}:[ \t\r\n]{0,100}"([\w-]{1,100})"/;
/** Characters of a footnote, and of a chart's block, that are read. */
const readLength = 2_000;

/** Places after which others get a turn; reading so many takes some milliseconds. */
const placesPerTurn = 2_000;

/**
 * Lists the queries that documents cite, in the order of their first mention: as a checked source, as `Query <id>` in a
 * footnote, and as the `query` of a `chart` block (contract 9 and 10).
 */
export async function listCitedQueries(documents: CitingDocument[]): Promise<QueryCitation[]> {
  const found = new Map<string, { files: Set<string>; isCertain: boolean }>();
  let placeCount = 0;
  for (const document of documents) {
    for (const mentions of eachMention(document)) {
      for (const { id, isCertain } of mentions) {
        const known = found.get(id) ?? { files: new Set(), isCertain: false };
        found.set(id, { files: known.files.add(document.filename), isCertain: known.isCertain || isCertain });
      }
      placeCount += 1;
      if (placeCount % placesPerTurn === 0) await nextTurn();
    }
    await nextTurn();
  }
  return [...found].map(([id, { files, isCertain }]) => ({ id, citedIn: [...files], isCertain }));
}

type Mention = Pick<QueryCitation, 'id' | 'isCertain'>;

/** Reads a document place by place; most places mention no query. */
function* eachMention({ content, citations }: CitingDocument): Generator<Mention[]> {
  for (const { source } of citations) {
    yield source.kind === 'query' ? idsIn(source.title).map((id) => ({ id, isCertain: true })) : [];
  }
  for (const place of eachPlace(content, '[^')) {
    yield idsIn(readFootnote(place)).map((id) => ({ id, isCertain: /\d/.test(id) }));
  }
  for (const place of eachPlace(content, 'chart')) {
    const id = chartQuery.exec(readChart(place))?.[1];
    yield id === undefined ? [] : [{ id, isCertain: true }];
  }
}

function idsIn(text: string): string[] {
  return [...text.matchAll(queryName)].flatMap(([, id]) => (id === undefined ? [] : [id]));
}

interface Place {
  /** The line before the word. */
  before: string;
  after: string;
}

/** Most characters before a word in a line that opens a footnote or a block. */
const maxIndent = 20;

/** Finds a word. Where it is far from the beginning of its line, the place has no text. */
function* eachPlace(content: string, word: string): Generator<Place> {
  for (let at = content.indexOf(word); at >= 0; at = content.indexOf(word, at + word.length)) {
    const start = Math.max(0, at - maxIndent);
    const lineStart = content.slice(start, at).lastIndexOf('\n');
    const isNear = lineStart >= 0 || start === 0;
    const after = isNear ? content.slice(at + word.length, at + readLength) : '';
    yield { before: content.slice(start + lineStart + 1, at), after };
  }
}

/** Returns the first line of a footnote's definition, empty for other text. */
function readFootnote({ before, after }: Place): string {
  const [label = '', text = ''] = /^[^\]\n]{1,200}\]:(.*)/.exec(after) ?? [];
  return before.trim() === '' && label !== '' ? text : '';
}

/** Returns the text of a `chart` block, empty for other text. */
function readChart({ before, after }: Place): string {
  const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(before)?.[1];
  if (fence === undefined || !/^[ \t]*\r?\n/.test(after)) return '';
  const end = after.indexOf(`\n${fence}`);
  return end < 0 ? after : after.slice(0, end);
}
