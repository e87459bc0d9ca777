import type { Language } from '@ecp/language/language';
import { cleanLine } from '../../markdown/clean-text.ts';
import type { ReportDerivation } from '../../reports/figure-types.ts';
import { withUnit, writeCellNumber, writeComputed, writeDigits, writeNumber } from './write-number.ts';

/** A derivation in words. */
export interface WrittenDerivation {
  /** `(b − a) ÷ a × 100 ≈ 3.37272`. */
  equation: string;
  /** `a = 4,655 million DKK [2]`, one for each input. */
  inputs: string[];
}

/** Returns the printed place of a footnote by its label, such as `[2]`. */
export type ShowFootnote = (label: string) => string;

const signs: Record<string, string> = { '-': '−', '*': '×', '/': '÷' };

/** Puts a derivation into words, with numbers in the language's form (contract 9). */
export function writeDerivation(
  { expression, inputs, result }: ReportDerivation,
  language: Language,
  showFootnote: ShowFootnote,
): WrittenDerivation {
  const { text, isRounded } = writeComputed(result, language);
  return {
    equation: `${writeExpression(expression, language)} ${isRounded ? '≈' : '='} ${text}`,
    inputs: inputs.map(({ label, value, unit, citation, assumed }) => {
      const amount =
        unit === null && Math.abs(value) < 1e5
          ? writeCellNumber(value, language)
          : withUnit(writeNumber(value, language), unit === null ? null : cleanLine(unit), language);
      // No line may break around the sign, so that a name stays with its value.
      return `${cleanLine(label)}\u00a0=\u00a0${amount}${assumed ? ' (assumed)' : ''}${citation === null ? '' : ` ${showFootnote(citation)}`}`;
    }),
  };
}

/** Puts a derivation on one line. Inputs are parted by semicolons, because many languages have decimal commas. */
export function joinDerivation({ equation, inputs }: WrittenDerivation): string {
  return inputs.length === 0 ? equation : `${equation}, with ${inputs.join('; ')}`;
}

/** Writes the signs of arithmetic as in print. Digits that belong to a label (`a1`) stay. */
function writeExpression(expression: string, language: Language): string {
  return cleanLine(expression)
    .replaceAll(/(?<![\p{L}\d.])\d+(?:\.\d+)?(?:e[+-]?\d+)?/gu, (digits) => writeDigits(Number(digits), language))
    .replaceAll(/[-*/]/g, (sign) => signs[sign] ?? sign);
}
