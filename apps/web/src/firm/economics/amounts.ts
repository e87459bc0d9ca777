import { decimalsOf } from '@ecp/contract/values/economics';
import { shownLocale } from '../../base/language/language.ts';

/** Formats an amount in its currency, with all its decimals. */
export function formatAmount(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(shownLocale(), { style: 'currency', currency, ...digits }).format(
    amount,
  );
}

/** Names a currency: EUR – Euro. */
export function nameCurrency(currency: string): string {
  const name = new Intl.DisplayNames(shownLocale(), { type: 'currency' }).of(currency);
  return name === undefined || name === currency ? currency : `${currency} – ${name}`;
}

const hundredths = { maximumFractionDigits: 2 };

/** Formats hours, such as 7.5. */
export const formatHours = (hours: number): string =>
  new Intl.NumberFormat(shownLocale(), hundredths).format(hours);
