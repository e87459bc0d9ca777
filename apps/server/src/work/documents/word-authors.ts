import type { VersionOrigin } from '@ecp/contract/work/deliverables';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { diffArrays } from 'diff';
import type { TextReader } from '../../kernel/text-work.ts';

/** Who wrote a version. What people import, or write by an API key, is theirs. */
type Writer = 'agent' | 'person';

/** How many words of a version stand as agents or as people wrote them. */
export type WordAuthors = Record<Writer, number>;

interface WrittenText {
  content: string;
  by: Writer;
}

/** The words of a line, and who wrote each. */
interface Line {
  words: string[];
  by: Writer[];
}

/**
 * Limits the words that one version changes and that are searched for one by one. Beyond them, its
 * new lines are all its own.
 */
const maxChangedWords = 1_000;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Counts the words of the last version by who wrote them. A line is its authors' in all versions
 * after the first that has it. Of new lines, words that the lines gone since the version before
 * have in the same order keep their author.
 */
function countWordAuthors(versions: readonly WrittenText[]): WordAuthors {
  const known = new Map<string, Line>();
  let before: string[] = [];
  for (const { content, by } of versions) {
    const texts = content.split('\n').map((line) => line.trim());
    const present = new Set(texts);
    const fresh = [...present].filter((text) => !known.has(text));
    const gone = [...new Set(before)]
      .filter((text) => !present.has(text))
      .flatMap((text) => known.get(text) ?? []);
    const lines = fresh.map((text): Line => {
      const words = wordsOf(text);
      return { words, by: words.map(() => by) };
    });
    keepAuthors(lines, gone, by);
    for (const [at, text] of fresh.entries()) known.set(text, lines[at] ?? { words: [], by: [] });
    before = texts;
  }
  const counts = { agent: 0, person: 0 };
  for (const text of before) for (const writer of known.get(text)?.by ?? []) counts[writer] += 1;
  return counts;
}

const wordsOf = (text: string): string[] =>
  [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);

/** Gives words of new lines that stood in those gone their authors back. */
function keepAuthors(lines: readonly Line[], gone: readonly Line[], by: Writer): void {
  const oldAuthors = gone.flatMap((line) => line.by);
  // Where all words have one author, nothing is to be searched.
  if (oldAuthors.every((writer) => writer === by)) return;
  const newWords = lines.flatMap(({ words }) => words);
  const oldWords = gone.flatMap(({ words }) => words);
  const authors = newWords.map(() => by);
  let [oldAt, newAt] = [0, 0];
  for (const part of diffArrays(oldWords, newWords, { maxEditLength: maxChangedWords }) ?? []) {
    if (part.removed) oldAt += part.count;
    else if (part.added) newAt += part.count;
    else {
      for (let step = 0; step < part.count; step += 1)
        authors[newAt + step] = oldAuthors[oldAt + step] ?? by;
      oldAt += part.count;
      newAt += part.count;
    }
  }
  let start = 0;
  for (const line of lines) {
    line.by = authors.slice(start, start + line.words.length);
    start += line.words.length;
  }
}

/**
 * Counts the words of a document's last version by who wrote them; those of long documents in a
 * child.
 */
export const wordAuthorsReader: TextReader<{ versions: readonly WrittenText[] }, WordAuthors> = {
  name: 'word-authors',
  shortWeight: 3_000,
  read: ({ versions }) => countWordAuthors(versions),
};

/** A version without its text. */
export interface VersionOfDocument {
  id: string;
  filename: string;
  version: number;
  origin: VersionOrigin;
}

/** Selects all versions of an engagement's documents, oldest first, without internal files. */
export function selectVersionsOfDocuments(
  tenantId: string,
  engagementId: string,
): Statement<VersionOfDocument> {
  return {
    name: 'select_versions_of_documents',
    text: `select id, filename, version, origin from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_') order by filename, version`,
    values: [tenantId, engagementId],
  };
}

/**
 * Bytes of text beyond which older versions are not read: the oldest one that is read counts as its
 * author's.
 */
const maxBytes = 8 * 1024 * 1024;

/** Reads the texts of versions of a document, oldest first. */
export async function readWrittenTexts(
  database: Database,
  tenantId: string,
  ids: readonly string[],
): Promise<WrittenText[]> {
  const [rows] = await database.batchTenant<[{ content: string; origin: VersionOrigin }]>(
    tenantId,
    [
      {
        name: 'select_written_texts',
        text: `select content, origin from (
          select version, content, origin,
            sum(octet_length(content)) over (order by version desc rows unbounded preceding) as bytes
          from platform.deliverables where tenant_id = $1 and id = any($2)
        ) versions
        where bytes <= $3 or bytes = octet_length(content)
        order by version`,
        values: [tenantId, ids, maxBytes],
      },
    ],
  );
  return rows.map(({ content, origin }) => ({ content, by: writerOf(origin) }));
}

export const writerOf = (origin: VersionOrigin): Writer =>
  origin === 'agent' ? 'agent' : 'person';
