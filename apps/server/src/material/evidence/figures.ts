import type { Figure } from '@ecp/contract/values/figures';
import type { LedgerFigure } from '@ecp/contract/work/figures';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import {
  type DocumentFigures,
  groupFigures,
  identifyFigure,
  toConflict,
} from '@ecp/evidence/ledger';
import type { RequestContext } from '../../kernel/context.ts';
import type { ExportPart } from '../../kernel/export-part.ts';
import { readOfEngagement } from '../engagements/engagement-rows.ts';

/**
 * Limits the figures of one version that are stored, and the documents whose figures a run is
 * given.
 */
const most = { figures: 500, documents: 200 };

/** Limits the length of the texts of a figure, in characters. */
const longest = { label: 300, unit: 60, period: 40, text: 120, section: 300 };

/** The figures of the latest version of a file. */
export interface LatestFiguresRow {
  id: string;
  filename: string;
  version: number;
  task_id: string | null;
  figures: Figure[];
}

/** Selects the figures of each file's latest version, by filename, without files that have none. */
export function selectLatestFigures(
  tenantId: string,
  engagementId: string,
): Statement<LatestFiguresRow> {
  return {
    name: 'select_latest_figures',
    text: `select d.id, d.filename, d.version, d.task_id, f.figures
      from (
        select distinct on (filename) id, filename, version, task_id from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_') order by filename, version desc
      ) d
      join platform.deliverable_figures f on f.tenant_id = $1 and f.deliverable_id = d.id
      order by d.filename`,
    values: [tenantId, engagementId],
  };
}

/** Lists figures of the latest documents, conflicting ones first. Error: `not_found`. */
export async function listFigures(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ figures: LedgerFigure[] }> {
  const [documents] = await readOfEngagement(services.database, tenantId, engagementId, [
    selectLatestFigures(tenantId, engagementId),
  ]);
  const groups = groupFigures(documents).toSorted(
    (a, b) => Number(b.conflict) - Number(a.conflict),
  );
  return {
    figures: groups.map((group) => ({
      id: identifyFigure(group),
      ...group,
      conflictId: group.conflict ? toConflict(group).id : null,
    })),
  };
}

/** Reads the figures of an engagement's latest documents, for a run that starts. */
export async function readLatestFigures(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<DocumentFigures[]> {
  const { rows } = await tx.query(selectLatestFigures(tenantId, engagementId));
  return rows
    .slice(0, most.documents)
    .map(({ filename, version, figures }) => ({ filename, version, figures }));
}

/**
 * Writes the figures of a new version in the transaction that inserts it. The caller counts the
 * conflicts again.
 */
export async function insertFigures(
  tx: Transaction,
  {
    tenantId,
    deliverableId,
    figures,
  }: { tenantId: string; deliverableId: string; figures: Figure[] },
): Promise<void> {
  await tx.query({
    name: 'insert_figures',
    text: 'insert into platform.deliverable_figures (tenant_id, deliverable_id, figures) values ($1, $2, $3)',
    values: [tenantId, deliverableId, JSON.stringify(figures.slice(0, most.figures).map(shorten))],
  });
}

function shorten({ label, unit, period, value, text, section, state }: Figure): Figure {
  return {
    label: label.slice(0, longest.label).toWellFormed(),
    unit: cut(unit, longest.unit),
    period: cut(period, longest.period),
    value,
    text: text.slice(0, longest.text).toWellFormed(),
    section: cut(section, longest.section),
    state,
  };
}

function cut(text: string | null, length: number): string | null {
  return text === null ? null : text.slice(0, length).toWellFormed();
}

/** Exports the figures of every version that has some recorded for the account’s export. */
export const exportedFigures: ExportPart<{ id: string; figures: Figure[] }> = {
  name: 'figures',
  page: {
    text: `select deliverable_id as id, figures from platform.deliverable_figures
    where tenant_id = $1 and deliverable_id > $2 order by deliverable_id limit $3`,
  },
  pageRows: 20,
  toRecord: ({ id, figures }) => ({ deliverableId: id, figures }),
};
