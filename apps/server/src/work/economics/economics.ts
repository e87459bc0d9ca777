import { ApiError, type ErrorDetail } from '@ecp/contract/declaring/errors';
import { nanoToUsd, usdToNano } from '@ecp/contract/declaring/money';
import {
  convertUsd,
  decimalsOf,
  type ExactSums,
  exactAmount,
  fromUnits,
  lineAmount,
  marginOf,
  readExact,
  storedDecimals,
  toUnits,
} from '@ecp/contract/values/economics';
import type { Economics, PutEconomicsBody } from '@ecp/contract/work/economics';
import type { Plan } from '@ecp/contract/work/plans';
import type { Transaction } from '@ecp/database/database';
import type { RowsOf, Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorAuthor, type RequestContext } from '../../kernel/context.ts';
import { lockEngagement } from '../../material/engagements/engagement-rows.ts';
import { sumRunsAndPlans } from '../../material/run-records/budget.ts';
import { selectPlan } from '../../material/run-records/plan-rows.ts';
import {
  type CostRow,
  type EconomicsRow,
  type HoursRow,
  readStoredOrNull,
  selectCosts,
  selectEconomics,
  selectHours,
  toChanger,
  toCost,
  toHours,
} from './economics-rows.ts';
import {
  type SuggestionRow,
  selectPersons,
  selectSuggestions,
  toSuggestion,
} from './suggested-hours.ts';

type Whole = [
  EconomicsRow,
  HoursRow,
  CostRow,
  { spent: number },
  { answer: Plan | null },
  { id: string; is_done: boolean },
  SuggestionRow,
];

