import { readStems } from '../text/read-words.ts';
import { headerWords } from './header-words.ts';

/** A column of amounts, as far as its head tells. */
interface AmountHead {
  header: string;
  unit: string;
}

/**
 * True if the head of a column says that it is a part of another one, the whole: both have the same unit, and it shares
 * a word with the whole, or stands right before a capacity.
 * @param standsBefore true if the column is the one before the whole
 */
export function isNamedPart(part: AmountHead, whole: AmountHead, standsBefore: boolean): boolean {
  if (part.unit !== whole.unit) return false;
  const shared = readStems(whole.header).filter((stem) => !/\d/.test(stem));
  const isNamed = readStems(part.header).some((stem) => shared.includes(stem));
  return isNamed || (standsBefore && headerWords.isCapacity(whole.header));
}

/** True for a unit of quantities that money is paid for: mass, energy, length, area or volume. */
export const isQuantityUnit = (unit: string) => /^(?:k?g|t|[kMG]Wh|km|m²|litres?|Liter|litros?)$/.test(unit);

/** True if money and a quantity are of the same year as their heads say, or both of none. */
export function areOfOneYear(money: string, amount: string): boolean {
  const yearOf = (head: string) => /(?:19|20)\d{2}/.exec(head)?.[0] ?? '';
  return yearOf(money) === yearOf(amount);
}
