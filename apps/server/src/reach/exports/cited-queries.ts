import { setImmediate as nextTurn } from 'node:timers/promises';
import { readChartBlocks } from '@ecp/charts/reading/read-chart-blocks';
import type { Citation } from '@ecp/contract/values/citations';
import { queryNames } from '@ecp/evidence/material';
import type { TextReader } from '../../kernel/text-work.ts';
import { listNamedQueries } from '../../work/documents/reading/client-text.ts';

export interface CitingDocument {
  filename: string;
  content: string;
  citations: Pick<Citation, 'source'>[];
}

interface QueryCitation {
  id: string;
  /** Names of the files, in their order. */
  citedIn: string[];
  /**
   * False if the id may be a common word after "Query", which counts only if there is such a query.
   */
  isCertain: boolean;
}

/** Matches a query's name in a footnote. */
const queryName = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${queryNames.join('|')})[ \u00a0]{0,2}\`?([a-z][a-z0-9]{5,63})(?![\\p{L}\\p{N}_-])`,
  'giu',
);
/** Characters of a footnote that are read. */
const readLength = 2_000;

/** Places after which others get a turn; reading so many takes some milliseconds. */
const placesPerTurn = 2_000;

/** Lists queries by first mention: as source, `Query <id>` in a footnote, `query` of a chart. */
export async function listCitedQueries(documents: CitingDocument[]): Promise<QueryCitation[]> {
  const found = new Map<string, { files: Set<string>; isCertain: boolean }>();
  let placeCount = 0;
  for (const document of documents) {
    for (const mentions of eachMention(document)) {
      for (const { id, isCertain } of mentions) {
        const known = found.get(id) ?? { files: new Set(), isCertain: false };
        found.set(id, {
          files: known.files.add(document.filename),
          isCertain: known.isCertain || isCertain,
        });
      }
      placeCount += 1;
      if (placeCount % placesPerTurn === 0) await nextTurn();
    }
    await nextTurn();
  }
  return [...found].map(([id, { files, isCertain }]) => ({ id, citedIn: [...files], isCertain }));
}

/** The queries that documents cite, and the ids of those that their sentences name. */
interface QueriesOfDocuments {
  cited: QueryCitation[];
  named: string[];
}

/** Lists the queries of documents; those of long ones in a child. */
export const citedQueriesReader: TextReader<{ documents: CitingDocument[] }, QueriesOfDocuments> = {
  name: 'cited-queries',
  shortWeight: 200_000,
  read: async ({ documents }) => ({
    cited: await listCitedQueries(documents),
    named: documents.flatMap(({ content }) => listNamedQueries(content)),
  }),
};

/** Returns what the reader needs of a document, whose citations may hold whole passages. */
export const toCitingDocument = ({
  filename,
  content,
  citations,
}: CitingDocument): CitingDocument => ({
  filename,
  content,
  citations: citations.map(({ source }) => ({ source })),
});

type Mention = Pick<QueryCitation, 'id' | 'isCertain'>;

/** Reads a document place by place; most places mention no query. */
function* eachMention({ content, citations }: CitingDocument): Generator<Mention[]> {
  for (const { source } of citations) {
    yield source.kind === 'query' ? idsIn(source.title).map((id) => ({ id, isCertain: true })) : [];
  }
  for (const text of eachFootnote(content)) {
    yield idsIn(text).map((id) => ({ id, isCertain: /\d/.test(id) }));
  }
  for (const block of readChartBlocks(content)) {
    yield 'spec' in block ? [{ id: block.spec.query, isCertain: true }] : [];
  }
}

function idsIn(text: string): string[] {
  return [...text.matchAll(queryName)].flatMap(([, id]) => (id === undefined ? [] : [id]));
}

/** Limits the blanks before a footnote's definition that are read. */
const maxIndent = 20;

/**
 * Yields the first line of each footnote's definition, and an empty text for each other place with
 * `[^`.
 */
function* eachFootnote(content: string): Generator<string> {
  const opening = '[^';
  for (
    let at = content.indexOf(opening);
    at >= 0;
    at = content.indexOf(opening, at + opening.length)
  ) {
    const start = Math.max(0, at - maxIndent);
    const before = content.slice(start, at);
    const lineStart = before.lastIndexOf('\n');
    const isFirst = (lineStart >= 0 || start === 0) && before.slice(lineStart + 1).trim() === '';
    const after = isFirst ? content.slice(at + opening.length, at + readLength) : '';
    yield /^[^\]\n]{1,200}\]:(.*)/.exec(after)?.[1] ?? '';
  }
}