/** Reads the economics of an engagement. Error: `not_found`. */
export async function getEconomics(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<Economics> {
  return toEconomics(
    await services.database.batchTenant<Whole>(tenantId, [
      selectEconomics(tenantId, engagementId),
      selectHours(tenantId, [engagementId]),
      selectCosts(tenantId, [engagementId]),
      sumRunsAndPlans(tenantId, engagementId),
      selectPlan(tenantId, engagementId),
      selectTaskStates(tenantId, engagementId),
      selectSuggestions(tenantId, engagementId),
    ]),
  );
}

/**
 * Selects the tasks of an engagement in their order, and whether a run has written a document for
 * each.
 */
function selectTaskStates(
  tenantId: string,
  engagementId: string,
): Statement<{ id: string; is_done: boolean }> {
  return {
    name: 'select_task_states',
    text: `select task.entry ->> 'id' as id, exists (
        select from platform.deliverables d
        where d.tenant_id = e.tenant_id and d.engagement_id = e.id and d.task_id = task.entry ->> 'id'
      ) as is_done
      from platform.engagements e, json_array_elements(e.tasks) with ordinality task (entry, position)
      where e.tenant_id = $1 and e.id = $2 order by task.position`,
    values: [tenantId, engagementId],
  };
}

function toEconomics([
  [head],
  hours,
  costs,
  spent,
  [plan],
  tasks,
  suggestions,
]: RowsOf<Whole>): Economics {
  if (!head) throw new ApiError('not_found');
  const { currency } = head;
  const aiNanoUsd = (spent[0]?.spent ?? 0) + head.judging_nano_usd;
  const sums =
    currency === null ? null : { currency, ...sumUp(head, { currency, hours, costs, aiNanoUsd }) };
  const margin = sums === null || head.fee === null ? null : marginOf(sums);
  const asNumber = (exact: bigint) => readExact(exact, currency ?? '');
  return {
    fee: readStoredOrNull(head.fee, 'amount'),
    feeDate: head.fee_date,
    currency,
    usdRate: readStoredOrNull(head.usd_rate, 'usdRate'),
    hours: hours.map(toHours),
    costs: costs.map(toCost),
    revision: head.revision ?? 0,
    changedAt: head.changed_at?.toISOString() ?? null,
    changedBy: toChanger(head),
    aiCost: nanoToUsd(aiNanoUsd),
    sums: sums && {
      hours: sumHours(hours),
      hoursCost: asNumber(sums.hoursCost),
      otherCosts: asNumber(sums.otherCosts),
      aiCost: sums.aiCost === null ? null : asNumber(sums.aiCost),
    },
    margin: margin === null ? null : asNumber(margin),
    marginShare:
      margin === null || !sums || sums.revenue === 0n ? null : shareOf(margin, sums.revenue),
    marginMissing:
      sums === null || head.fee === null ? 'no_fee' : margin === null ? 'no_usd_rate' : null,
    forecast: foresee(plan?.answer ?? null, tasks, { head, sums, aiNanoUsd }),
    suggestedHours: suggestions.map(toSuggestion),
  };
}

function sumUp(
  head: EconomicsRow,
  given: { currency: string; hours: HoursRow[]; costs: CostRow[]; aiNanoUsd: number },
): ExactSums {
  const sum = (rows: { amount: number }[]) =>
    rows.reduce((total, { amount }) => total + exactAmount(BigInt(amount)), 0n);
  return {
    revenue: exactAmount(BigInt(head.fee ?? 0)),
    hoursCost: sum(given.hours),
    otherCosts: sum(given.costs),
    aiCost: convertUsd(BigInt(given.aiNanoUsd), given.currency, rateOf(head)),
  };
}

const rateOf = ({ usd_rate: rate }: EconomicsRow): bigint | null =>
  rate === null ? null : BigInt(rate);

const sumHours = (rows: { hours: number }[]): number =>
  fromUnits(BigInt(rows.reduce((sum, { hours }) => sum + hours, 0)), storedDecimals.hours);

/** The part of the whole, to four decimals. */
const shareOf = (part: bigint, whole: bigint): number =>
  Number((part * 100_000n) / whole / 10n) / 10_000;

type Range = Plan['cost'];

/** Prices what has not run by the last plan. Null without a plan, unless everything has run. */
function foresee(
  plan: Plan | null,
  tasks: readonly { id: string; is_done: boolean }[],
  {
    head,
    sums,
    aiNanoUsd,
  }: { head: EconomicsRow; sums: (ExactSums & { currency: string }) | null; aiNanoUsd: number },
): Economics['forecast'] {
  const known =
    tasks.length > 0 ? tasks : (plan?.tasks ?? []).map(({ id }) => ({ id, is_done: false }));
  const open = known.filter(({ is_done: isDone }) => !isDone);
  if (known.length === 0 || (plan === null && open.length > 0)) return null;
  const priced = plan?.tasks.filter(({ id }) => open.some((task) => task.id === id)) ?? [];
  // The price of a whole plan is narrower than the sum of its tasks, because not every task is dear
  // at once.
  const isWhole = plan !== null && priced.length === plan.tasks.length;
  const price = mapRange((end) =>
    isWhole
      ? usdToNano(plan.cost[end])
      : priced.reduce((sum, { cost }) => sum + usdToNano(cost[end]), 0),
  );
  const total = mapRange((end) => price[end] + aiNanoUsd);
  const marginAt = (end: keyof Range): bigint | null =>
    sums && head.fee !== null
      ? marginOf({ ...sums, aiCost: convertUsd(BigInt(total[end]), sums.currency, rateOf(head)) })
      : null;
  const [low, expected, high] = [marginAt('high'), marginAt('expected'), marginAt('low')];
  const toNumber = (exact: bigint) => readExact(exact, sums?.currency ?? '');
  return {
    tasks: open.length,
    unpricedTasks: open.length - priced.length,
    plannedAt: plan?.createdAt ?? null,
    price: mapRange((end) => nanoToUsd(price[end])),
    aiCost: mapRange((end) => nanoToUsd(total[end])),
    margin:
      low === null || expected === null || high === null
        ? null
        : { low: toNumber(low), expected: toNumber(expected), high: toNumber(high) },
  };
}

const mapRange = (valueAt: (end: keyof Range) => number): Range => {
  return { low: valueAt('low'), expected: valueAt('expected'), high: valueAt('high') };
};

/** Whole numbers, as they are stored. */
interface Entered {
  fee: bigint | null;
  usdRate: bigint | null;
  hours: {
    userId: string;
    date: string;
    hours: bigint;
    rate: bigint;
    amount: bigint;
    note: string;
  }[];
  costs: { date: string; amount: bigint; note: string }[];
}

/**
 * Replaces what has been entered. Errors: `not_found`; `economics_changed` for another revision;
 * `unknown_person`; `invalid_request` for more decimals than the currency has.
 */
export async function putEconomics(
  context: RequestContext,
  engagementId: string,
  body: PutEconomicsBody,
): Promise<Economics> {
  const { tenantId } = context;
  const entered = readEntered(body);
  await context.transaction(async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    const { rows } = await tx.query(selectEconomics(tenantId, engagementId));
    const before = rows[0];
    if (!before || (before.revision ?? 0) !== body.revision)
      throw new ApiError('economics_changed');
    const names = await namePersons(tx, tenantId, engagementId, entered);
    const { rows: hoursBefore } = await tx.query(selectHours(tenantId, [engagementId]));
    const { rows: costsBefore } = await tx.query(selectCosts(tenantId, [engagementId]));
    await storeHead(tx, context, engagementId, body, entered);
    await storeLines(tx, tenantId, engagementId, entered, names);
    const { rows: after } = await tx.query(selectEconomics(tenantId, engagementId));
    const { rows: hours } = await tx.query(selectHours(tenantId, [engagementId]));
    const { rows: costs } = await tx.query(selectCosts(tenantId, [engagementId]));
    await recordAudit(tx, context, {
      action: 'economics.set',
      resourceType: 'engagement',
      resourceId: engagementId,
      metadata: {
        before: body.revision === 0 ? null : summarize(before, hoursBefore, costsBefore),
        after: after[0] ? summarize(after[0], hours, costs) : null,
        ...compareLines(hoursBefore, hours),
      },
    });
  });
  return getEconomics(context, engagementId);
}

