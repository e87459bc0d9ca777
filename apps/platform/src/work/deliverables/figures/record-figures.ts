import type { Figure } from '@ecp/contract/values/figures';
import type { Transaction } from '@ecp/database/database';
import { groupFigures } from '@ecp/evidence/ledger/group-figures';
import { type LatestFiguresRow, selectLatestFigures } from './select-latest-figures.ts';

/** Most figures of one version that are stored. */
const maxFigures = 500;

/** Longest texts of a figure, in characters. */
const longest = { label: 300, unit: 60, period: 40, text: 120, section: 300 };

interface NewFigures {
  tenantId: string;
  engagementId: string;
  deliverableId: string;
  figures: Figure[];
}

/**
 * Writes the figures of a new version in the transaction that inserts it, and counts the conflicts of all latest
 * versions again (contract 10). The caller holds the engagement's lock.
 */
export async function recordFigures(tx: Transaction, recorded: NewFigures): Promise<void> {
  const { tenantId, engagementId, deliverableId, figures } = recorded;
  await tx.query({
    name: 'insert_figures',
    text: 'insert into platform.deliverable_figures (tenant_id, deliverable_id, figures) values ($1, $2, $3)',
    values: [tenantId, deliverableId, JSON.stringify(figures.slice(0, maxFigures).map(shorten))],
  });
  const { rows } = await tx.query(selectLatestFigures(tenantId, engagementId));
  const counts = countConflicts(rows);
  await tx.query({
    name: 'set_conflicting_figures',
    text: `update platform.deliverables d set conflicting_figures = coalesce(counted.conflicts, 0)
      from platform.deliverables old
      left join unnest($3::text[], $4::integer[]) as counted (id, conflicts) on counted.id = old.id
      where d.tenant_id = $1 and d.id = old.id and old.tenant_id = $1 and old.engagement_id = $2
        and old.conflicting_figures <> coalesce(counted.conflicts, 0)`,
    values: [tenantId, engagementId, [...counts.keys()], [...counts.values()]],
  });
}

/** Counts the figures of each version that another document gives otherwise, by the version's id. */
function countConflicts(rows: LatestFiguresRow[]): Map<string, number> {
  const idOf = new Map(rows.map(({ id, filename }) => [filename, id]));
  const counts = new Map<string, number>();
  for (const { conflict, values } of groupFigures(rows)) {
    if (!conflict) continue;
    for (const filename of new Set(values.map((value) => value.filename))) {
      const id = idOf.get(filename);
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
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
