import type { Author } from '@ecp/contract/declaring/scalars';
import { fromUnits, storedDecimals } from '@ecp/contract/values/economics';
import type { Statement } from '@ecp/database/statement';
import type { ExportPart } from '../../kernel/export-part.ts';

/** The head of an engagement's economics; every field is null before the first change. */
export interface EconomicsRow {
  name: string;
  client: string;
  slug: string;
  created_on: string;
  judging_nano_usd: number;
  fee: number | null;
  fee_date: string | null;
  currency: string | null;
  usd_rate: number | null;
  revision: number | null;
  changed_at: Date | null;
  changer_kind: 'user' | 'api_key' | null;
  changer_id: string | null;
  changer_name: string | null;
}

/** Selects the head with its engagement; no row if the tenant lacks the engagement. */
export const selectEconomics = (
  tenantId: string,
  engagementId: string,
): Statement<EconomicsRow> => ({
  name: 'select_economics',
  text: `select e.name, e.client, e.slug, (e.created_at at time zone 'UTC')::date::text as created_on, e.judging_nano_usd,
      c.fee, c.fee_date::text as fee_date, c.currency, c.usd_rate, c.revision, c.changed_at, c.changer_kind, c.changer_id,
      c.changer_name
    from platform.engagements e
    left join platform.economics c on c.tenant_id = e.tenant_id and c.engagement_id = e.id
    where e.tenant_id = $1 and e.id = $2`,
  values: [tenantId, engagementId],
});

export interface HoursRow {
  engagement_id: string;
  user_id: string;
  person_name: string;
  is_member: boolean;
  day: string;
  hours: number;
  rate: number;
  amount: number;
  note: string;
}

/**
 * Selects the hours of engagements in their order. A member has the present name, others the one
 * that was kept.
 */
export const selectHours = (
  tenantId: string,
  engagementIds: readonly string[],
): Statement<HoursRow> => ({
  name: 'select_economics_hours',
  text: `select h.engagement_id, h.user_id, coalesce(u.name, u.email, h.person_name) as person_name,
      u.id is not null as is_member, h.day::text as day, h.hours, h.rate, h.amount, h.note
    from platform.economics_hours h
    left join platform.users u on u.tenant_id = h.tenant_id and u.id = h.user_id
    where h.tenant_id = $1 and h.engagement_id = any($2::text[]) order by h.engagement_id, h.position`,
  values: [tenantId, engagementIds],
});

export interface CostRow {
  engagement_id: string;
  day: string;
  amount: number;
  note: string;
}

export const selectCosts = (
  tenantId: string,
  engagementIds: readonly string[],
): Statement<CostRow> => ({
  name: 'select_economics_costs',
  text: `select engagement_id, day::text as day, amount, note from platform.economics_costs
    where tenant_id = $1 and engagement_id = any($2::text[]) order by engagement_id, position`,
  values: [tenantId, engagementIds],
});

/** Returns the number of a stored amount, number of hours or rate of exchange. */
export const readStored = (stored: number, kind: keyof typeof storedDecimals): number =>
  fromUnits(BigInt(stored), storedDecimals[kind]);

export const readStoredOrNull = (
  stored: number | null,
  kind: keyof typeof storedDecimals,
): number | null => (stored === null ? null : readStored(stored, kind));

/** Returns a line of hours in the form of the API. */
export function toHours({
  user_id: userId,
  person_name: person,
  is_member: member,
  day: date,
  note,
  ...row
}: HoursRow) {
  return {
    userId,
    person,
    member,
    date,
    hours: readStored(row.hours, 'hours'),
    rate: readStored(row.rate, 'amount'),
    amount: readStored(row.amount, 'amount'),
    note,
  };
}

export function toCost({ day: date, amount, note }: CostRow) {
  return { date, amount: readStored(amount, 'amount'), note };
}

export function toChanger(
  row: Pick<EconomicsRow, 'changer_kind' | 'changer_id' | 'changer_name'>,
): Author | null {
  const { changer_kind: kind, changer_id: id, changer_name: name } = row;
  return kind === null || name === null ? null : { kind, id, name };
}

interface ExportedRow {
  id: string;
  fee: number | null;
  fee_date: string | null;
  currency: string;
  usd_rate: number | null;
  revision: number;
  changed_at: Date;
  changer_kind: 'user' | 'api_key';
  changer_id: string | null;
  changer_name: string;
}

type WholeRow = ExportedRow & { hours: HoursRow[]; costs: CostRow[] };

/** Exports what has been entered; margin and suggestions follow from it and from other parts. */
export const exportedEconomics: ExportPart<ExportedRow, WholeRow> = {
  name: 'economics',
  page: {
    text: `select engagement_id as id, fee, fee_date::text as fee_date, currency, usd_rate, revision, changed_at, changer_kind,
        changer_id, changer_name
      from platform.economics where tenant_id = $1 and engagement_id > $2 order by engagement_id limit $3`,
  },
  pageRows: 10,
  complete: async ({ database }, tenantId, rows) => {
    const ids = rows.map(({ id }) => id);
    const [hours, costs] = await database.batchTenant(tenantId, [
      selectHours(tenantId, ids),
      selectCosts(tenantId, ids),
    ]);
    return rows.map((row) => ({
      ...row,
      hours: hours.filter(({ engagement_id }) => engagement_id === row.id),
      costs: costs.filter(({ engagement_id }) => engagement_id === row.id),
    }));
  },
  toRecord: (row) => ({
    engagementId: row.id,
    fee: readStoredOrNull(row.fee, 'amount'),
    feeDate: row.fee_date,
    currency: row.currency,
    usdRate: readStoredOrNull(row.usd_rate, 'usdRate'),
    hours: row.hours.map(toHours),
    costs: row.costs.map(toCost),
    revision: row.revision,
    changedAt: row.changed_at.toISOString(),
    changedBy: toChanger(row),
  }),
};
