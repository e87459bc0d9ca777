import * as arquero from 'arquero';
import * as decimal from 'decimal.js';
import * as financial from 'financial';
import * as statistics from 'simple-statistics';
import xirr from 'xirr';
import type { ModuleName } from './read-program.ts';

/** A payment of `xirr`, with a date as a Date or as YYYY-MM-DD. */
interface Payment {
  amount: number;
  when: Date | string;
}

const finance = {
  fv: financial.fv,
  pmt: financial.pmt,
  nper: financial.nper,
  ipmt: financial.ipmt,
  ppmt: financial.ppmt,
  pv: financial.pv,
  rate: financial.rate,
  irr: financial.irr,
  npv: financial.npv,
  mirr: financial.mirr,
  PaymentDueTime: financial.PaymentDueTime,
  /** Returns the yearly rate at which dated payments are worth nothing, as a part of 1. */
  xirr: (payments: readonly Payment[], options?: { guess?: number }) =>
    xirr(
      payments.map(({ amount, when }) => ({ amount, when: new Date(when) })),
      options,
    ),
};

/** The modules that a program may import, each with its default export. */
export const modules: Record<ModuleName, Readonly<Record<string, unknown>>> = {
  arquero: { ...arquero, default: arquero },
  'decimal.js': { ...decimal, default: decimal.Decimal },
  finance: { ...finance, default: finance },
  'simple-statistics': { ...statistics, default: statistics },
};

/** Returns the number of a decimal, or undefined for another value. */
export const decimalNumber = (value: unknown): number | undefined =>
  decimal.Decimal.isDecimal(value) ? (value as decimal.Decimal).toNumber() : undefined;