/**
 * Reads the numbers exactly. Error: `invalid_request` with a detail for each that has too many
 * decimals.
 */
function readEntered({ fee, currency, usdRate, hours, costs }: PutEconomicsBody): Entered {
  const details: ErrorDetail[] = [];
  const refuse = (path: string, message: string) => details.push({ path, message });
  const read = (path: string, value: number, most: number, stored: number): bigint => {
    const isFine = toUnits(value, most) !== null;
    if (!isFine)
      refuse(path, most === 0 ? 'must have no decimals' : `must have at most ${most} decimals`);
    return toUnits(value, stored) ?? 0n;
  };
  const decimals = decimalsOf(currency);
  const money = (path: string, value: number) => read(path, value, decimals, storedDecimals.amount);
  const exchanged = usdRate ?? null;
  if (currency === 'USD' && exchanged !== null) refuse('/usdRate', 'must be null for USD');
  const entered = {
    fee: fee === null ? null : money('/fee', fee),
    usdRate:
      exchanged === null
        ? null
        : read('/usdRate', exchanged, storedDecimals.usdRate, storedDecimals.usdRate),
    hours: hours.map((line, at) => {
      const spent = read(
        `/hours/${at}/hours`,
        line.hours,
        storedDecimals.hours,
        storedDecimals.hours,
      );
      const rate = money(`/hours/${at}/rate`, line.rate);
      const { userId, date, note = '' } = line;
      return {
        userId,
        date,
        hours: spent,
        rate,
        amount: lineAmount(spent, rate, currency),
        note: note.trim(),
      };
    }),
    costs: costs.map(({ date, amount, note = '' }, at) => {
      return { date, amount: money(`/costs/${at}/amount`, amount), note: note.trim() };
    }),
  };
  if (details.length > 0)
    throw new ApiError('invalid_request', { details: details.slice(0, mostDetails) });
  return entered;
}

const mostDetails = 20;

/** Returns the name of each person whose hours are entered. Error: `unknown_person`. */
async function namePersons(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  { hours }: Entered,
): Promise<Map<string, string>> {
  const userIds = [...new Set(hours.map(({ userId }) => userId))];
  const { rows } = await tx.query(selectPersons(tenantId, engagementId, userIds));
  const names = new Map(rows.map(({ id, person_name: name }) => [id, name]));
  const unknown = hours.findIndex(({ userId }) => !names.has(userId));
  if (unknown !== -1) throw new ApiError('unknown_person', { values: { line: unknown + 1 } });
  return names;
}

