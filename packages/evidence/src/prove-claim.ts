import type { Derivation } from '@ecp/contract/values/citations';
import { readContentWords } from '@ecp/language/content-words';
import type { DateSpan } from '@ecp/language/dates';
import { findImpossibleDays } from '@ecp/language/impossible-days';
import type { Language } from '@ecp/language/language';
import { anyStyle, type NumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { checkDates } from './check-dates.ts';
import { checkTimes } from './check-times.ts';
import {
  compareUnits,
  differPer,
  dimensionOf,
  type HeldFigure,
  type HeldIndex,
  isLong,
  isNoClaim,
  isOtherScale,
  isSameValue,
  isScaleWord,
  isSpan,
  isUnscaled,
  matchBare,
  matchFigure,
  showNegative,
  showRate,
  signedValue,
  smallCount,
  unscaledOf,
  type ValueMatch,
} from './compare-figures.ts';
import { PlaceCheck } from './compare-places.ts';
import { isSetByText } from './declared-figures.ts';
import { dropsSign, maskFigures } from './dropped-signs.ts';
import { type CheckedCalculation, evaluateEquation } from './evaluate-calculation.ts';
import type { Fault } from './faults.ts';
import { asWhole, mayAgree, readPeriods, readTyped, type TypedFigure } from './figures.ts';
import {
  findOperation,
  findPossible,
  isBase,
  listNamedCells,
  mayBeShare,
  type PossibleInput,
} from './find-operation.ts';
import { type Footnote, type Passage, tablesOf, wholeTablesOf } from './footnotes.ts';
import type { Doubt } from './material.ts';
import { showDerivation } from './name-inputs.ts';
import { findEquations, type Term } from './read-calculation.ts';
import { toHeld } from './run-calculations.ts';
import {
  findCounted,
  findInWords,
  listIndexes,
  matchSources,
  matchUnquoted,
  mayBeThreshold,
  mayCount,
  mostRows,
  nameTables,
  type Source,
} from './source-figures.ts';
import { isRow, type SourceTable } from './tables.ts';
import { type Hedge, isInRange, type Multiple, readHedge, readMultiples } from './value-ranges.ts';

interface ClaimToProve {
  sentence: string;
  /** The words that the footnotes support, at their places in the sentence. */
  stretch: string;
  figures: readonly TypedFigure[];
  own: readonly TypedFigure[];
  footnotes: readonly Footnote[];
  passages: readonly Passage[];
  /** The labels of what the text beside its table declares for all rows. */
  beside: ReadonlySet<string>;
}

export interface Known {
  style: NumberStyle;
  language: Language;
  /** Figures that other statements of the document prove. */
  elsewhere: HeldIndex;
  /** Figures of the brief, of titles, and of the SQL of queries. */
  given: HeldIndex;
  dates: readonly DateSpan[];
  /** The content words of the sentences and rows that cite each footnote, by its label. */
  contexts: ReadonlyMap<string, ReadonlySet<string>>;
  calculations: ReadonlyMap<string, CheckedCalculation>;
  namedBy: (footnotes: readonly Footnote[]) => readonly Footnote[];
  slice: TimeSlice;
}

export interface Proof {
  fault: Fault | null;
  own: readonly string[];
  doubts: readonly Doubt[];
  derivation: Derivation | null;
  /**
   * Its figures with the unit, period and place of their sources: they hold in the rest of the
   * document too.
   */
  held: readonly HeldFigure[];
  /** All values stand in the cited passages, in the row and column that the statement names. */
  isExact: boolean;
}

/** Limits the characters of a source in which a year of its tables is sought. */
const maxText = 100_000;
/** Limits the figures of a statement for which an operation is sought. */
const maxSought = 8;

/** Proves or refutes the values of a statement that cites something. */
export async function proveClaim(claim: ClaimToProve, known: Known): Promise<Proof> {
  const { stretch, sentence, footnotes, passages } = claim;
  const named = known.namedBy(footnotes);
  const dates = await checkDates(
    {
      stretch,
      sentence,
      language: known.language,
      passages: [...passages, ...named.flatMap((one) => one.passages)],
      footnotes: [...footnotes, ...named],
    },
    known.dates,
    known.slice,
  );
  const times = checkTimes(stretch, passages);
  const isDate = ({ start, end }: TypedFigure) =>
    [...dates.settled, ...dates.own, ...times.told].some(
      (date) => start >= date.start && end <= date.end,
    );
  const prover = new Prover(claim, known, await listIndexes(footnotes, known.slice));
  for (const figure of claim.figures) if (!isDate(figure)) prover.prove(figure);
  const proof = prover.finish();
  const isDeclared = footnotes.some(({ kind }) => kind === 'declaration');
  const unproved = [...findImpossibleDays(stretch), ...(isDeclared ? [] : dates.own)];
  const own = [...unproved.map(({ text }) => text), ...proof.own];
  const doubts = [...dates.doubts, ...proof.doubts];
  return {
    ...proof,
    fault: dates.fault ?? times.fault ?? proof.fault,
    own,
    doubts,
    isExact: proof.isExact && doubts.length === 0 && own.length === 0,
  };
}

type Assessed = { match: ValueMatch; fault: Fault | null; doubts: Doubt[] };

class Prover {
  readonly #claim: ClaimToProve;
  readonly #known: Known;
  readonly #sources: readonly Source[];
  readonly #near: readonly HeldFigure[];
  /** The facts of notebooks that the statement cites. */
  readonly #facts: readonly HeldFigure[];
  /** The facts that figures of the statement show. */
  readonly #shownFacts = new Set<TypedFigure>();
  readonly #places: PlaceCheck;
  #fault: Fault | null = null;
  #derivation: Derivation | null = null;
  readonly #own: TypedFigure[] = [];
  readonly #doubts: Doubt[] = [];
  readonly #held: HeldFigure[] = [];
  readonly #open: TypedFigure[] = [];
  /**
   * Places of numbers that are the base of other figures: the 100 of "7 of 100 euros", the 52 of
   * "52 weeks".
   */
  readonly #bases = new Set<number>();
  /** Places of numbers that count what a quoted row names. */
  readonly #counts = new Set<number>();
  #isExact = true;

  constructor(claim: ClaimToProve, known: Known, sources: readonly Source[]) {
    const { footnotes, passages } = claim;
    this.#claim = claim;
    this.#known = known;
    this.#sources = sources;
    this.#places = new PlaceCheck(claim, known.language);
    this.#facts = passages
      .filter(({ kind }) => kind === 'notebook')
      .flatMap(({ figures, citation, table }) =>
        figures.map((figure) => ({
          figure,
          citation,
          origin: 'passage' as const,
          ...(table ? { table } : {}),
        })),
      );
    const calculated = footnotes.flatMap(({ label }) => known.calculations.get(label)?.held ?? []);
    this.#near = [
      ...passages.flatMap(({ figures, citation, table }) =>
        figures.map(
          (figure): HeldFigure => ({
            figure,
            citation,
            origin: 'passage',
            ...(table ? { table } : {}),
          }),
        ),
      ),
      ...calculated,
      ...passages.flatMap(({ around, citation, table }) =>
        around.map(
          (figure): HeldFigure => ({
            figure,
            citation,
            origin: 'around',
            ...(table ? { table } : {}),
          }),
        ),
      ),
    ];
  }

  prove(read: TypedFigure): void {
    // "2019 year end" names a year.
    const isYear =
      read.unit === 'yr' &&
      Number.isInteger(read.value) &&
      read.value >= 1_900 &&
      read.value <= 2_100;
    // Beside a row of counts, 325.000 has no decimals.
    const isCount = read.counts === true && this.#near.some((held) => held.figure.isUnscaled);
    const figure: TypedFigure = isYear
      ? { ...read, unit: null, kind: 'year' }
      : isCount
        ? asWhole(read)
        : read;
    if (this.#settleRange(figure)) return;
    const given = this.#readCounts(figure);
    const near = [...matchFigure(figure, given), ...matchBare(figure, given)];
    // A value of the cited words is not sought elsewhere, unless they give it for something else.
    const assessed = this.#assessAll(figure, near);
    const found =
      assessed.find(({ fault }) => fault === null) ??
      this.#findInSources(figure, assessed) ??
      this.#findUnquoted(figure);
    // "40" of a cell 38 is something else, and so is a number word of a cell that is not quoted.
    const isWeak =
      found?.match.how === 'loose' || (figure.form === 'word' && found?.match.origin === 'source');
    if (!found || (found.fault !== null && isWeak)) this.#open.push(figure);
    else if (found.fault === null) this.#accept(figure, found);
    else if (!this.#acceptOperation(figure)) this.#fault ??= found.fault;
  }

  /**
   * Settles a figure in words or with a hedge, "a fifth" or "nearly 13 %", by the facts of notebooks
   * that the statement cites. False if other rules decide.
   */
  #settleRange(figure: TypedFigure): boolean {
    if (this.#facts.length === 0 || figure.kind === 'year') return false;
    const { sentence, passages } = this.#claim;
    const hedge = figure.cell === null ? readHedge(sentence, figure) : null;
    const isFraction = figure.form === 'fraction';
    const kind = hedge?.kind ?? (isFraction ? 'about' : null);
    if (kind === null) return false;
    const facts = this.#facts.filter((fact) => isAlike(figure, fact.figure));
    const isIn = (fact: HeldFigure, range: typeof kind) =>
      figure.values.some((size) => hasValueIn(fact, size, range));
    const matches = facts
      .filter((fact) => isIn(fact, kind))
      .map((fact): ValueMatch => ({ ...fact, isOpen: false, how: 'rounded' }));
    const [best] = this.#assessAll(figure, matches);
    if (best !== undefined) {
      this.#shownFacts.add(best.match.figure);
      if (best.fault === null) this.#accept(figure, best);
      else this.#fault ??= best.fault;
      return true;
    }
    const isOfFacts = passages.every((passage) => passage.kind === 'notebook');
    const isContrary = hedge?.isSure === true && facts.some((fact) => isIn(fact, 'about'));
    const isOther = isFraction && facts.length > 0 && matchFigure(figure, facts).length > 0;
    if (!isOfFacts || !(isContrary || isOther)) return false;
    this.#own.push(figure);
    this.#isExact = false;
    return true;
  }

  /**
   * Settles "doubled" and the like by the facts of notebooks: one that is the multiple or the growth,
   * or two of which one is the multiple of the other.
   */
  #settleMultiple({ words, ratio, kind }: Multiple): void {
    const facts = this.#facts.map(({ figure }) => figure);
    const isRight = (value: number) => isInRange(ratio, value, kind);
    const ratios = facts.flatMap((fact) => ratiosOf(fact, ratio < 1));
    const quotients = facts.flatMap((fact) => quotientsOf(fact, facts));
    if (ratios.some(({ value }) => isRight(value)) || quotients.some(isRight)) return;
    const { passages } = this.#claim;
    if (passages.some((passage) => passage.kind !== 'notebook')) return;
    const openRatios = ratios.filter(({ fact }) => !this.#shownFacts.has(fact));
    const isOfTwo = facts.length === 2 && quotients.length === 2 && ratios.length === 0;
    if (openRatios.length > 0 || isOfTwo) this.#fault ??= { kind: 'figures', figures: [words] };
  }

  /**
   * A number before the name of a row counts it, and is not in the currency and scale of the table.
   */
  #readCounts(figure: TypedFigure): readonly HeldFigure[] {
    if (figure.kind !== 'plain' || figure.unit !== null || figure.cell !== null) return this.#near;
    const { language } = this.#known;
    const behind =
      this.#claim.sentence.slice(figure.end, figure.end + 40).split(/[.,;:(]/u)[0] ?? '';
    const nouns = new Set(
      readContentWords(behind, language)
        .slice(0, 3)
        .map(({ stem }) => stem),
    );
    if (nouns.size === 0) return this.#near;
    return this.#near.map((held) => {
      const { cell, bare, kind } = held.figure;
      if (cell === null || bare === undefined || kind !== 'money') return held;
      if (!readContentWords(cell.row, language).some(({ stem }) => nouns.has(stem))) return held;
      this.#counts.add(figure.start);
      const { bare: _, ...rest } = held.figure;
      const [value = 0] = bare.values;
      const counted: TypedFigure = {
        ...rest,
        value,
        values: bare.values,
        unit: null,
        kind: 'plain',
        isUnscaled: true,
        rounding: (rest.rounding * value) / (Math.abs(rest.value) || 1),
      };
      return { ...held, figure: counted };
    });
  }

  #findInSources(figure: TypedFigure, near: readonly Assessed[]): Assessed | undefined {
    const inSources = this.#sources.flatMap(({ index, citation }) =>
      unscaledOf(figure).flatMap((bare) => index.near(bare).map((held) => ({ ...held, citation }))),
    );
    const matches = [...matchSources(this.#sources, figure), ...matchBare(figure, inSources)];
    const all = this.#assessAll(figure, matches);
    return all.find(({ fault }) => fault === null) ?? near[0] ?? all[0];
  }

  /**
   * Finds a value of a cited result in a row that is not quoted, if the statement names another row
   * or column.
   */
  #findUnquoted(figure: TypedFigure): Assessed | undefined {
    const assessed = this.#assessAll(figure, matchUnquoted(this.#sources, figure));
    return assessed.every(({ fault }) => fault !== null) ? assessed[0] : undefined;
  }

  /** Assesses where a value stands, the places with the fewest doubts first. */
  #assessAll(figure: TypedFigure, matches: readonly ValueMatch[]): Assessed[] {
    const assessed = matches.slice(0, 60).map((match) => this.#assess(figure, match));
    return assessed.sort(
      (one, other) =>
        Number(one.fault !== null) - Number(other.fault !== null) ||
        one.doubts.length - other.doubts.length,
    );
  }

  #accept(figure: TypedFigure, { match, doubts }: Assessed): void {
    const { figure: found, citation, origin, table } = match;
    if (match.origin === 'passage') this.#shownFacts.add(found);
    this.#doubts.push(...doubts);
    if (doubts.length > 0 || origin === 'around') this.#isExact = false;
    this.#held.push({
      figure: {
        ...found,
        ...(found.unit === null && {
          unit: figure.unit,
          kind: figure.kind,
          values: [...found.values, figure.value],
        }),
        start: figure.start,
        end: figure.end,
      },
      citation,
      origin: 'document',
      ...(table ? { table } : {}),
    });
  }

  #assess(figure: TypedFigure, match: ValueMatch): Assessed {
    const { figure: found } = match;
    const doubts: Doubt[] = [];
    const shown = { figure: figure.shown, found: found.shown };
    if (figure.kind === 'year' || found.kind === 'year') return { match, fault: null, doubts };
    if (match.how === 'loose') doubts.push({ kind: 'words', ...shown });
    const converted = figure.per !== undefined && !isSameValue(figure, found);
    if (differPer(figure, found) && !converted)
      return {
        match,
        fault: { kind: 'unit', figure: showRate(figure), found: showRate(found) },
        doubts,
      };
    if (match.isScaled) doubts.push({ kind: 'unit', ...shown });
    else if (
      match.isOpen &&
      (figure.unit !== null || found.kind === 'money' || found.kind === 'percent')
    )
      doubts.push({ kind: 'unit', figure: figure.shown, found: found.unit ?? found.shown });
    if (match.origin === 'calculation')
      return {
        match,
        fault: figure.sign * found.sign === -1 ? { kind: 'sign', ...shown } : null,
        doubts,
      };
    if (found.value !== 0 && figure.sign < 0 !== found.sign < 0) {
      if (figure.sign !== 0 && found.sign !== 0)
        return {
          match,
          fault: { kind: 'sign', figure: figure.shown, found: showNegative(found.shown) },
          doubts,
        };
      if (figure.sign === 0 && dropsSign(figure, match, this.#claim, this.#places.text))
        return {
          match,
          fault: { kind: 'sign', figure: figure.shown, found: showNegative(found.shown) },
          doubts,
        };
      doubts.push({
        kind: 'sign',
        figure: figure.shown,
        found: found.sign < 0 ? showNegative(found.shown) : found.shown,
      });
    }
    const fault =
      this.#places.comparePeriod(figure, match, doubts) ??
      this.#places.compareCell(figure, match, doubts);
    return { match, fault, doubts };
  }

  finish(): Proof {
    if (this.#facts.length > 0)
      for (const multiple of readMultiples(this.#claim.stretch)) this.#settleMultiple(multiple);
    this.#readEquations();
    const open = this.#open.toSorted((one, other) => Number(isBase(one)) - Number(isBase(other)));
    for (const [index, figure] of open.entries())
      if (!this.#bases.has(figure.start) || !isBase(figure)) this.#settle(figure, index);
    const own = [...new Set(this.#own.map(({ shown }) => shown))];
    return {
      fault: this.#fault,
      own,
      doubts: this.#doubts,
      derivation: this.#derivation,
      held: this.#held,
      isExact: this.#isExact,
    };
  }

  #readEquations(): void {
    const { sentence, own } = this.#claim;
    for (const equation of findEquations(sentence, own, this.#known.style)) {
      const grounds = new Map(
        equation.terms.map((term) => [term, { held: this.#find(term.figure), isConstant: false }]),
      );
      const outcome = evaluateEquation(equation, grounds);
      const { start } = equation.place;
      if (outcome.kind === 'differs')
        this.#fault ??= { kind: 'result', said: equation.place.shown, found: outcome.found };
      if (outcome.kind !== 'comes out') continue;
      const isGrounded =
        equation.terms.some(
          ({ figure }) => figure.value > smallCount || !Number.isInteger(figure.value),
        ) && [...grounds.values()].some(({ held }) => held !== null);
      if (!isGrounded) continue;
      this.#derivation ??= outcome.derivation;
      this.#held.push({
        figure: { ...outcome.value, start, end: equation.place.end },
        citation: null,
        origin: 'document',
      });
      const at = this.#open.findIndex((figure) => figure.start === start);
      if (at !== -1) this.#open.splice(at, 1);
    }
  }

  #find(figure: TypedFigure): HeldFigure | null {
    return (
      matchFigure(figure, this.#near)[0] ??
      matchSources(this.#sources, figure)[0] ??
      this.#known.elsewhere.match(figure)[0] ??
      this.#known.given.match(figure)[0] ??
      null
    );
  }

  #settle(figure: TypedFigure, index: number): void {
    this.#isExact = false;
    const { elsewhere, given } = this.#known;
    if (figure.kind === 'year') {
      this.#settleYear(figure);
      return;
    }
    if (figure.form === 'word' && isScaleWord(figure)) return;
    if (figure.form === 'word' && this.#contradicts(figure)) {
      this.#settle({ ...figure, form: 'digits' }, index);
      return;
    }
    if (figure.form === 'word' || isNoClaim(figure)) {
      if (figure.form !== 'word' && this.#isRepeated())
        this.#fault ??= { kind: 'figures', figures: [figure.shown] };
      else if (figure.form !== 'word' || figure.value > smallCount)
        this.#doubts.push({ kind: 'figureOfText', figure: figure.shown, found: null });
      return;
    }
    const { footnotes, passages } = this.#claim;
    const named = this.#known.namedBy(footnotes).flatMap((footnote) => footnote.passages);
    const counted = findCounted(figure, footnotes, [...passages, ...named]);
    if (counted !== null) {
      this.#doubts.push(counted);
      return;
    }
    if (this.#askHeads(figure)) return;
    // The 100 of an index, which its calculation has too.
    const isTerm = ({ figure: one }: Term) => one.unit === null && one.value === figure.value;
    const terms = footnotes
      .flatMap(({ equations }) => equations ?? [])
      .flatMap((equation) => equation.terms);
    if (figure.unit === null && terms.some(isTerm)) return;
    if (index < maxSought && this.#acceptOperation(figure)) return;
    const isBeside = ({ isSet, citation }: HeldFigure) =>
      isSet === true && this.#claim.beside.has(citation ?? '');
    const [other] = elsewhere
      .match(figure)
      .filter(
        (match) => match.how !== 'loose' && (!match.isOpen || isBeside(match) || isLong(figure)),
      )
      .filter((match) => this.#places.isOfSameThing(figure, match, this.#known.contexts));
    const told = other ?? given.match(figure).find(({ how }) => how !== 'loose');
    if (told && !this.#counts.has(figure.start)) {
      if (!told.isSet)
        this.#doubts.push({ kind: 'figureOfText', figure: figure.shown, found: told.figure.shown });
      return;
    }
    if (isSetByText(figure, footnotes, this.#known.style)) {
      this.#held.push({ figure, citation: null, origin: 'document', isSet: true });
      return;
    }
    if (figure.form === 'fraction' && this.#mayBeShare(figure)) {
      this.#doubts.push({ kind: 'words', figure: figure.shown, found: '' });
      return;
    }
    const differing = this.#explain(figure);
    if (differing === null && this.#askCells(figure)) return;
    if (differing) this.#fault ??= differing;
    else if (!this.#askOperation(figure)) this.#own.push(figure);
  }

  /**
   * True for a number in words that measures what a cited one measures, or counts more than a few
   * things: "six months" for eight. It is a value as one in digits is. Lengths of time that the
   * words only look back over are none.
   */
  #contradicts({ value, unit, kind }: TypedFigure): boolean {
    const { footnotes, passages } = this.#claim;
    const isCount = unit === null && kind === 'plain';
    if (
      value <= 1 ||
      (isCount && value <= smallCount) ||
      footnotes.some((one) => one.kind === 'calculation')
    )
      return false;
    const dimension = dimensionOf(unit)?.name ?? unit;
    const isAlike = (one: TypedFigure) =>
      one.kind === kind &&
      one.form !== 'fraction' &&
      (isCount || (dimensionOf(one.unit)?.name ?? one.unit) === dimension);
    const spans = new Set(['time', 'span']);
    const isSpanLike = (one: TypedFigure) =>
      isSpan(unit) && spans.has(dimensionOf(one.unit)?.name ?? '');
    return passages.some(({ figures }) => figures.some((one) => isAlike(one) || isSpanLike(one)));
  }

  /**
   * Asks about a figure that stands among words, or counts what a whole table holds. False for any
   * other.
   */
  #askCells(figure: TypedFigure): boolean {
    const { passages, footnotes } = this.#claim;
    const words = findInWords(figure, passages, footnotes);
    const shown = { figure: figure.shown, found: words ?? figure.shown };
    if (words !== null) this.#doubts.push({ kind: 'words', ...shown });
    else if (mayCount(figure, footnotes))
      this.#doubts.push({
        kind: 'countOfRows',
        figure: figure.shown,
        found: nameTables(footnotes),
      });
    else if (mayBeThreshold(figure, footnotes, this.#places.text))
      this.#doubts.push({ kind: 'words', ...shown });
    else return false;
    this.#isExact = false;
    return true;
  }

  /**
   * Asks about a figure that the head of a quoted row gives: the 5 million of "years above 5
   * million EUR: 4".
   */
  #askHeads(figure: TypedFigure): boolean {
    const columns = new Set(this.#claim.passages.flatMap(({ table }) => table?.columns ?? []));
    const head = [...columns].find(
      (column) =>
        /\d/.test(column) &&
        matchFigure(figure, toHeld(readTyped(column, anyStyle), null, 'passage')).some(
          ({ how, figure: one }) => how !== 'loose' && one.kind !== 'year',
        ),
    );
    if (head === undefined) return false;
    this.#isExact = false;
    this.#doubts.push({ kind: 'words', figure: figure.shown, found: head });
    return true;
  }

  /**
   * Accepts a figure that follows by one operation over cited values. Returns false if none gives
   * it.
   */
  #acceptOperation(figure: TypedFigure): boolean {
    const operation = this.#operate(figure);
    if (operation === null) return false;
    this.#isExact = false;
    this.#derivation ??= operation;
    if (operation.result < 0 && figure.sign === 0)
      this.#doubts.push({
        kind: 'direction',
        figure: figure.shown,
        found: String(operation.result),
      });
    this.#doubts.push({ kind: 'derived', figure: figure.shown, found: showDerivation(operation) });
    this.#held.push({ figure, citation: null, origin: 'document' });
    return true;
  }

  #settleYear(figure: TypedFigure): void {
    const { passages, footnotes } = this.#claim;
    const year = String(figure.value);
    const isNamed = (text: string) =>
      readPeriods(text).some(({ period }) => /^\d{4}/.test(period) && mayAgree(period, year));
    const { elsewhere, given, dates } = this.#known;
    // What a calculation names is cited too.
    const named = this.#known.namedBy(footnotes);
    const all = [...passages, ...named.flatMap((footnote) => footnote.passages)];
    if (all.some(({ context, words }) => isNamed(`${words}\n${context}`))) return;
    const isOfTable = ({ columns, rows }: SourceTable) =>
      isNamed(columns.join(' ; ')) ||
      rows
        .slice(0, mostRows)
        .some(({ texts }) => texts.some((text) => /\d{4}/.test(text) && isNamed(text))) ||
      rows.some(
        ({ figures, label }) =>
          label === year || figures.some((one) => one?.period?.name.startsWith(year)),
      );
    const tables = [...footnotes, ...named].flatMap(tablesOf);
    const parts = all
      .filter(({ row, words }) => row !== null || isRow(words.trim()))
      .map(({ part }) => part);
    if (tables.some(isOfTable) || parts.some(({ text }) => text.slice(0, maxText).includes(year)))
      return;
    const isOfDocument =
      elsewhere.match(figure).length > 0 ||
      given.match(figure).length > 0 ||
      dates.some((date) => date.year === figure.value) ||
      all.some(
        ({ part }) =>
          part.text.slice(0, maxText).includes(year) &&
          passages.every(({ words }) => readPeriods(words).length === 0),
      );
    if (isOfDocument) {
      this.#doubts.push({ kind: 'period', figure: figure.shown, found: '' });
      return;
    }
    const isDeclared = footnotes.some(({ kind }) => kind === 'declaration');
    if (isDeclared || this.#askCells(figure)) return;
    const theirs = passages
      .flatMap(({ words }) => readPeriods(words))
      .filter(({ period }) => /^\d{4}/.test(period));
    const isShared = this.#places.periods.some(({ period }) =>
      theirs.some((one) => mayAgree(one.period, period)),
    );
    if (theirs[0] && !isShared)
      this.#fault ??= { kind: 'period', figure: figure.shown, found: theirs[0].period };
    else this.#own.push(figure);
  }

  #operate(figure: TypedFigure): Derivation | null {
    const { footnotes, passages, sentence } = this.#claim;
    // Number words count things: they are no amounts.
    const isAmount =
      figure.kind === 'money' || (figure.kind === 'plain' && /\p{L}/u.test(figure.shown));
    const isWord = ({ figure: { start, end } }: HeldFigure) =>
      !/\d/.test(sentence.slice(start, end));
    const told = this.#held
      .filter(
        (held) => held.figure.start !== figure.start && !held.isSet && !(isAmount && isWord(held)),
      )
      .toSorted((one, other) => one.figure.start - other.figure.start);
    const tables = footnotes.flatMap((footnote) => {
      const whole = new Set(wholeTablesOf(footnote));
      return tablesOf(footnote).map((table) => ({
        table,
        citation: footnote.label,
        isWhole: whole.has(table),
      }));
    });
    const inputs = { told, passages, tables, text: this.#places.text, isUsable: () => true };
    const found = findOperation(figure, inputs);
    if (found) return found;
    // If the source names its scale, the result is in that scale.
    const unscaled = {
      ...inputs,
      told: told.filter((held) => isUnscaled(held.figure)),
      passages: passages.map((passage) => ({
        ...passage,
        figures: passage.figures.filter(isUnscaled),
      })),
      isUsable: isUnscaled,
    };
    for (const one of unscaledOf(figure)) {
      const other = findOperation(one, unscaled);
      if (other) return other;
    }
    return null;
  }

  /**
   * A share of a table cited whole, or one that a calculation applies, may be of any of their
   * values.
   */
  #mayBeShare(figure: TypedFigure): boolean {
    const { sentence, footnotes } = this.#claim;
    const isOpen = footnotes.some(
      (one) => one.kind === 'calculation' || wholeTablesOf(one).length > 0,
    );
    return isOpen || mayBeShare(figure, this.#listInputs(figure), sentence);
  }

  #listInputs(figure: TypedFigure): PossibleInput[] {
    const { passages, footnotes } = this.#claim;
    const cited = [
      ...passages.flatMap(({ figures, citation, words, context }) =>
        figures.map((one): PossibleInput => {
          const around = one.cell
            ? `${one.cell.row} ${one.cell.column}\n${context.split('\n')[0] ?? ''}`
            : words;
          return { figure: one, citation, origin: 'passage', words: around };
        }),
      ),
      ...this.#held
        .filter(({ figure: one, isSet }) => one.start !== figure.start && !isSet)
        .map((held): PossibleInput => ({ ...held, words: '' })),
    ];
    const rows = footnotes.flatMap((footnote) =>
      wholeTablesOf(footnote).flatMap((table) =>
        listNamedCells(table, this.#places.text, footnote.label),
      ),
    );
    return cited.every(({ figure: one }) => one.cell === null) ? [...cited, ...rows] : cited;
  }

  /**
   * Asks about a figure that some operation over the cited values gives. Returns false if none
   * does.
   */
  #askOperation(figure: TypedFigure): boolean {
    const { own, sentence } = this.#claim;
    const cited = this.#listInputs(figure);
    const numbers = own.filter((one) => one !== figure).map(({ value, unit }) => ({ value, unit }));
    const possible = [figure, ...unscaledOf(figure)].map((one, index) => {
      const usable = index === 0 ? cited : cited.filter((held) => isUnscaled(held.figure));
      return findPossible(one, usable, sentence, numbers);
    });
    const found = possible.find((one) => one !== null);
    if (!found) return false;
    const factors = new Set(found.expression.match(/(?<=[*/] )\d[\d.]*/g)?.map(Number));
    // The 1 of "in 1 year" is a factor of every product.
    for (const one of own)
      if (one.value === 1 || factors.has(one.value)) this.#bases.add(one.start);
    this.#doubts.push({ kind: 'derived', figure: figure.shown, found: showDerivation(found) });
    return true;
  }

  #isRepeated(): boolean {
    const told = maskFigures(this.#claim.stretch);
    return (
      told.length > 8 &&
      this.#claim.passages.some(
        ({ words, row }) => row === null && maskFigures(words).includes(told),
      )
    );
  }

  #explain(figure: TypedFigure): Fault | null {
    const near = [...this.#near, ...this.#sources.flatMap(({ index }) => index.near(figure))];
    for (const { figure: one, origin } of near) {
      if (origin === 'calculation' || one.kind === 'year') continue;
      const isBare =
        one.bare?.values.some((value) => figure.values.includes(Math.abs(value))) ?? false;
      if (isBare && compareUnits(figure, one) !== 'other')
        return { kind: 'unit', figure: figure.shown, found: one.bare?.words ?? '' };
      if (
        figure.unit === null ||
        one.unit === null ||
        one.unit === figure.unit ||
        figure.form !== one.form
      )
        continue;
      if (!isSameValue(figure, one)) continue;
      if (compareUnits(figure, one) === 'points') return { kind: 'points', figure: figure.shown };
      return { kind: 'unit', figure: figure.shown, found: one.unit };
    }
    const scaled = this.#near.find(
      ({ figure: one, origin }) => origin !== 'calculation' && isOtherScale(figure, one),
    );
    if (scaled) return { kind: 'unit', figure: figure.shown, found: scaled.figure.shown };
    return this.#isRepeated() ? { kind: 'figures', figures: [figure.shown] } : null;
  }
}

/** True if a fact may measure what a figure does: their units fit, or one side leaves it out. */
function isAlike(figure: TypedFigure, fact: TypedFigure): boolean {
  const relation = compareUnits(figure, fact);
  return (relation === 'same' || relation === 'open') && fact.kind !== 'year';
}

/** True if a value of a fact lies in the range of a figure. */
function hasValueIn({ figure }: HeldFigure, size: number, range: Hedge['kind']): boolean {
  return figure.values.some((value) => isInRange(size, Math.abs(value), range));
}

/** Returns how often a fact is each other fact of its kind. */
function quotientsOf(fact: TypedFigure, facts: readonly TypedFigure[]): number[] {
  const divisors = facts.filter(
    (divisor) => divisor !== fact && isAlike(fact, divisor) && divisor.value !== 0,
  );
  return divisors.map(({ value }) => fact.value / value);
}

/** What a fact says as a multiple: 2.1 of "2.1 x", of "110 %" of growth, and of a plain 2.1. */
function ratiosOf(fact: TypedFigure, isFall: boolean): { fact: TypedFigure; value: number }[] {
  const isPlain = fact.kind === 'plain' && fact.unit === null && Math.abs(fact.value) < 10;
  if (fact.kind === 'times') return [{ fact, value: Math.abs(fact.value) }];
  if (fact.kind !== 'percent' && !isPlain) return [];
  const share = signedValue(fact) / (isPlain ? 1 : 100);
  // A decline may be written without a sign.
  const rest = isFall ? [1 - Math.abs(share)] : [];
  return [1 + share, Math.abs(share), ...rest].map((value) => ({ fact, value }));
}
