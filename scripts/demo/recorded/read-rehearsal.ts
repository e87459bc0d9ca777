import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineQuery } from '@ecp/contract/engine/tool-access';
import type { Citation } from '@ecp/contract/values/citations';
import { detectLanguage } from '@ecp/language/detect-language';
import type { AskedQuestion, DraftInput } from '@ecp/model-calls/prompt-types';
import { openSandbox } from '@ecp/sandbox/sandbox';
import { chooseTableName } from '@ecp/tables/sql-names';
import { createTables } from '@ecp/tables/tables';
import type { checkDeliverable } from '../../../apps/server/src/engine/evidence/check-deliverable.ts';
import {
  looksDelimited,
  mayHoldTables,
  readSample,
} from '../../../apps/server/src/material/tables/table-building.ts';
import { createTextExtractor } from '../../../apps/server/src/material/text-extraction/text-extractor.ts';

/** The folder of the recorded engagements. */
export const rehearsalsFolder = fileURLToPath(
  new URL('../../../data/rehearsals/', import.meta.url),
);

/** A citation of a delivered document as it was checked. */
type RecordedCitation = Pick<Citation, 'footnote' | 'claim' | 'state'>;

/** A delivered document. */
export interface RecordedDocument {
  filename: string;
  taskId: string;
  content: string;
  citations: readonly RecordedCitation[];
}

/** A recorded engagement: what was asked, what it had, and what it delivered. */
export interface Rehearsal {
  name: string;
  folder: string;
  engagement: {
    name: string;
    client: string;
    brief: string;
    budget: number;
    /** The day of the run, as YYYY-MM-DD. */
    date: string;
    /** True if a model has planned the tasks. */
    isPlanned: boolean;
    tasks: {
      id: string;
      name: string;
      description: string;
      agent?: string;
      dependsOn?: string[];
    }[];
  };
  documents: readonly RecordedDocument[];
  queries: readonly EngineQuery[];
  questions: readonly AskedQuestion[];
  sources: DraftInput['sources'];
  tables: NonNullable<DraftInput['tables']>;
}

/** Reads a recorded engagement of `data/rehearsals`. */
export async function readRehearsal(name: string): Promise<Rehearsal> {
  const folder = join(rehearsalsFolder, name);
  const readText = (path: string) => readFile(join(folder, path), 'utf8');
  const readLines = async <Line>(path: string) => {
    const lines = (await readText(path)).split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Line);
  };
  const listed = JSON.parse(await readText('documents.json')) as Record<
    string,
    Pick<RecordedDocument, 'taskId' | 'citations'>
  >;
  const documents = await Promise.all(
    Object.entries(listed).map(async ([filename, document]): Promise<RecordedDocument> => {
      return { filename, ...document, content: await readText(`documents/${filename}`) };
    }),
  );
  const queries = await readLines<Omit<EngineQuery, 'resultHash' | 'truncated'>>('queries.jsonl');
  const files = (await readdir(folder)).includes('files')
    ? await readdir(join(folder, 'files'))
    : [];
  return {
    name,
    folder,
    documents,
    engagement: JSON.parse(await readText('engagement.json')) as Rehearsal['engagement'],
    queries: queries.map((query) => ({ ...query, resultHash: '', truncated: false })),
    questions: await readLines<AskedQuestion>('questions.jsonl'),
    ...(await readMaterial(files.sort().map((file) => join(folder, 'files', file)))),
  };
}

/** Returns what the check of a document knows: the material that its writer had. */
export function materialOf(
  { engagement, documents, queries, questions, sources, tables }: Rehearsal,
  { taskId }: RecordedDocument,
): Parameters<typeof checkDeliverable>[1] {
  const { name, client, brief, date, tasks } = engagement;
  const task = tasks.find(({ id }) => id === taskId);
  if (!task) throw new Error(`${taskId} is no task of ${name}`);
  const before = new Set(task.dependsOn);
  const listed = tasks.map((one) => ({
    ...one,
    agent: one.agent ?? '',
    dependsOn: one.dependsOn ?? [],
  }));
  const upstream = documents.filter((one) => before.has(one.taskId));
  return {
    engagement: {
      name,
      client,
      brief,
      language: detectLanguage(brief),
      today: date,
      tasks: listed,
    },
    task: { id: taskId, name: task.name, description: task.description, kind: 'analysis' },
    upstream: upstream.map(({ taskId: from, filename, content, citations }) => {
      return {
        taskName: tasks.find(({ id }) => id === from)?.name ?? '',
        filename,
        content,
        citations: [...citations],
      };
    }),
    queries: [...queries],
    questions: questions.filter(
      ({ taskId: of, answer }) => answer !== null || of === null || of === taskId,
    ),
    sources,
    tables,
    consultations: [],
    reviewNotes: [],
    canQuery: tables.length > 0,
  };
}

type Material = Required<Pick<StartRunRequest, 'sources' | 'tables'>>;

const tenantId = 'showcase';

/**
 * Reads files as the platform hands them to the engine: a source for each page, sheet or section,
 * and the typed tables with their first rows, of the newest file first. Throws where a file has no
 * text.
 */
export async function readMaterial(paths: readonly string[]): Promise<Material> {
  const sandbox = openSandbox();
  try {
    const extractor = createTextExtractor({ sandbox });
    const sources = await Promise.all(
      paths.map(async (path) => {
        const { sections } = await extractor.extractText(tenantId, {
          path,
          extension: extname(path),
        });
        const title = basename(path);
        return sections.map(({ location, text }, index) => ({
          id: `${title}-${index}`,
          title,
          location,
          text,
        }));
      }),
    );
    const tables: Material['tables'] = [];
    const taken = new Set<string>();
    for (const path of paths)
      tables.unshift(...(await readTables(createTables({ sandbox }), path, taken)));
    return { sources: sources.flat(), tables };
  } finally {
    await sandbox.close();
  }
}

async function readTables(
  tables: ReturnType<typeof createTables>,
  path: string,
  taken: Set<string>,
): Promise<Material['tables']> {
  const extension = extname(path);
  if (!mayHoldTables(extension) || (extension === '.txt' && !(await looksDelimited(path))))
    return [];
  const filename = basename(path);
  const built = await tables.buildTables({ tenantId, filename, bytes: await readFile(path) });
  return Promise.all(
    built.tables.map(async ({ parquet, isHidden, sha256, ...table }, ordinal) => {
      const place = {
        id: `${filename}-${ordinal}`,
        attachmentId: filename,
        filename,
        hidden: isHidden,
      };
      const sample = await readSample(tables, tenantId, { ...table, sha256, parquet });
      return { ...place, ...table, name: chooseTableName(table.name, taken), sample };
    }),
  );
}
