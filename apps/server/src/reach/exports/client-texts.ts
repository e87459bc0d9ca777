import type { Citation } from '@ecp/contract/values/citations';
import { titleOfFilename } from '@ecp/markdown/name-sources';
import type { Services } from '../../kernel/services.ts';
import { listQueryTitles } from '../../material/tables/recorded-queries.ts';
import { readClientText } from '../../work/documents/reading/client-text.ts';
import { listGridTitles, listNamedGrids } from '../../work/grids/grid-rows.ts';
import { citedQueriesReader, toCitingDocument } from './cited-queries.ts';

interface CitedText {
  content: string;
  citations: Citation[];
}

/** The same as a client gets it. */
export interface ShownText extends CitedText {
  /** Labels of the footnotes that were cut, in lower case. */
  cutFootnotes: ReadonlySet<string>;
}

/**
 * The engagement of some documents, with its tasks, and the titles of its documents by their
 * filenames.
 */
interface NamedEngagement {
  tenantId: string;
  engagementId: string;
  tasks: readonly { agent?: string | null | undefined }[];
  titles: ReadonlyMap<string, string>;
  /** For a page: charts become images, and links lead to these documents. */
  page?: { filenames: readonly string[] };
}

/** Adds the files that citations name: a client reads the words of their names. */
function withFiles(
  titles: NamedEngagement['titles'],
  citations: readonly Citation[],
): NamedEngagement['titles'] {
  const named = citations.filter(
    ({ source }) => source.kind === 'attachment' && !titles.has(source.title),
  );
  const files = named
    .map(({ source: { title } }) => [title, titleOfFilename(title)] as const)
    .filter(([name, title]) => name !== title);
  return new Map([...titles, ...files]);
}

/**
 * Returns documents as clients get them, with the footnotes left; a claim that the text lacks is
 * empty. Errors: `text_too_complex`, `service_unavailable`.
 */
export async function toClientTexts(
  { database, texts: work }: Pick<Services, 'database' | 'texts'>,
  { tenantId, engagementId, tasks, titles, page }: NamedEngagement,
  texts: readonly CitedText[],
): Promise<ShownText[]> {
  const documents = texts.map((text) => toCitingDocument({ filename: '', ...text }));
  const { cited, named } = await work.run(tenantId, citedQueriesReader, { documents });
  const ids = new Set([...cited.map(({ id }) => id), ...named]);
  const queries = await listQueryTitles(database, tenantId, engagementId, [...ids]);
  const grids = await listGridNames(database, tenantId, engagementId, texts);
  const agents = [...new Set(tasks.flatMap(({ agent }) => agent ?? []))];
  return Promise.all(
    texts.map(async ({ content: markdown, citations }) => {
      const facts = {
        citations,
        titles: withFiles(new Map([...titles, ...grids]), citations),
        queries,
        agents,
        page,
      };
      const { content, cutFootnotes, showsClaim } = await readClientText(
        work,
        tenantId,
        markdown,
        facts,
      );
      const isKept = ({ footnote }: Citation) =>
        footnote === null || !cutFootnotes.has(footnote.toLowerCase());
      const shown = citations.map((citation, at) =>
        showsClaim[at] ? citation : { ...citation, claim: '' },
      );
      return { content, citations: shown.filter(isKept), cutFootnotes };
    }),
  );
}

/** Returns the titles of the grids that texts name, by those names. */
async function listGridNames(
  database: Services['database'],
  tenantId: string,
  engagementId: string,
  texts: readonly CitedText[],
): Promise<[string, string][]> {
  const ids = listNamedGrids(
    texts.flatMap(({ content, citations }) => [
      content,
      ...citations.map(({ source }) => source.title),
    ]),
  );
  if (ids.length === 0) return [];
  const titles = await listGridTitles(database, tenantId, engagementId, ids);
  return titles.map(({ id, title }) => [`Grid ${id}`, title]);
}
