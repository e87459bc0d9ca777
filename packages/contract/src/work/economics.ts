import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import {
  Author,
  Day,
  EngagementParams,
  Id,
  Nullable,
  Timestamp,
  Usd,
} from '../declaring/scalars.ts';
import { currencies, deedMinutes, economicsLimits, marginGaps } from '../values/economics.ts';
import { CostRange } from './plans.ts';

const Currency = Type.Enum([...currencies], { description: 'ISO 4217' });
const count = Type.Integer({ minimum: 0 });
const Money = Type.Number({ description: 'In `currency`, rounded to its decimals' });
const amount = {
  minimum: 0,
  maximum: economicsLimits.amount,
  description: 'At most the decimals of the currency',
};
const Note = Type.String({ maxLength: economicsLimits.note });

const givenHours = {
  userId: Type.String({ minLength: 1, maxLength: 100 }),
  date: Day,
  hours: Type.Number({
    exclusiveMinimum: 0,
    maximum: economicsLimits.hours,
    description: 'At most two decimals',
  }),
  rate: Type.Number({
    minimum: 0,
    maximum: economicsLimits.rate,
    description: 'The price of one hour',
  }),
  note: Note,
};

const EconomicsCost = Type.Object({ date: Day, amount: Type.Number(amount), note: Note });

const head = {
  fee: Nullable(Type.Number({ ...amount, description: 'Null while none is agreed' })),
  feeDate: Nullable(
    Type.String({
      format: 'date',
      pattern: '^[12]',
      maxLength: 10,
      description:
        'The day of the fee (YYYY-MM-DD); null for the day on which the engagement was created',
    }),
  ),
  usdRate: Nullable(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: economicsLimits.usdRate,
      description:
        'The price of one US dollar in `currency`, at most six decimals; null for USD, and while unknown',
    }),
  ),
};

/** What an admin enters. It replaces what was there, if that is still of `revision`. */
export const PutEconomicsBody = Type.Object({
  ...head,
  feeDate: Type.Optional(head.feeDate),
  usdRate: Type.Optional(head.usdRate),
  currency: Currency,
  hours: Type.Array(Type.Object({ ...givenHours, note: Type.Optional(Note) }), {
    maxItems: economicsLimits.hourLines,
  }),
  costs: Type.Array(Type.Object({ ...EconomicsCost.properties, note: Type.Optional(Note) }), {
    maxItems: economicsLimits.costLines,
  }),
  revision: Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    description: 'The revision that was read, 0 at first; another one is 409',
  }),
});
export type PutEconomicsBody = Static<typeof PutEconomicsBody>;

const EconomicsHours = Type.Object({
  ...givenHours,
  person: Type.String({ description: 'The name, also of a person who has left' }),
  member: Type.Boolean({ description: 'False for a person who has left the team' }),
  amount: Money,
});

const SuggestedHours = Type.Object({
  userId: Id,
  person: Type.String(),
  date: Day,
  hours: Type.Number(),
  rate: Nullable(
    Type.Number({ description: 'The last rate of the person in `currency`; null without one' }),
  ),
  because: Type.Object(
    Object.fromEntries(Object.keys(deedMinutes).map((kind) => [kind, count])) as Record<
      keyof typeof deedMinutes,
      typeof count
    >,
    { description: 'What the person did on that day (UTC); reading is not watched' },
  ),
});
export type SuggestedHours = Static<typeof SuggestedHours>;

const Forecast = Type.Object({
  tasks: Type.Integer({ description: 'The tasks that have no document yet' }),
  unpricedTasks: Type.Integer({ description: 'Those of them that the last plan does not price' }),
  plannedAt: Nullable(Timestamp),
  price: Nullable(CostRange),
  aiCost: Nullable(
    Type.Object(CostRange.properties, { description: '`aiCost` with the price, in US dollars' }),
  ),
  margin: Nullable(
    Type.Object(
      { low: Money, expected: Money, high: Money },
      { description: 'In `currency`; `low` is the margin at the highest price' },
    ),
  ),
});

/** Fee, hours and costs of an engagement, for admins alone, with what follows from them. */
export const Economics = Type.Object({
  ...head,
  currency: Nullable(Type.String({ description: 'Null before the first change' })),
  hours: Type.Array(EconomicsHours),
  costs: Type.Array(EconomicsCost),
  revision: Type.Integer({ description: 'Counts the changes' }),
  changedAt: Nullable(Timestamp),
  changedBy: Nullable(Author),
  aiCost: Type.Number({ description: 'All that models have cost the engagement, in US dollars' }),
  sums: Nullable(
    Type.Object({
      hours: Type.Number(),
      hoursCost: Money,
      otherCosts: Money,
      aiCost: Nullable(
        Type.Number({ description: 'In `currency`; null without a rate of exchange' }),
      ),
    }),
  ),
  margin: Nullable(
    Type.Number({ description: 'Fee less hours, costs and AI cost, in `currency`' }),
  ),
  marginShare: Nullable(
    Type.Number({ description: 'The margin as a part of the fee, such as 0.4; null for no fee' }),
  ),
  marginMissing: Nullable(Type.Enum([...marginGaps], { description: 'Why there is no margin' })),
  forecast: Nullable(
    Type.Object(Forecast.properties, { description: 'What is still to run; null before a plan' }),
  ),
  suggestedHours: Type.Array(SuggestedHours, {
    description: 'For days without hours of the person, newest first',
  }),
});
export type Economics = Static<typeof Economics>;

