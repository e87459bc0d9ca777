import type { EngineGrid } from '@ecp/contract/engine/engine-api';
import type { Transaction } from '@ecp/database/database';
import { type GridRow, gridColumns, readGridIn } from './grid-rows.ts';

/** Limits the grids of a run, the newest, and the characters of all their cells. */
const most = { grids: 20, characters: 400_000 };

/** Lists an engagement's newest grids with their answers, as a run gets them, newest first. */
export async function listRunGrids(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<EngineGrid[]> {
  const { rows } = await tx.query<GridRow>({
    name: 'list_run_grids',
    text: `select ${gridColumns} from platform.grids where tenant_id = $1 and engagement_id = $2
      order by created_at desc, id desc limit $3`,
    values: [tenantId, engagementId, most.grids],
  });
  let room = most.characters;
  const grids: EngineGrid[] = [];
  for (const { id: gridId } of rows) {
    if (room < 0) break;
    const {
      id,
      title,
      columns,
      rows: files,
    } = await readGridIn(tx, tenantId, { engagementId, gridId });
    const all = files.map(({ filename, cells }) => {
      return {
        filename,
        cells: cells.map(({ value, unit, text, state }) => ({ value, unit, text, state })),
      };
    });
    const shown = all.filter((row) => {
      room -= JSON.stringify(row).length;
      return room >= 0;
    });
    grids.push({ id, title, columns, rows: shown, rowsLeftOut: all.length - shown.length });
  }
  return grids;
}
