import { findLanguage } from '@ecp/language/detect-language';
import { readNumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { readDateCalculation } from './date-calculation.ts';
import { type Definition, type ParsedDocument, parseDocument, readFootnote } from './document.ts';
import { evaluateEquation, isConstant, listDivisors } from './evaluate-calculation.ts';
import { readDeclaration } from './footnotes.ts';
import { type Equation, readCalculation } from './read-calculation.ts';

/** A number of a calculation as it is written. */
interface CalculatedInput {
  label: string;
  value: number;
  unit: string | null;
  /** Half of the last digit that is written. */
  rounding: number;
  isAssumed: boolean;
  /** It may be a constant, such as 12 months, and then needs no source. */
  isConstant: boolean;
}

/**
 * An equation of a footnote whose result is right, as an expression over the labels of its inputs.
 */
interface ListedCalculation {
  expression: string;
  inputs: CalculatedInput[];
  /** The result in full, as the written numbers give it. */
  value: number;
  unit: string | null;
  /** The result as it is written, its number, and half of its last digit. */
  text: string;
  written: number;
  rounding: number;
}

export interface ListedFootnote {
  label: string;
  text: string;
  /** Labels of the footnotes that it names. */
  names: string[];
  calculations: ListedCalculation[];
  /** The sources that it names one after the other; none for calculations and declarations. */
  sources: NamedSource[];
  /** True if it declares a figure of the document's own: an assumption, or a proposal. */
  isDeclared: boolean;
}

/** The words that name a source and its place, and what is quoted from it. */
export interface NamedSource {
  head: string;
  quote: string | null;
}

/**
 * Lists the footnotes of a document with their calculations, those with dates apart, which have no
 * numbers.
 */
export async function listCalculations(
  markdown: string | ParsedDocument,
  slice: TimeSlice,
): Promise<ListedFootnote[]> {
  const { blocks, definitions } = await parseDocument(markdown, slice);
  const text = blocks.map((block) => block.text).join('\n');
  const style = readNumberStyle(text, findLanguage(text) ?? 'en');
  const listed: ListedFootnote[] = [];
  for (const found of definitions.values()) {
    const { label, text: definition, references } = found;
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const flat = definition.replace(/\s+/g, ' ').trim();
    const isCalculation = /^[=＝]/u.test(flat) && readDateCalculation(flat, style) === null;
    const equations = isCalculation ? (readCalculation(flat, style) ?? []) : [];
    const isDeclared = readDeclaration(flat) !== null;
    const isSource = !/^[=＝]/u.test(flat) && !isDeclared;
    listed.push({
      label,
      text: flat.replace(/[\s,;]+$/u, ''),
      names: references,
      calculations: equations.flatMap((equation) => listEquation(equation) ?? []),
      sources: isSource ? listSources(found) : [],
      isDeclared,
    });
  }
  return listed;
}

/**
 * Lists the sources of a footnote. A semicolon parts two; other words before a quote go with the
 * source before.
 */
function listSources(definition: Definition): NamedSource[] {
  const { head, heads, readings } = readFootnote(definition, () => false);
  const [quotes = []] = readings;
  const listed: NamedSource[] = [];
  for (const [index, quote] of quotes.entries()) {
    const [, next] = /^[\s.,”"“»«’‘」』]*[;；]\s*(.+?)[\s,:：]*$/su.exec(heads[index] ?? '') ?? [];
    const last = listed.at(-1);
    if (last && next === undefined) last.quote = `${last.quote} … ${quote}`;
    else listed.push({ head: last ? (next ?? '') : head, quote });
  }
  return quotes.length === 0 && head !== '' ? [{ head, quote: null }] : listed;
}

/** Returns an equation with its numbers as inputs. Null for one whose result is another. */
function listEquation(equation: Equation): ListedCalculation | null {
  const divisors = listDivisors(equation.root);
  const plain = equation.terms.filter((term) => isConstant(term) || divisors.includes(term));
  // Beside a unit a number is a constant, or it has the same unit.
  for (const constants of [[], plain]) {
    const ground = { held: null, isConstant: true };
    const outcome = evaluateEquation(equation, new Map(constants.map((term) => [term, ground])));
    if (outcome.kind !== 'comes out') continue;
    const terms = equation.terms.filter((term) => !constants.includes(term));
    const { expression, inputs, result } = outcome.derivation;
    return {
      expression,
      inputs: inputs.map(({ label, value, unit }, index) => {
        const term = terms[index];
        const rounding = term?.figure.rounding ?? 0;
        const constant = term !== undefined && plain.includes(term);
        return {
          label,
          value,
          unit,
          rounding,
          isAssumed: term?.isAssumed ?? false,
          isConstant: constant,
        };
      }),
      value: result,
      unit: outcome.value.unit,
      text: equation.result.shown,
      written: Math.sign(result) * equation.result.value,
      rounding: equation.result.rounding,
    };
  }
  return null;
}
