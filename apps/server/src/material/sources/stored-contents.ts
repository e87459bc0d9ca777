import type { RequestContext } from '../../kernel/context.ts';
import { ObjectMissingError } from '../../kernel/storage/object-storage.ts';
import type { ZipEntry } from '../../kernel/zip.ts';

interface FileRow {
  id: string;
  engagement_id: string;
  filename: string;
  storage_key: string;
}

const pageRows = 200;

/**
 * Lists the files of all attachments of a tenant with their bytes, as `files/<engagement
 * id>/<attachment id> <name>`. A file that storage has lost is named in a list at the end.
 */
export async function* listStoredContents({
  services,
  tenantId,
}: RequestContext): AsyncGenerator<ZipEntry> {
  const lost: string[] = [];
  for (let after = ''; ; ) {
    const [rows] = await services.database.batchTenant<[FileRow]>(tenantId, [
      {
        name: 'export_stored_contents',
        text: `select id, engagement_id, filename, storage_key from platform.attachments
          where tenant_id = $1 and id > $2 order by id limit $3`,
        values: [tenantId, after, pageRows],
      },
    ]);
    for (const { id, engagement_id, filename, storage_key } of rows) {
      const path = `files/${engagement_id}/${id} ${filename.replace(/[/\\]/g, '_')}`;
      try {
        yield { path, content: await services.storage.get(storage_key) };
      } catch (error) {
        if (!(error instanceof ObjectMissingError)) throw error;
        lost.push(path);
      }
    }
    if (rows.length < pageRows) break;
    after = rows.at(-1)?.id ?? '';
  }
  if (lost.length > 0) yield { path: 'files/missing.txt', content: lines(lost) };
}

async function* lines(all: readonly string[]): AsyncGenerator<string> {
  yield `${all.join('\n')}\n`;
}
