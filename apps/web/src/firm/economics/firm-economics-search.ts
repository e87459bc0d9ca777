/** The tables of the page of the firm. */
export const firmTables = ['clients', 'months', 'persons', 'engagements'] as const;
export type FirmTable = (typeof firmTables)[number];

export interface FirmEconomicsSearch {
  /** YYYY-MM, both included. */
  from?: string;
  to?: string;
  by?: FirmTable;
}

const isMonth = (value: unknown): value is string =>
  typeof value === 'string' && /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(value);

export function readFirmEconomicsSearch({
  from,
  to,
  by,
}: Record<string, unknown>): FirmEconomicsSearch {
  const table = firmTables.find((one) => one === by);
  return {
    ...(isMonth(from) && { from }),
    ...(isMonth(to) && { to }),
    ...(table && { by: table }),
  };
}
