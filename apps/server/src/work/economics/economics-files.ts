import { ApiError } from '@ecp/contract/declaring/errors';
import { decimalsOf, storedDecimals, writeUnits } from '@ecp/contract/values/economics';
import type {
  EconomicsContent,
  EconomicsFigures,
  FirmContent,
  FirmEconomicsQuery,
} from '@ecp/contract/work/economics';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { type CsvCell, writeCsv } from '../../kernel/csv.ts';
import { type EconomicsRow, selectCosts, selectEconomics, selectHours } from './economics-rows.ts';
import { getFirmEconomics } from './firm-economics.ts';

interface CsvFile {
  filename: string;
  content: Buffer;
}

/** `delivers` is false when only the headers are requested: then nothing records the export. */
interface FileOptions<Content> {
  content: Content;
  delivers: boolean;
}

const lineHeads = [
  'date',
  'type',
  'description',
  'person',
  'quantity',
  'unit_price',
  'amount',
  'currency',
  'client',
  'engagement',
  'engagement_id',
];

const filenames: Record<EconomicsContent, string> = {
  entries: 'hours-and-costs',
  invoice_fee: 'invoice-fee',
  invoice_time: 'invoice-time-and-costs',
};

/**
 * Writes hours and costs, or the lines of an invoice: the fee alone, or hours and costs, so that
 * nothing is charged twice. A line without a note is described by the engagement. Error:
 * `not_found`.
 */
export async function exportEconomics(
  context: RequestContext,
  engagementId: string,
  { content, delivers }: FileOptions<EconomicsContent>,
): Promise<CsvFile> {
  const { services, tenantId } = context;
  const [[head], hours, costs] = await services.database.batchTenant(tenantId, [
    selectEconomics(tenantId, engagementId),
    selectHours(tenantId, [engagementId]),
    selectCosts(tenantId, [engagementId]),
  ]);
  if (!head) throw new ApiError('not_found');
  const money = (stored: number) => writeStored(stored, 'amount', decimalsOf(head.currency ?? ''));
  const line = (date: string, type: string, cells: CsvCell[]) => [
    date,
    type,
    ...cells,
    ...describe(head, engagementId),
  ];
  const one = { written: '1' };
  const lines =
    content === 'invoice_fee'
      ? listFee(head).map(({ date, fee }) =>
          line(date, 'fee', [head.name, '', one, money(fee), money(fee)]),
        )
      : [
          ...hours.map(({ day, note, person_name: person, hours: spent, rate, amount }) =>
            line(day, 'hours', [
              note || head.name,
              person,
              writeStored(spent, 'hours', 2),
              money(rate),
              money(amount),
            ]),
          ),
          ...costs.map(({ day, note, amount }) =>
            line(day, 'cost', [note || head.name, '', one, money(amount), money(amount)]),
          ),
        ];
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'economics.export',
        resourceType: 'engagement',
        resourceId: engagementId,
        metadata: { format: 'csv', content, lines: lines.length },
      }),
    );
  }
  return {
    filename: `${head.slug}-${filenames[content]}.csv`,
    content: writeCsv([lineHeads, ...lines]),
  };
}

const describe = ({ currency, client, name }: EconomicsRow, engagementId: string): CsvCell[] => [
  currency,
  client,
  name,
  engagementId,
];

const listFee = ({
  fee,
  fee_date: date,
  created_on: createdOn,
}: EconomicsRow): { date: string; fee: number }[] =>
  fee === null ? [] : [{ date: date ?? createdOn, fee }];

function writeStored(stored: number, kind: keyof typeof storedDecimals, decimals: number): CsvCell {
  const cut = 10n ** BigInt(storedDecimals[kind] - decimals);
  return { written: writeUnits(BigInt(stored) / cut, decimals) };
}

const sumHeads = [
  'currency',
  'engagements',
  'revenue',
  'hours',
  'hours_cost',
  'other_costs',
  'ai_cost_usd',
  'ai_cost',
  'margin',
  'without_fee',
  'without_rate',
];

/** Writes one table of the firm's economics. */
export async function exportFirmEconomics(
  context: RequestContext,
  range: FirmEconomicsQuery,
  { content, delivers }: FileOptions<FirmContent>,
): Promise<CsvFile> {
  const firm = await getFirmEconomics(context, range);
  const tables: Record<FirmContent, () => CsvCell[][]> = {
    engagements: () => [
      ['client', 'engagement', 'engagement_id', ...sumHeads],
      ...firm.engagements.map((row) => [row.client, row.name, row.id, ...writeSums(row)]),
    ],
    clients: () => [
      ['client', ...sumHeads],
      ...firm.clients.map((row) => [row.client, ...writeSums(row)]),
    ],
    months: () => [
      ['month', ...sumHeads],
      ...firm.months.map((row) => [row.month, ...writeSums(row)]),
    ],
    persons: () => [
      ['person', 'user_id', 'currency', 'engagements', 'hours', 'hours_cost'],
      ...firm.persons.map(({ person, userId, currency, engagements, hours, hoursCost }) => [
        person,
        userId,
        currency,
        engagements,
        writeNumber(hours, 2),
        writeNumber(hoursCost, decimalsOf(currency)),
      ]),
    ],
  };
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'economics.export',
        resourceType: 'tenant',
        resourceId: context.tenantId,
        metadata: { format: 'csv', content, ...range },
      }),
    );
  }
  return { filename: `economics-${content}.csv`, content: writeCsv(tables[content]()) };
}

/** Decimals of nano-USD. */
const nanoDecimals = 9;

function writeSums(row: EconomicsFigures): CsvCell[] {
  const { currency, engagements, hours, aiCostUsd, withoutFee, withoutRate } = row;
  const money = (value: number | null) =>
    value === null || currency === null ? null : writeNumber(value, decimalsOf(currency));
  return [
    currency,
    engagements,
    money(row.revenue),
    writeNumber(hours, 2),
    money(row.hoursCost),
    money(row.otherCosts),
    writeNumber(aiCostUsd, nanoDecimals),
    money(row.aiCost),
    money(row.margin),
    withoutFee,
    withoutRate,
  ];
}

/** Writes a number with all its decimals, never with an exponent. */
const writeNumber = (value: number, decimals: number): CsvCell => ({
  written: value.toFixed(decimals),
});
