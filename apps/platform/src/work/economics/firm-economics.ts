import { nanoToUsd } from '@ecp/contract/declaring/money';
import {
  convertUsd,
  type ExactSums,
  exactAmount,
  fromUnits,
  marginOf,
  readExact,
  storedDecimals,
} from '@ecp/contract/values/economics';
import type { EconomicsFigures, FirmEconomics, FirmEconomicsQuery } from '@ecp/contract/work/economics';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';

/** The sums of an engagement in a month. Sums are texts, because they may exceed 2^53. */
interface FactRow {
  id: string;
  name: string;
  client: string;
  currency: string | null;
  usd_rate: number | null;
  has_fee: boolean;
  month: string;
  fee: string;
  hours: string;
  hours_cost: string;
  other_costs: string;
  ai_nano_usd: string;
}

interface PersonRow {
  user_id: string;
  person_name: string;
  currency: string;
  engagements: number;
  hours: string;
  amount: string;
}

/** Reads the firm's economics in a range of months, without the sample. */
export async function getFirmEconomics(
  { services, tenantId }: RequestContext,
  range: FirmEconomicsQuery,
): Promise<FirmEconomics> {
  const [facts, persons] = await services.database.batchTenant<[FactRow, PersonRow]>(tenantId, [
    selectFacts(tenantId, range),
    selectPersonSums(tenantId, range),
  ]);
  const groups = <Key>(keyOf: (fact: FactRow) => readonly Key[]) =>
    [...Map.groupBy(facts, (fact) => JSON.stringify([...keyOf(fact), fact.currency])).values()].map((rows) => ({
      first: rows[0] as FactRow,
      figures: addUp(rows),
    }));
  return {
    totals: groups(() => []).map(({ figures }) => figures),
    engagements: groups(({ id }) => [id]).map(({ first: { id, name, client }, figures }) => {
      return { id, name, client, ...figures };
    }),
    clients: groups(({ client }) => [client]).map(({ first: { client }, figures }) => ({ client, ...figures })),
    months: groups(({ month }) => [month])
      .map(({ first: { month }, figures }) => ({ month, ...figures }))
      .sort((a, b) => b.month.localeCompare(a.month)),
    persons: persons.map(({ user_id: userId, person_name: person, currency, engagements, hours, amount }) => ({
      ...{ userId, person, currency, engagements },
      hours: fromUnits(BigInt(hours), storedDecimals.hours),
      hoursCost: readExact(exactAmount(BigInt(amount)), currency),
    })),
  };
}

/**
 * Selects facts by engagement and month (UTC). A fee counts in the month of its date, hours and costs in theirs, a run in
 * that of its start, a grid in that of its asks, a plan in that of its last request. What else models have cost has no
 * date, and counts in the month in which the engagement was created.
 */
function selectFacts(tenantId: string, { from, to }: FirmEconomicsQuery): Statement<FactRow> {
  return {
    name: 'select_firm_economics',
    text: `with ran as (
        select engagement_id, to_char(started_at at time zone 'UTC', 'YYYY-MM') as month, sum(cost_nano_usd) as nano_usd
        from platform.runs where tenant_id = $1 group by 1, 2
      ), asked as (
        select g.engagement_id, to_char(a.created_at at time zone 'UTC', 'YYYY-MM') as month, sum(a.cost_nano_usd) as nano_usd
        from platform.grid_asks a join platform.grids g on g.tenant_id = a.tenant_id and g.id = a.grid_id
        where a.tenant_id = $1 group by 1, 2
      ), fact as (
        select e.id, coalesce(to_char(c.fee_date, 'YYYY-MM'), to_char(e.created_at at time zone 'UTC', 'YYYY-MM')) as month,
          c.fee, 0 as hours, 0 as hours_cost, 0 as other_costs, 0 as ai_nano_usd
        from platform.economics c join platform.engagements e on e.tenant_id = c.tenant_id and e.id = c.engagement_id
        where c.tenant_id = $1
        union all
        select engagement_id, to_char(day, 'YYYY-MM'), 0, sum(hours), sum(amount), 0, 0
        from platform.economics_hours where tenant_id = $1 group by 1, 2
        union all
        select engagement_id, to_char(day, 'YYYY-MM'), 0, 0, 0, sum(amount), 0
        from platform.economics_costs where tenant_id = $1 group by 1, 2
        union all
        select engagement_id, month, 0, 0, 0, 0, nano_usd from ran
        union all
        select engagement_id, month, 0, 0, 0, 0, nano_usd from asked
        union all
        select engagement_id, to_char(asked_at at time zone 'UTC', 'YYYY-MM'), 0, 0, 0, 0, spent_nano_usd
        from platform.plans where tenant_id = $1 and spent_nano_usd > 0
        union all
        select e.id, to_char(e.created_at at time zone 'UTC', 'YYYY-MM'), 0, 0, 0, 0,
          e.judging_nano_usd - coalesce((select sum(nano_usd) from asked where asked.engagement_id = e.id), 0)
        from platform.engagements e where e.tenant_id = $1 and e.judging_nano_usd > 0
      )
      select e.id, e.name, e.client, c.currency, c.usd_rate, c.fee is not null as has_fee, fact.month,
        coalesce(sum(fact.fee), 0)::text as fee, sum(fact.hours)::text as hours, sum(fact.hours_cost)::text as hours_cost,
        sum(fact.other_costs)::text as other_costs, sum(fact.ai_nano_usd)::text as ai_nano_usd
      from fact
      join platform.engagements e on e.tenant_id = $1 and e.id = fact.id
      left join platform.economics c on c.tenant_id = e.tenant_id and c.engagement_id = e.id
      where not e.sample and ($2::text is null or fact.month >= $2) and ($3::text is null or fact.month <= $3)
      group by e.id, e.name, e.client, c.currency, c.usd_rate, c.fee, fact.month
      order by lower(e.client), e.client, lower(e.name), e.id, fact.month`,
    values: [tenantId, from ?? null, to ?? null],
  };
}

