import type { GridFile } from '@ecp/contract/engine/engine-grid-answers';
import type { GridColumn } from '@ecp/contract/work/grids';
import type { EngineServices } from '../../call/engine-services.ts';
import type { EmbeddingClient } from '../../context/embed-texts.ts';
import { searchSources } from '../../context/search-sources.ts';

/** Words of a file that are shown for a question. */
export interface FilePassage {
  place: string | null;
  /** The heading above them, and the head of their table. */
  heading: string;
  text: string;
  source: number;
  position: number;
}

interface OpenPassages {
  /** True if all of the file is shown. */
  isWhole: boolean;
  find(columns: readonly GridColumn[]): Promise<FilePassage[]>;
  /** Finds passages that were not shown before. */
  findOthers(columns: readonly GridColumn[], shown: readonly FilePassage[]): Promise<FilePassage[]>;
}

/**
 * Characters of a file that is shown whole, and of the passages of a first and of a second look.
 */
const room = { whole: 48_000, first: 24_000, second: 40_000 };
/** Passages of one question in the first and in the second look. */
const depth = { first: 8, second: 30 };

/**
 * Opens the text of one file: whole if it is short, else the passages that a search finds for each
 * question.
 */
export async function openPassages(
  services: EngineServices,
  client: EmbeddingClient,
  { filename, parts }: GridFile,
): Promise<OpenPassages> {
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= room.whole) {
    const whole = parts.map(({ location, text }, source) => ({
      place: location,
      heading: '',
      text,
      source,
      position: 0,
    }));
    return { isWhole: true, find: async () => whole, findOthers: async () => [] };
  }
  const sources = parts.map(({ location, text }, at) => ({
    id: String(at),
    title: filename,
    location,
    text,
  }));
  const index = await services.contexts.open(client, sources);
  const byPlace = new Map(
    index.passages.map((passage) => [`${passage.source}:${passage.position}`, passage]),
  );
  const search = async ({ name, question }: GridColumn, limit: number): Promise<FilePassage[]> => {
    const { hits } = await searchSources(services, client, sources, {
      query: `${name} ${question}`,
      limit,
    });
    return hits.flatMap(({ source, position }) => {
      const passage = byPlace.get(`${source}:${position}`);
      if (!passage) return [];
      const place = parts[source]?.location ?? null;
      return [{ place, heading: passage.context, text: passage.text, source, position }];
    });
  };
  const gather = async (
    columns: readonly GridColumn[],
    limit: number,
    most: number,
    seen: ReadonlySet<string>,
  ) => {
    const found = await Promise.all(columns.map((column) => search(column, limit)));
    return takeInTurn(
      found.map((passages) => passages.filter((passage) => !seen.has(keyOf(passage)))),
      most,
    );
  };
  return {
    isWhole: false,
    find: (columns) => gather(columns, depth.first, room.first, new Set()),
    findOthers: (columns, shown) =>
      gather(columns, depth.second, room.second, new Set(shown.map(keyOf))),
  };
}

const keyOf = ({ source, position }: FilePassage) => `${source}:${position}`;

/**
 * Takes the best passages of each list in turn while they fit, each once, and returns them in the
 * order of the file.
 */
function takeInTurn(lists: readonly (readonly FilePassage[])[], most: number): FilePassage[] {
  const taken = new Map<string, FilePassage>();
  let left = most;
  const deepest = Math.max(0, ...lists.map(({ length }) => length));
  for (let rank = 0; rank < deepest; rank += 1) {
    for (const passage of lists.flatMap((list) => list[rank] ?? [])) {
      if (taken.has(keyOf(passage)) || passage.text.length > left) continue;
      taken.set(keyOf(passage), passage);
      left -= passage.text.length;
    }
  }
  return [...taken.values()].toSorted(
    (one, other) => one.source - other.source || one.position - other.position,
  );
}