async function storeHead(
  tx: Transaction,
  { tenantId, principal, services }: RequestContext,
  engagementId: string,
  { currency, feeDate, revision }: PutEconomicsBody,
  { fee, usdRate }: Entered,
): Promise<void> {
  const { kind, id, name } = actorAuthor(principal);
  await tx.query({
    name: 'set_economics',
    text: `insert into platform.economics (tenant_id, engagement_id, fee, fee_date, currency, usd_rate, revision, changed_at,
        changer_kind, changer_id, changer_name)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      on conflict (tenant_id, engagement_id) do update set fee = excluded.fee, fee_date = excluded.fee_date,
        currency = excluded.currency, usd_rate = excluded.usd_rate, revision = excluded.revision,
        changed_at = excluded.changed_at, changer_kind = excluded.changer_kind, changer_id = excluded.changer_id,
        changer_name = excluded.changer_name`,
    values: [
      tenantId,
      engagementId,
      fee,
      feeDate ?? null,
      currency,
      usdRate,
      revision + 1,
      services.clock.now(),
      kind,
      id,
      name,
    ],
  });
}

async function storeLines(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  { hours, costs }: Entered,
  names: Map<string, string>,
): Promise<void> {
  await tx.query({
    name: 'delete_economics_hours',
    text: 'delete from platform.economics_hours where tenant_id = $1 and engagement_id = $2',
    values: [tenantId, engagementId],
  });
  await tx.query({
    name: 'delete_economics_costs',
    text: 'delete from platform.economics_costs where tenant_id = $1 and engagement_id = $2',
    values: [tenantId, engagementId],
  });
  await tx.query({
    name: 'insert_economics_hours',
    text: `insert into platform.economics_hours
        (tenant_id, engagement_id, position, user_id, person_name, day, hours, rate, amount, note)
      select $1, $2, given.position, given.user_id, given.person_name, given.day, given.hours, given.rate, given.amount,
        given.note
      from unnest($3::text[], $4::text[], $5::date[], $6::integer[], $7::bigint[], $8::bigint[], $9::text[])
        with ordinality given (user_id, person_name, day, hours, rate, amount, note, position)`,
    values: [
      tenantId,
      engagementId,
      hours.map(({ userId }) => userId),
      hours.map(({ userId }) => names.get(userId)),
      hours.map(({ date }) => date),
      hours.map((line) => line.hours),
      hours.map(({ rate }) => rate),
      hours.map(({ amount }) => amount),
      hours.map(({ note }) => note),
    ],
  });
  await tx.query({
    name: 'insert_economics_costs',
    text: `insert into platform.economics_costs (tenant_id, engagement_id, position, day, amount, note)
      select $1, $2, given.position, given.day, given.amount, given.note
      from unnest($3::date[], $4::bigint[], $5::text[]) with ordinality given (day, amount, note, position)`,
    values: [
      tenantId,
      engagementId,
      costs.map(({ date }) => date),
      costs.map(({ amount }) => amount),
      costs.map(({ note }) => note),
    ],
  });
}

/** The numbers that were entered, for the audit log. It gets no notes. */
function summarize(head: EconomicsRow, hours: HoursRow[], costs: CostRow[]) {
  const { currency, fee_date: feeDate } = head;
  const sum = (rows: { amount: number }[]) =>
    readExact(
      rows.reduce((total, { amount }) => total + exactAmount(BigInt(amount)), 0n),
      currency ?? '',
    );
  return {
    fee: readStoredOrNull(head.fee, 'amount'),
    feeDate,
    currency,
    usdRate: readStoredOrNull(head.usd_rate, 'usdRate'),
    hours: { lines: hours.length, hours: sumHours(hours), amount: sum(hours) },
    costs: { lines: costs.length, amount: sum(costs) },
  };
}

const mostComparedLines = 50;

/**
 * Lists the lines of hours that were removed and added, without their notes, at most 50 of each.
 */
function compareLines(before: HoursRow[], after: HoursRow[]) {
  const keyOf = ({ user_id, day, hours, rate }: HoursRow) =>
    JSON.stringify([user_id, day, hours, rate]);
  const missing = (lines: HoursRow[], others: HoursRow[]) => {
    const left = Map.groupBy(others, keyOf);
    return lines
      .filter((line) => left.get(keyOf(line))?.pop() === undefined)
      .slice(0, mostComparedLines)
      .map((line) => {
        const { userId, date, hours, rate } = toHours(line);
        return { userId, date, hours, rate };
      });
  };
  return { hoursRemoved: missing(before, after), hoursAdded: missing(after, before) };
}
