import type { BuiltTable, ResultCell } from '@ecp/tables/table-types';
import { QueryFailedError } from '@ecp/tables/table-types';
import type { Tables } from '@ecp/tables/tables';
import { selectPage } from '../querying/page-statement.ts';

const sampleRows = 5;
const maxCellLength = 200;

/** Reads the first five rows of a new table, with long texts cut. A table whose rows are too large has no sample. */
export async function readSample(
  tables: Tables,
  tenantId: string,
  { name, columns, sha256, parquet }: Pick<BuiltTable, 'name' | 'columns' | 'sha256' | 'parquet'>,
): Promise<ResultCell[][]> {
  try {
    const { rows } = await tables.runQuery({
      tenantId,
      tables: [{ name, sha256, load: async () => parquet }],
      sql: selectPage({ name, columns }, { limit: sampleRows, offset: 0 }),
      isAwaited: false,
    });
    return rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell.slice(0, maxCellLength) : cell)));
  } catch (error) {
    if (error instanceof QueryFailedError) return [];
    throw error;
  }
}
