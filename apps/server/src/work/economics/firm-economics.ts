import { nanoToUsd } from '@ecp/contract/declaring/money';
import {
  type ExactSums,
  exactAmount,
  fromUnits,
  marginOf,
  readExact,
  storedDecimals,
} from '@ecp/contract/values/economics';
import type {
  EconomicsFigures,
  FirmEconomics,
  FirmEconomicsQuery,
} from '@ecp/contract/work/economics';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';

/**
 * The sums of an engagement, a client, a month or everything, each in one currency; null stands for
 * what the kind does not name. Sums are texts, because they may exceed 2^53.
 */
interface SumRow {
  kind: 'engagement' | 'client' | 'month' | 'total';
  id: string | null;
  name: string | null;
  client: string | null;
  month: string | null;
  currency: string | null;
  engagements: number;
  fee: string;
  hours: string;
  hours_cost: string;
  other_costs: string;
  ai_nano_usd: string;
  /** In the units of exact sums; null if a cost has no rate of exchange. */
  ai_cost: string | null;
  without_fee: number;
  without_rate: number;
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
  const [sums, persons] = await services.database.batchTenant<[SumRow, PersonRow]>(tenantId, [
    selectSums(tenantId, range),
    selectPersonSums(tenantId, range),
  ]);
  const of = (wanted: SumRow['kind']) => sums.filter(({ kind }) => kind === wanted);
  return {
    totals: of('total').map(toFigures),
    engagements: of('engagement').map((row) => {
      const { id, name, client } = row;
      return { id: id ?? '', name: name ?? '', client: client ?? '', ...toFigures(row) };
    }),
    clients: of('client').map((row) => ({ client: row.client ?? '', ...toFigures(row) })),
    months: of('month').map((row) => ({ month: row.month ?? '', ...toFigures(row) })),
    persons: persons.map(
      ({ user_id: userId, person_name: person, currency, engagements, hours, amount }) => ({
        userId,
        person,
        currency,
        engagements,
        hours: fromUnits(BigInt(hours), storedDecimals.hours),
        hoursCost: readExact(exactAmount(BigInt(amount)), currency),
      }),
    ),
  };
}

/**
 * Selects exact sums by engagement, client and month (UTC), and all. A fee counts in the month of
 * its date, hours and costs in theirs, a run in that of its start, a grid in that of its asks, a
 * plan in that of its last request. What else models have cost has no date, and counts in the month
 * in which the engagement was created.
 */
function selectSums(tenantId: string, { from, to }: FirmEconomicsQuery): Statement<SumRow> {
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
      ), counted as (
        select e.id, e.name, e.client, c.currency, c.usd_rate, c.fee is not null as has_fee, fact.month, sum(fact.fee) as fee,
          sum(fact.hours) as hours, sum(fact.hours_cost) as hours_cost, sum(fact.other_costs) as other_costs,
          sum(fact.ai_nano_usd) as ai_nano_usd
        from fact
        join platform.engagements e on e.tenant_id = $1 and e.id = fact.id
        left join platform.economics c on c.tenant_id = e.tenant_id and c.engagement_id = e.id
        where not e.sample and ($2::text is null or fact.month >= $2) and ($3::text is null or fact.month <= $3)
        group by e.id, e.name, e.client, c.currency, c.usd_rate, c.fee, fact.month
      ), converted as (
        select counted.*, case when ai_nano_usd = 0 then 0 when currency = 'USD' then ai_nano_usd * ${sameCurrency}
          else ai_nano_usd * usd_rate end as ai_cost
        from counted
      )
      select case when grouping(id) = 0 then 'engagement' when grouping(client) = 0 then 'client'
          when grouping(month) = 0 then 'month' else 'total' end as kind,
        id, name, client, month, currency, count(distinct id)::integer as engagements, coalesce(sum(fee), 0)::text as fee,
        sum(hours)::text as hours, sum(hours_cost)::text as hours_cost, sum(other_costs)::text as other_costs,
        sum(ai_nano_usd)::text as ai_nano_usd, case when count(*) = count(ai_cost) then sum(ai_cost)::text end as ai_cost,
        count(distinct id) filter (where not has_fee)::integer as without_fee,
        count(distinct id) filter (where ai_cost is null)::integer as without_rate
      from converted
      group by grouping sets ((id, name, client, currency), (client, currency), (month, currency), (currency))
      order by lower(client), client, lower(name), id, month desc, currency`,
    values: [tenantId, from ?? null, to ?? null],
  };
}

function selectPersonSums(
  tenantId: string,
  { from, to }: FirmEconomicsQuery,
): Statement<PersonRow> {
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

/** The rate of exchange of US dollars to themselves. */
const sameCurrency = 10 ** storedDecimals.usdRate;

/** Rounds each sum once. */
function toFigures(row: SumRow): EconomicsFigures {
  const { currency } = row;
  const sums: ExactSums = {
    revenue: exactAmount(BigInt(row.fee)),
    hoursCost: exactAmount(BigInt(row.hours_cost)),
    otherCosts: exactAmount(BigInt(row.other_costs)),
    aiCost: row.ai_cost === null ? null : BigInt(row.ai_cost),
  };
  const margin = marginOf(sums);
  const asNumber = (exact: bigint) => readExact(exact, currency ?? '');
  return {
    currency,
    engagements: row.engagements,
    revenue: asNumber(sums.revenue),
    hours: fromUnits(BigInt(row.hours), storedDecimals.hours),
    hoursCost: asNumber(sums.hoursCost),
    otherCosts: asNumber(sums.otherCosts),
    aiCostUsd: nanoToUsd(Number(row.ai_nano_usd)),
    aiCost: currency === null || sums.aiCost === null ? null : asNumber(sums.aiCost),
    margin: currency === null || margin === null ? null : asNumber(margin),
    withoutFee: row.without_fee,
    withoutRate: row.without_rate,
  };
}
