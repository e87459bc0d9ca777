import type { Derivation } from '@ecp/contract/values/citations';
import { readDays } from '@ecp/language/dates';
import { anyStyle, type NumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { countRangesInMonths, listDates } from './check-dates.ts';
import {
  type HeldFigure,
  type HeldIndex,
  isSameValue,
  matchBare,
  matchFigure,
  showsResult,
  type ValueMatch,
} from './compare-figures.ts';
import { checkDateCalculations } from './date-calculation.ts';
import {
  type CheckedCalculation,
  evaluateEquation,
  evaluateRoot,
  type Ground,
  isConstant,
  isConverted,
  listDivisors,
  scales,
} from './evaluate-calculation.ts';
import type { Fault } from './faults.ts';
import { readTyped, scaleFigure, type TypedFigure } from './figures.ts';
import type { Footnote } from './footnotes.ts';
import type { Equation, Node, Term } from './read-calculation.ts';
import { listIndexes, matchSources } from './source-figures.ts';

interface CalculationContext {
  footnotes: ReadonlyMap<string, Footnote>;
  known: { elsewhere: HeldIndex; given: HeldIndex; calculations: Map<string, CheckedCalculation> };
  style: NumberStyle;
  slice: TimeSlice;
}

/** Lists the footnotes that calculations name, directly or through other calculations. */
export function listNamed(
  list: readonly Footnote[],
  footnotes: ReadonlyMap<string, Footnote>,
): Footnote[] {
  const found = new Set<Footnote>();
  const add = ({ names }: Footnote): void => {
    for (const name of names) {
      const footnote = footnotes.get(name);
      if (!footnote || found.has(footnote)) continue;
      found.add(footnote);
      add(footnote);
    }
  };
  for (const footnote of list) if (footnote.kind === 'calculation') add(footnote);
  return [...found];
}

export const toHeld = (
  figures: readonly TypedFigure[],
  citation: string | null,
  origin: HeldFigure['origin'],
) => figures.map((figure): HeldFigure => ({ figure, citation, origin }));

/**
 * Returns the labels of calculations that name themselves, directly or through other calculations.
 */
function findCircles(footnotes: ReadonlyMap<string, Footnote>): ReadonlySet<string> {
  const circles = new Set<string>();
  const passed = new Set<string>();
  const follow = (label: string, path: readonly string[]): void => {
    const start = path.indexOf(label);
    if (start !== -1) for (const one of path.slice(start)) circles.add(one);
    const footnote = footnotes.get(label);
    if (start !== -1 || passed.has(label) || footnote?.kind !== 'calculation') return;
    for (const name of footnote.names) follow(name, [...path, label]);
    passed.add(label);
  };
  for (const label of footnotes.keys()) follow(label, []);
  return circles;
}

/** Reads the values that a footnote of an assumption or a proposal sets. */
export const toDeclared = (text: string, label: string, style: NumberStyle): HeldFigure[] =>
  toHeld(readTyped(text, style), label, 'document').map((one) => ({ ...one, isSet: true }));

/** Evaluates the calculations of all footnotes, each after those that it names. */
export async function checkCalculations(check: CalculationContext): Promise<void> {
  const { footnotes, known } = check;
  const circles = findCircles(footnotes);
  const opened = new Set<string>();
  const open = async (label: string): Promise<void> => {
    const footnote = footnotes.get(label);
    if (!footnote || opened.has(label)) return;
    opened.add(label);
    for (const name of footnote.names) await open(name);
    const labels = footnote.names.filter((name) => footnotes.get(name)?.isEmpty);
    const record = (checked: CheckedCalculation, bases: readonly string[]) => {
      const wrongBase = bases.find(
        (base) => (known.calculations.get(base)?.fault ?? null) !== null,
      );
      const fault = findBaseFault(checked, { labels, isCircle: circles.has(label), wrongBase });
      known.calculations.set(
        footnote.label,
        fault ? { ...checked, fault, derivation: null } : checked,
      );
    };
    const { reckoning } = footnote;
    if (reckoning) {
      const named = footnote.names.flatMap((name) => footnotes.get(name) ?? []);
      const results = named.flatMap((one) => known.calculations.get(one.label)?.dates ?? []);
      const declared = named.flatMap((one) =>
        readDays(one.declared?.text ?? '', check.style.language),
      );
      const given = [...results, ...declared, ...(await listDates(named, check.slice))];
      const checked = checkDateCalculations(
        footnote.label,
        reckoning,
        named.length > 0 ? given : null,
        check.style,
      );
      record(
        checked,
        named.map((one) => one.label),
      );
    }
    if (footnote.kind !== 'calculation' || footnote.equations === null) return;
    const checked = checkCalculation(
      footnote.label,
      footnote.equations,
      await numberFinder(check, footnote),
    );
    record(checked, checked.bases);
  };
  for (const label of footnotes.keys()) await open(label);
}

/**
 * Finds what is wrong with what a calculation builds on: missing footnotes, itself, a result that
 * does not come out.
 */
function findBaseFault(
  { fault }: CheckedCalculation,
  {
    labels,
    isCircle,
    wrongBase,
  }: { labels: readonly string[]; isCircle: boolean; wrongBase: string | undefined },
): Fault | null {
  if (labels.length > 0) return { kind: 'footnotes', labels };
  if (isCircle) return { kind: 'circle' };
  if (fault !== null) return null;
  return wrongBase === undefined ? null : { kind: 'base', label: wrongBase };
}

/**
 * Finds a number of a calculation as it is written, else without the scale of its source: 4,812 for
 * 4,812 million.
 */
function findScaled(
  term: Term,
  find: (figure: TypedFigure) => readonly HeldFigure[],
  bare: readonly HeldFigure[] = [],
  isValue = false,
): readonly HeldFigure[] {
  const isPlain = !isValue && isConstant(term);
  const { figure } = term;
  // A number without a sign is no percentage's hundredth: 0.33 is not 33 %.
  const isOwn = ({ figure: found, origin }: HeldFigure) =>
    figure.unit !== null ||
    ((found.kind !== 'percent' || showsResult(figure, found.value)) &&
      !(isPlain && (origin !== 'passage' || found.kind === 'percent')));
  const own = find(figure).filter(isOwn);
  if (own.length > 0 || isPlain) return own;
  if (/\p{L}{2}/u.test(figure.shown)) return bare;
  for (const scale of scales.slice(1)) {
    const found = find(scaleFigure(figure, 1 / scale)).filter(
      (held) => held.figure.kind !== 'percent' && held.figure.kind !== 'year',
    );
    if (found.length > 0) return found;
  }
  return [];
}

async function numberFinder(
  { footnotes, known, style, slice }: CalculationContext,
  { names }: Footnote,
): Promise<FindNumber> {
  const named = names.flatMap((name) => footnotes.get(name) ?? []);
  // Of a table whose rows are quoted, these rows are cited; of a query, its result.
  const open = named.map((footnote) => ({
    ...footnote,
    passages: footnote.passages.map((passage) => ({
      ...passage,
      table: passage.sql === null ? null : passage.table,
    })),
  }));
  const sources = await listIndexes(open, slice);
  const near = named.flatMap(({ label, passages, declared }) => [
    ...passages.flatMap(({ figures }) => toHeld(figures, label, 'passage')),
    ...(known.calculations.get(label)?.held ?? []),
    ...passages.flatMap(({ around }) => toHeld(around, label, 'around')),
    ...(declared ? toDeclared(declared.text, label, style) : []),
  ]);
  for (const footnote of named) {
    const dates = [
      ...(await listDates([footnote], slice)),
      ...readDays(footnote.declared?.text ?? '', style.language),
    ];
    const months = countRangesInMonths(dates).flatMap((count) =>
      readTyped(`${count}; ${count} months`, anyStyle),
    );
    near.push(...toHeld(months, footnote.label, 'passage'));
  }
  // A number word is no amount of a unit that it does not have: six boats are not 6 %.
  const isInput = ({ isOpen, figure }: ValueMatch) => !isOpen || figure.form === 'digits';
  const findNamed = (figure: TypedFigure) =>
    [...matchFigure(figure, near), ...matchSources(sources, figure)].filter(isInput);
  const findOther = (figure: TypedFigure) =>
    [...known.elsewhere.match(figure), ...known.given.match(figure)].filter(isInput);
  return (term, isValue) => ({
    named: findScaled(term, findNamed, matchBare(term.figure, near), isValue),
    other: findScaled(term, findOther),
  });
}

/**
 * A declared value matches a number in its unit, or a number of three digits or more without a
 * unit.
 */
function isDeclared({ isSet, origin, figure }: HeldFigure, number: TypedFigure): boolean {
  if (!isSet || origin !== 'document' || !isSameValue(figure, number)) return false;
  const isLong = number.shown.replace(/\D/g, '').length >= 3;
  return figure.unit === number.unit || (isLong && (figure.unit === null || number.unit === null));
}

/** Finds the values that a number of a calculation may be, the named footnotes first. */
type FindNumber = (
  term: Term,
  isValue?: boolean,
) => { named: readonly HeldFigure[]; other: readonly HeldFigure[] };

/**
 * Checks a calculation: each number stands in a named footnote, or is an earlier result, a constant
 * or assumed; units fit. `bases` are the labels of the calculations whose results it uses.
 */
function checkCalculation(
  label: string,
  equations: readonly Equation[],
  find: FindNumber,
): CheckedCalculation & { bases: readonly string[] } {
  const results: HeldFigure[] = [];
  const terms: HeldFigure[] = [];
  const bases = new Set<string>();
  let fault: Fault | null = null;
  let derivation: Derivation | null = null;
  for (const equation of equations) {
    const divisors = listDivisors(equation.root);
    const missing: string[] = [];
    const grounds = new Map<Term, Ground>();
    for (const term of equation.terms) {
      const { figure } = term;
      // A zero adds nothing that needs a source.
      const isPlain = isConstant(term) || divisors.includes(term) || figure.value === 0;
      const { named, other } = find(term);
      const found = term.isAssumed
        ? ([...named, ...other].find((held) => isDeclared(held, figure)) ?? null)
        : (matchFigure(figure, results)[0] ?? named[0] ?? null);
      if (found === null && !isPlain && !term.isAssumed) missing.push(figure.shown);
      grounds.set(term, {
        held: found,
        isConstant: found === null && isPlain && !term.isAssumed,
        isAssumed: term.isAssumed || found?.isSet === true,
      });
      if (found?.origin === 'calculation' && found.citation !== null && found.citation !== label)
        bases.add(found.citation);
      const unit =
        found && figure.unit === null ? { unit: found.figure.unit, kind: found.figure.kind } : {};
      if (found || !isPlain)
        terms.push({
          figure: { ...figure, ...unit },
          citation: found?.citation ?? label,
          origin: 'calculation',
        });
    }
    let outcome = evaluateEquation(equation, grounds);
    // A number that may be a constant may also be a value of the sources.
    const constants = equation.terms.filter((term) => grounds.get(term)?.isConstant);
    if (outcome.kind !== 'comes out' && constants.length > 0) {
      const values = new Map(grounds);
      for (const term of constants) {
        const [held] = find(term, true).named;
        if (held) values.set(term, { held, isConstant: false });
      }
      const other = evaluateEquation(equation, values);
      if (other.kind === 'comes out') outcome = other;
    }
    if (outcome.kind === 'differs')
      fault ??= { kind: 'result', said: equation.result.shown, found: outcome.found };
    if (outcome.kind === 'mixed') fault ??= outcome;
    if (missing.length > 0) fault ??= { kind: 'inputs', figures: [...new Set(missing)] };
    if (outcome.kind === 'comes out') derivation = outcome.derivation;
    // A wrong result is one fault, so equations that use it count with the shown result.
    const result = outcome.kind === 'comes out' ? outcome.value : equation.result;
    const isScaled = result.values.some(
      (value) => value >= 1_000 * Math.abs(equation.result.value),
    );
    if (outcome.kind === 'comes out') terms.push(...listPartResults(equation, label));
    results.unshift({
      citation: label,
      origin: 'calculation',
      isExactScale: isScaled && !isConverted(equation.terms, grounds),
      ...(outcome.kind === 'comes out' && outcome.derivation.assumed ? { isSet: true } : {}),
      figure: { ...result, sign: equation.isNegative ? -1 : result.sign },
    });
  }
  const held = [...results, ...terms];
  return { fault, derivation: fault === null ? derivation : null, held, bases: [...bases] };
}

/**
 * Returns the results of the sums and differences within a calculation: "38 + 30" of "16 / (38 +
 * 30)".
 */
function listPartResults({ root }: Equation, label: string): HeldFigure[] {
  return listParts(root).flatMap((part): HeldFigure[] => {
    const amount = evaluateRoot({ root: part });
    if (!('value' in amount)) return [];
    const [figure] = readTyped(
      `${Number(amount.value.toPrecision(12))} ${amount.unit ?? ''}`,
      anyStyle,
    );
    return figure ? [{ figure, citation: label, origin: 'calculation' }] : [];
  });
}

function listParts(node: Node): Node[] {
  const inner =
    node.kind === 'operation'
      ? [node.left, node.right]
      : node.kind === 'call'
        ? node.of
        : node.kind === 'negative'
          ? [node.of]
          : [];
  const isSum = (part: Node) =>
    (part.kind === 'operation' && (part.operation === '+' || part.operation === '-')) ||
    (part.kind === 'call' && part.call === 'sum');
  return inner.flatMap((part) => [...(isSum(part) ? [part] : []), ...listParts(part)]).slice(0, 10);
}