function selectPersonSums(tenantId: string, { from, to }: FirmEconomicsQuery): Statement<PersonRow> {
  return {
    name: 'select_firm_persons',
    text: `select h.user_id, max(coalesce(u.name, u.email, h.person_name)) as person_name, c.currency,
        count(distinct h.engagement_id)::integer as engagements, sum(h.hours)::text as hours, sum(h.amount)::text as amount
      from platform.economics_hours h
      join platform.economics c on c.tenant_id = h.tenant_id and c.engagement_id = h.engagement_id
      join platform.engagements e on e.tenant_id = h.tenant_id and e.id = h.engagement_id
      left join platform.users u on u.tenant_id = h.tenant_id and u.id = h.user_id
      where h.tenant_id = $1 and not e.sample
        and ($2::text is null or to_char(h.day, 'YYYY-MM') >= $2) and ($3::text is null or to_char(h.day, 'YYYY-MM') <= $3)
      group by h.user_id, c.currency order by lower(max(coalesce(u.name, u.email, h.person_name))), h.user_id, c.currency`,
    values: [tenantId, from ?? null, to ?? null],
  };
}

/** Adds facts of one currency exactly, and rounds each sum once. */
function addUp(rows: readonly FactRow[]): EconomicsFigures {
  const currency = rows[0]?.currency ?? null;
  const total = (read: (row: FactRow) => bigint) => rows.reduce((sum, row) => sum + read(row), 0n);
  const countOf = (counts: (row: FactRow) => boolean) => new Set(rows.filter(counts).map(({ id }) => id)).size;
  const aiNanoUsd = total((row) => BigInt(row.ai_nano_usd));
  const converted = rows.map((row) => convertFact(row));
  const sums: ExactSums = {
    revenue: total(({ fee }) => exactAmount(BigInt(fee))),
    hoursCost: total((row) => exactAmount(BigInt(row.hours_cost))),
    otherCosts: total((row) => exactAmount(BigInt(row.other_costs))),
    aiCost: converted.some((part) => part === null)
      ? null
      : converted.reduce((sum: bigint, part) => sum + (part ?? 0n), 0n),
  };
  const margin = marginOf(sums);
  const asNumber = (exact: bigint) => readExact(exact, currency ?? '');
  return {
    currency,
    engagements: countOf(() => true),
    revenue: asNumber(sums.revenue),
    hours: fromUnits(
      total(({ hours }) => BigInt(hours)),
      storedDecimals.hours,
    ),
    hoursCost: asNumber(sums.hoursCost),
    otherCosts: asNumber(sums.otherCosts),
    aiCostUsd: nanoToUsd(Number(aiNanoUsd)),
    aiCost: currency === null || sums.aiCost === null ? null : asNumber(sums.aiCost),
    margin: currency === null || margin === null ? null : asNumber(margin),
    withoutFee: countOf(({ has_fee: hasFee }) => !hasFee),
    withoutRate: countOf((row) => convertFact(row) === null),
  };
}

/** The AI cost of a fact in its currency; null without a rate of exchange. */
const convertFact = ({ ai_nano_usd: nanoUsd, currency, usd_rate: rate }: FactRow): bigint | null =>
  convertUsd(BigInt(nanoUsd), currency ?? '', rate === null ? null : BigInt(rate));