/** Sums over engagements of one currency; `currency` is null where nothing has been entered. */
const figures = {
  currency: Nullable(Type.String()),
  engagements: count,
  revenue: Money,
  hours: Type.Number(),
  hoursCost: Money,
  otherCosts: Money,
  aiCostUsd: Usd,
  aiCost: Nullable(
    Type.Number({ description: 'In `currency`; null while an engagement lacks the rate' }),
  ),
  margin: Nullable(
    Type.Number({ description: 'Revenue less all costs; null while the AI cost is' }),
  ),
  withoutFee: Type.Integer({ description: 'Engagements without a fee' }),
  withoutRate: Type.Integer({ description: 'Engagements whose AI cost has no rate of exchange' }),
};
export const EconomicsFigures = Type.Object(figures);
export type EconomicsFigures = Static<typeof EconomicsFigures>;

/**
 * The firm's economics by engagement, client, month and person. Currencies are never added to each
 * other.
 */
export const FirmEconomics = Type.Object({
  totals: Type.Array(EconomicsFigures),
  engagements: Type.Array(
    Type.Object({ id: Id, name: Type.String(), client: Type.String(), ...figures }),
  ),
  clients: Type.Array(Type.Object({ client: Type.String(), ...figures })),
  months: Type.Array(Type.Object({ month: Type.String({ description: 'YYYY-MM' }), ...figures })),
  persons: Type.Array(
    Type.Object({
      userId: Id,
      person: Type.String(),
      currency: Type.String(),
      engagements: count,
      hours: Type.Number(),
      hoursCost: Money,
    }),
  ),
});
export type FirmEconomics = Static<typeof FirmEconomics>;

const Month = Type.Optional(
  Type.String({ maxLength: 7, pattern: '^[12]\\d{3}-(0[1-9]|1[0-2])$', description: 'YYYY-MM' }),
);
const range = { from: Month, to: Month };
export const FirmEconomicsQuery = Type.Object(range);
export type FirmEconomicsQuery = Static<typeof FirmEconomicsQuery>;

const tag = 'Economics';
/** A key of one engagement may be a client's, so it reads no economics. */
const ofEngagement = {
  tag,
  params: EngagementParams,
  level: 'admin',
  engagementKeyAccess: 'tenant',
} as const;
const Format = Type.Optional(Type.Enum(['csv'], { default: 'csv' }));

/** The tables of an engagement's economics; an invoice is by its fee, or by time and costs. */
const economicsContents = ['entries', 'invoice_fee', 'invoice_time'] as const;
export type EconomicsContent = (typeof economicsContents)[number];

/** The tables of the firm's economics. */
const firmContents = ['engagements', 'clients', 'months', 'persons'] as const;
export type FirmContent = (typeof firmContents)[number];

export const getEconomics = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/economics',
  name: 'getEconomics',
  summary: 'Read fee, hours and costs with margin, forecast and suggested hours',
  responses: { 200: Economics },
});

export const putEconomics = defineEndpoint({
  ...ofEngagement,
  method: 'PUT',
  path: '/api/engagements/:id/economics',
  name: 'putEconomics',
  summary: 'Replace fee, hours and costs',
  body: PutEconomicsBody,
  responses: { 200: Economics },
  errors: ['economics_changed', 'unknown_person'],
});

export const exportEconomics = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/economics/export',
  name: 'exportEconomics',
  summary: 'Read hours and costs, or the lines of an invoice, as CSV',
  query: Type.Object({
    format: Format,
    content: Type.Optional(Type.Enum([...economicsContents], { default: 'entries' })),
  }),
  responses: { 200: 'text/csv' },
});

export const getFirmEconomics = defineEndpoint({
  tag,
  level: 'admin',
  method: 'GET',
  path: '/api/economics',
  name: 'getFirmEconomics',
  summary: "Read the firm's economics by engagement, client, month and person",
  query: FirmEconomicsQuery,
  responses: { 200: FirmEconomics },
});

export const exportFirmEconomics = defineEndpoint({
  tag,
  level: 'admin',
  method: 'GET',
  path: '/api/economics/export',
  name: 'exportFirmEconomics',
  summary: "Read a table of the firm's economics as CSV",
  query: Type.Object({
    ...range,
    format: Format,
    content: Type.Optional(Type.Enum([...firmContents], { default: 'engagements' })),
  }),
  responses: { 200: 'text/csv' },
});
