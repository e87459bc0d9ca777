import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { openSandbox } from '@ecp/sandbox/sandbox';
import { chooseTableName } from '@ecp/tables/sql-names';
import { createTables } from '@ecp/tables/tables';
import { looksDelimited, mayHoldTables, readSample } from '../../../../apps/platform/src/work/tables/table-building.ts';
import { createTextExtractor } from '../../../../apps/platform/src/work/text-extraction/text-extractor.ts';

type Material = Required<Pick<StartRunRequest, 'sources' | 'tables'>>;

const tenantId = 'showcase';

/**
 * Reads files as the platform hands them to the engine: a source for each page, sheet or section, and the typed tables
 * with their first rows, of the newest file first. Throws where a file has no text.
 */
export async function readMaterial(paths: readonly string[]): Promise<Material> {
  const sandbox = openSandbox();
  try {
    const extractor = createTextExtractor({ sandbox });
    const sources = await Promise.all(
      paths.map(async (path) => {
        const { sections } = await extractor.extractText(tenantId, { path, extension: extname(path) });
        const title = basename(path);
        return sections.map(({ location, text }, index) => ({ id: `${title}-${index}`, title, location, text }));
      }),
    );
    const tables: Material['tables'] = [];
    const taken = new Set<string>();
    for (const path of paths) tables.unshift(...(await readTables(createTables({ sandbox }), path, taken)));
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
  if (!mayHoldTables(extension) || (extension === '.txt' && !(await looksDelimited(path)))) return [];
  const filename = basename(path);
  const built = await tables.buildTables({ tenantId, filename, bytes: await readFile(path) });
  return Promise.all(
    built.tables.map(async ({ parquet, isHidden, sha256, ...table }, ordinal) => {
      const place = { id: `${filename}-${ordinal}`, attachmentId: filename, filename, hidden: isHidden };
      const sample = await readSample(tables, tenantId, { ...table, sha256, parquet });
      return { ...place, ...table, name: chooseTableName(table.name, taken), sample };
    }),
  );
}
