import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BenchStatement,
  evaluateDerivation,
  formatNumber,
  isOfSplit,
  readCell,
  type Split,
  wordsOf,
} from './public-sets.ts';

interface Question {
  uid: string;
  question: string;
  answer: string | number | string[];
  derivation: string;
  answer_type: 'span' | 'multi-span' | 'count' | 'arithmetic';
  rel_paragraphs: string[];
  scale: '' | 'thousand' | 'million' | 'billion' | 'percent';
}

interface Report {
  table: { uid: string; table: string[][] };
  paragraphs: { order: number; text: string }[];
  questions: Question[];
}

/**
 * How sources and footnotes are written: one footnote over a CSV or a Markdown table, or a footnote
 * for each row.
 */
export const tatQaForms = ['csv', 'markdown', 'footnotes'] as const;
export type TatQaForm = (typeof tatQaForms)[number];

/** The statements of the set, and how many questions gave none, by the reason. */
interface TatQaStatements {
  statements: BenchStatement[];
  leftOut: Map<string, number>;
}

/** One answered question with what a statement of it needs. */
interface Answered {
  question: Question;
  rows: string[][];
  /** The rows that the answer rests on. */
  cited: string[][];
  /** Sentences of the text that it rests on. */
  quoted: string[];
  report: Report;
}

/**
 * Makes statements of the questions of TAT-QA by templates: right ones, and wrong ones by one
 * mechanical change each.
 * @param every takes each n-th report
 */
export function readTatQa(
  folder: string,
  form: TatQaForm,
  every: number,
  split: Split = 'all',
): TatQaStatements {
  const text = readFileSync(join(folder, 'tatqa_dataset_dev.json'), 'utf8');
  const reports = (JSON.parse(text) as Report[]).filter(
    ({ table }, at) => at % every === 0 && isOfSplit(table.uid, split),
  );
  const leftOut = new Map<string, number>();
  const statements = reports.flatMap((report) =>
    report.questions.flatMap((question): BenchStatement[] => {
      const made = makeStatements(report, question, form);
      if (typeof made !== 'string') return made;
      leftOut.set(made, (leftOut.get(made) ?? 0) + 1);
      return [];
    }),
  );
  return { statements, leftOut };
}

/**
 * What the statement says: its sentence with `{}` in the place of the values, and the values with
 * their numbers.
 */
interface Wording {
  sentence: string;
  /** The sentence of a writer who says rose or fell. */
  natural: { rise: string; fall: string } | null;
  values: Value[];
}

interface Value {
  number: number | null;
  shown: string;
  /** Words before and after the figure. */
  currency: string;
  unit: string;
  decimals: number;
}

function makeStatements(
  report: Report,
  question: Question,
  form: TatQaForm,
): BenchStatement[] | string {
  const rows = report.table.table.filter((row) => row.some((cell) => cell.trim() !== ''));
  const wording = wordQuestion(question);
  if (wording === null) return 'no template fits';
  const answered = findGrounds({ question, rows, report, cited: [], quoted: [] }, wording);
  if (answered === null) return 'the inputs are not found in table or text';
  const isArithmetic = question.answer_type === 'arithmetic';
  if (isArithmetic && !comesOut(question)) return 'the derivation does not give the answer';
  const make = (
    kind: string,
    truth: BenchStatement['truth'],
    sentence: string,
    rest: { calculation?: string; cited?: string[][] } = {},
  ): BenchStatement => ({
    id: question.uid,
    kind,
    truth,
    sentence,
    ...writeSources(
      { ...answered, ...(rest.cited ? { cited: rest.cited } : {}) },
      form,
      rest.calculation ?? null,
    ),
  });
  const say = (values: readonly Value[], sentence = wording.sentence) =>
    nameFiscalYears(
      values.reduce((told, value) => told.replace('{}', () => showValue(value)), sentence),
      answered,
    );
  const right = say(wording.values);
  const operation = isArithmetic ? nameOperation(question) : null;
  const group = isArithmetic ? (operation ?? 'several operations') : question.answer_type;
  const made = isArithmetic && operation === null ? [] : [make(group, 'right', right)];
  const [first] = wording.values;
  if (first === undefined || first.number === null) return made;
  const change = (changed: Value) => say([changed, ...wording.values.slice(1)]);
  const declareOf = (result: Value) =>
    `= ${writeExpression(question.derivation)} = ${showResult(result)}`;
  if (isArithmetic) {
    made.push(make(`${group}, declared`, 'right', right, { calculation: declareOf(first) }));
    const wrong = withDigitChanged(first);
    made.push(
      make('wrong result of a calculation', 'exact', change(wrong), {
        calculation: declareOf(wrong),
      }),
    );
    made.push(
      make('another result than the calculation', 'exact', change(wrong), {
        calculation: declareOf(first),
      }),
    );
    const other = computeOther(answered, first);
    if (other) {
      made.push(make('the change of another row', 'exact', change(other.value)));
      const calculation = `= ${other.expression} = ${showResult(other.value)}`;
      made.push(
        make('other inputs of a calculation', 'exact', change(other.value), { calculation }),
      );
    }
    if (wording.natural && first.number !== 0 && operation !== null) {
      const size = {
        ...first,
        number: Math.abs(first.number),
        shown: first.shown.replace(/^−/, ''),
      };
      const [rise, fall] = [say([size], wording.natural.rise), say([size], wording.natural.fall)];
      made.push(make(`${group}, told by a verb`, 'right', first.number > 0 ? rise : fall));
      made.push(make('direction turned', 'meaning', first.number > 0 ? fall : rise));
    }
  }
  made.push(make('a digit changed', 'exact', change(withDigitChanged(first))));
  if (first.number < 0) {
    // Of a calculation, one side leaves the sign out.
    const flipped = change({
      ...first,
      number: -first.number,
      shown: first.shown.replace(/^−/, ''),
    });
    made.push(make('sign flipped', isArithmetic ? 'meaning' : 'exact', flipped));
    if (isArithmetic)
      made.push(
        make('sign flipped, declared', 'meaning', flipped, { calculation: declareOf(first) }),
      );
  }
  const scaled = { thousand: 'million', million: 'billion', billion: 'million' }[first.unit];
  const names = (word: string) => JSON.stringify(answered.rows).toLowerCase().includes(word);
  if (scaled && (names(first.unit) || names(`${first.unit[0]}m`) || names('€m')))
    made.push(make('another scale', 'exact', change({ ...first, unit: scaled })));
  const money = readCurrency(answered);
  if (money !== null && !first.unit.startsWith('perc') && first.unit !== '%' && !isPure(question)) {
    made.push(
      make('another currency', 'exact', change({ ...first, currency: money === '€' ? '$' : '€' })),
    );
    made.push(
      make('amount told as percent', 'exact', change({ ...first, currency: '', unit: '%' })),
    );
  }
  if (first.unit === '%')
    made.push(
      make(
        'percent told as an amount',
        'exact',
        change({ ...first, currency: '$', unit: 'million' }),
      ),
    );
  if (!isArithmetic) made.push(...placeWrong(answered, first, change, make));
  return made;
}

/**
 * Calls a year fiscal where its grounds do: many questions ask for 2019 where the report has fiscal
 * 2019, and a fiscal year told as one of the calendar is wrong.
 */
function nameFiscalYears(sentence: string, { rows, cited, quoted }: Answered): string {
  const heads = cited.length === 0 ? '' : rows.slice(0, 4).flat().join(' ; ');
  const areHeadsFiscal = /\b(?:fiscal|FY ?\d)/i.test(heads);
  const isFiscal = (year: string) =>
    (areHeadsFiscal && heads.includes(year)) ||
    new RegExp(`\\b(?:fiscal(?: years?)? |FY ?)${year}\\b`, 'i').test(quoted.join('\n'));
  return sentence.replaceAll(
    /\b(in|for|of|during|from|between) ((?:19|20)\d\d)\b/gi,
    (words, before, year) => (isFiscal(year) ? `${before} fiscal ${year}` : words),
  );
}

/** Statements with the value of another year or of another row. */
function placeWrong(
  { cited, rows }: Answered,
  first: Value,
  change: (value: Value) => string,
  make: (
    kind: string,
    truth: 'exact',
    sentence: string,
    rest?: { cited: string[][] },
  ) => BenchStatement,
): BenchStatement[] {
  const [row] = cited;
  if (row === undefined || cited.length !== 1) return [];
  const column = row.findIndex((cell) => readCell(cell) === first.number);
  if (column < 1) return [];
  const made: BenchStatement[] = [];
  const take = (cell: string): Value | null => {
    const number = readCell(cell);
    if (number === null || Math.abs(number) === Math.abs(first.number ?? 0)) return null;
    return {
      ...first,
      number,
      shown: formatNumber(number, decimalsOf(cell)),
      decimals: decimalsOf(cell),
    };
  };
  const years = yearsOf(rows, row);
  const otherColumn = row.findIndex(
    (cell, at) =>
      at > 0 &&
      at !== column &&
      years[at] !== undefined &&
      years[at] !== years[column] &&
      take(cell) !== null,
  );
  const otherYear = otherColumn === -1 ? null : take(row[otherColumn] ?? '');
  const sentence = change(first);
  if (otherYear && years[column] !== undefined && sentence.includes(years[column]))
    made.push(make('another year’s value', 'exact', change(otherYear)));
  const label = row[0]?.trim().toLowerCase() ?? '';
  const others = rows.filter(
    (other) =>
      other !== row &&
      !isHead(other) &&
      (other[0] ?? '').trim() !== '' &&
      take(other[column] ?? '') !== null,
  );
  const other = others.find(
    (one) =>
      !row.some((cell) => readCell(cell) === readCell(one[column] ?? '')) &&
      !label.includes((one[0] ?? '').trim().toLowerCase()),
  );
  const value = other ? take(other[column] ?? '') : null;
  if (other && value) {
    made.push(make('another row’s value', 'exact', change(value)));
    if (label !== '' && sentence.toLowerCase().includes(label))
      made.push(make('another row cited', 'exact', change(value), { cited: [other] }));
  }
  return made;
}

/** The year that the head names for each column above a row. */
function yearsOf(rows: string[][], row: string[]): (string | undefined)[] {
  const above = rows.slice(0, Math.max(1, rows.indexOf(row))).slice(0, 4);
  return row.map((_, at) =>
    above.map((line) => /\b(?:19|20)\d\d\b/.exec(line[at] ?? '')?.[0]).find(Boolean),
  );
}

// How a question becomes a sentence.

const changeOf =
  /^(?:what (?:is|was) the |how much is the )?(percentage change|change|percentage increase|percentage decrease|increase ?\/ ?\(decrease\)|increase|decrease) (?:in|of) (.+)$/i;

/** The shapes of questions, in this order, and what becomes of them. `{}` stands for the values. */
const shapes: [RegExp, (...parts: string[]) => string][] = [
  [
    /^what (?:is|was|are|were) the respective (.+?)\?*$/i,
    (what = '') => `The respective ${what} were {list}.`,
  ],
  [
    /^what (?:is|was|are|were) (.+?),? respectively\?*$/i,
    (what = '') => `${capital(what)} were {list} respectively.`,
  ],
  [/^in which years? (?:is|was|are|were) (.+?)\?*$/i, (what = '') => splitYear(what)],
  [
    /^(?:in |for |during |as of |at )(.+?), what (is|was|are|were) (.+?)\?*$/i,
    (when = '', verb = '', what = '') => `In ${when}, ${what} ${verb} {list}.`,
  ],
  [
    /^how many years did (.+?) (exceed|fall below|increase|decrease|remain)(.*?)\?*$/i,
    (what = '', verb = '', rest = '') => `${capital(what)} did ${verb}${rest} in {list} years.`,
  ],
  [
    /^how many (.+?) (exceeded|were|are|have|had|was|is) (.+?)\?*$/i,
    (what = '', verb = '', rest = '') => `{list} ${what} ${verb} ${rest}.`,
  ],
  [
    /^which years? does the table (provide|show|include) (.+?)\?*$/i,
    (verb = '', what = '') => `The table ${verb}s ${what}: {list}.`,
  ],
  [
    /^what percentage of (.+?) (is|was|are|were) (.+?)\?*$/i,
    (whole = '', verb = '', rest = '') => `{list} of ${whole} ${verb} ${rest}.`,
  ],
  [
    /^what (?:is|was|are|were) (the .+? (?:as a percentage|as a proportion|ratio) of .+?)\?*$/i,
    (what = '') => `${capital(what)} was {list}.`,
  ],
  [
    /^what (is|was|are|were) (.+?)\?*$/i,
    (verb = '', what = '') => `${capital(what)} ${verb} {list}.`,
  ],
  [
    /^how much (is|was|are|were) (.+?)\?*$/i,
    (verb = '', what = '') => `${capital(what)} ${verb} {list}.`,
  ],
  [/^what(?:'s|’s) (.+?)\?*$/i, (what = '') => `${capital(what)} is {list}.`],
  [
    /^how much did (.+?) (change|increase|decrease|grow) (.*?)\?*$/i,
    (what = '', _verb = '', rest = '') => `The change in ${what} ${rest} was {list}.`,
  ],
  [/^how many (.+?)\?*$/i, (what = '') => `The number of ${what} is {list}.`],
  [
    /^when (is|was|did) (.+?)\?*$/i,
    (verb = '', what = '') => `${capital(what)}: this ${verb} in {list}.`,
  ],
];

const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);

/** "X larger" becomes "X was larger in 2019". */
function splitYear(what: string): string {
  const [, subject = what, rest = ''] =
    /^(.+?) ((?:the )?(?:larger|largest|higher|highest|lower|lowest|smaller|smallest|greater|less|more|greatest|least|above|below|under|over)\b.*)$/i.exec(
      what,
    ) ?? [];
  return rest === ''
    ? `${capital(subject)} was so in {list}.`
    : `${capital(subject)} was ${rest} in {list}.`;
}

function wordQuestion(question: Question): Wording | null {
  const asked = question.question.trim().replaceAll(/\s+/g, ' ');
  const answers = Array.isArray(question.answer) ? question.answer : [question.answer];
  const values = answers
    .filter((answer) => String(answer).trim() !== '')
    .map((answer) => readValue(answer, question));
  const isText = values.some(
    ({ number, shown }) => number === null && shown.split(' ').length > 12,
  );
  if (values.length === 0 || isText) return null;
  for (const [pattern, write] of shapes) {
    const found = pattern.exec(asked);
    if (!found) continue;
    const list = values
      .map(() => '{}')
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' and ');
    const sentence = write(...found.slice(1)).replace('{list}', list);
    const [, , what = ''] = changeOf.exec(asked.replace(/\?+$/, '')) ?? [];
    const isChange =
      question.answer_type === 'arithmetic' && what !== '' && /\b(?:from|between|in)\b/.test(what);
    const natural = isChange ? tellChange(what) : null;
    return { sentence, natural, values };
  }
  return null;
}

/** "sales from 2018 to 2019" becomes "Sales rose by {} from 2018 to 2019". */
function tellChange(what: string): Wording['natural'] {
  const [, subject = '', when = ''] =
    /^(.+?),? ((?:from|between|in|for|during) .*?(?:19|20)\d\d.*)$/.exec(what) ?? [];
  const [from = '', to = ''] = when.match(/(?:19|20)\d\d/g) ?? [];
  if (subject === '' || from >= to) return null;
  return {
    rise: `${capital(subject)} rose by {} ${when}.`,
    fall: `${capital(subject)} fell by {} ${when}.`,
  };
}

function readValue(answer: string | number, { scale, answer_type, derivation }: Question): Value {
  const text = String(answer).trim();
  const number = typeof answer === 'number' ? answer : readCell(text);
  const isDifference =
    answer_type === 'arithmetic' && !derivation.includes('/') && derivation.includes('-');
  const percent = isDifference ? 'percentage points' : '%';
  const unit = scale === 'percent' ? percent : scale;
  const currency = /[$€£]/.exec(text)?.[0] ?? '';
  const isYear = number !== null && /^(?:19|20)\d\d$/.test(text);
  if (number === null || isYear)
    return { number: null, shown: text, currency: '', unit: '', decimals: 0 };
  const isWithUnit = /million|billion|thousand|%|percent|per cent/.test(text);
  if (isWithUnit && typeof answer === 'string')
    return { number: null, shown: text, currency: '', unit: '', decimals: 0 };
  const decimals = decimalsOf(text);
  const own = answer_type === 'count' ? '' : unit;
  return { number, shown: formatNumber(number, decimals), currency, unit: own, decimals };
}

const decimalsOf = (text: string): number => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;

function showValue({ number, shown, currency, unit }: Value): string {
  if (number === null) return shown;
  const sign = shown.startsWith('−') ? '−' : '';
  return `${sign}${currency}${shown.replace(/^−/, '')}${unit === '' ? '' : ` ${unit}`}`;
}

const showResult = ({ shown, unit }: Value): string =>
  `${shown}${unit === '%' || unit === 'percentage points' ? ` ${unit}` : ''}`;

function withDigitChanged(value: Value): Value {
  const digits = [...value.shown];
  const at = digits.findIndex((digit) => /[1-9]/.test(digit));
  digits[at] = String((Number(digits[at]) % 8) + 1 + (Number(digits[at]) > 7 ? 1 : 0));
  const shown = digits.join('');
  return { ...value, shown, number: readCell(shown) };
}

/** A number of things, a ratio or a rate: no amount of money. */
const isPure = ({ question, derivation }: Question) =>
  /number|ratio|proportion|how many|shares|rate|headcount|employees|years|percentage|options|units|average price/i.test(
    question,
  ) || /\//.test(derivation.replaceAll(/\/ ?\d\b/g, ''));

// What a statement rests on.

/** Numbers that the derivation, or else the answer, takes from the report. */
function inputsOf({ answer_type, derivation }: Question, { values }: Wording): number[] {
  if (answer_type !== 'arithmetic') return values.flatMap(({ number }) => number ?? []);
  const found = derivation.replaceAll(/\s/g, '').match(/\d[\d,]*(?:\.\d+)?/g) ?? [];
  return found
    .map((text) => Number(text.replaceAll(',', '')))
    .filter((value) => value > 12 || !Number.isInteger(value));
}

function findGrounds(answered: Answered, wording: Wording): Answered | null {
  const { question, rows, report } = answered;
  const asked = wordsOf(question.question);
  const cited = new Set<string[]>();
  const quoted = new Set<string>();
  const sentences = report.paragraphs.flatMap(({ text }) => text.split(/(?<=[.!?]) (?=[A-Z$“])/));
  const score = (text: string) => [...wordsOf(text)].filter((word) => asked.has(word)).length;
  const inputs = inputsOf(question, wording);
  const texts = inputs.length > 0 ? [] : wording.values.map(({ shown }) => shown);
  for (const input of inputs) {
    const holding = rows.filter((row) =>
      row.slice(1).some((cell) => Math.abs(readCell(cell) ?? Number.NaN) === Math.abs(input)),
    );
    const best = holding.toSorted((one, other) => score(other[0] ?? '') - score(one[0] ?? ''))[0];
    if (best) cited.add(best);
    else {
      const told = sentences.filter((sentence) =>
        numbersIn(sentence).some((value) => Math.abs(value) === Math.abs(input)),
      );
      const nearest = told.toSorted((one, other) => score(other) - score(one))[0];
      if (nearest === undefined) return null;
      quoted.add(nearest);
    }
  }
  for (const text of texts) {
    const row = rows.find((line) => line.some((cell) => cell.trim() !== '' && cell.includes(text)));
    const sentence = sentences.find((one) => one.includes(text));
    const named = rows.toSorted((one, other) => score(other[0] ?? '') - score(one[0] ?? ''))[0];
    if (/^(?:19|20)\d\d$/.test(text)) {
      if (row === undefined || named === undefined || score(named[0] ?? '') === 0) return null;
      cited.add(named);
    } else if (row) cited.add(row);
    else if (sentence) quoted.add(sentence);
    else return null;
  }
  return { ...answered, cited: [...cited], quoted: [...quoted] };
}

const numbersIn = (text: string): number[] =>
  (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((found) => Number(found.replaceAll(',', '')));

function readCurrency({ rows, cited, quoted }: Answered): string | null {
  const own = /[$€£]/.exec(cited.flat().join(' '));
  if (own) return own[0];
  if (quoted.length > 0) return null;
  return /[$€£]/.exec(rows.filter(isHead).flat().join(' '))?.[0] ?? null;
}

/** True for a row without a value: its cells are empty, words or years. */
const isHead = (row: string[]): boolean =>
  row.slice(1).every((cell) => readCell(cell) === null || /^(?:19|20)\d\d$/.test(cell.trim()));

function comesOut({ derivation, answer, scale }: Question): boolean {
  const value = evaluateDerivation(derivation);
  if (value === null || typeof answer !== 'number') return false;
  const off = (result: number) => Math.abs(result - answer) <= 0.006 + Math.abs(answer) * 0.001;
  return off(value) || (scale === 'percent' && off(value * 100));
}

const number = String.raw`\(?-?\d+(?:\.\d+)?%?\)?`;
/**
 * The operations that are one: everything else is declared in a footnote, or wrong by the contract.
 */
const operations: [string, RegExp][] = [
  ['difference', new RegExp(`^${number}-${number}$`)],
  ['average', new RegExp(`^\\(${number}(?:\\+${number})+\\)/\\d$`)],
  ['rate of change', new RegExp(`^\\(?${number}-${number}\\)/${number}$`)],
  ['share or ratio', new RegExp(`^${number}/${number}$`)],
  ['sum', new RegExp(`^\\(?${number}(?:\\+${number})+\\)?$`)],
];

/** Names the one operation of a derivation. Null for several. */
function nameOperation({ derivation }: Question): string | null {
  const plain = derivation
    .replaceAll(/[\s$€£,]/g, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll(/[–−]/g, '-');
  const bared = /^\((?:[^()]|\(-[^()]*\))*\)$/.test(plain) ? plain.slice(1, -1) : plain;
  return operations.find(([, pattern]) => pattern.test(bared) || pattern.test(plain))?.[0] ?? null;
}

function writeExpression(derivation: string): string {
  return derivation
    .replaceAll(/[$€£]/g, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll(
      /\s*([-–−+*/×])\s*/g,
      (_, sign: string) => ` ${{ '-': '−', '–': '−', '*': '×' }[sign] ?? sign} `,
    )
    .replaceAll(/\(\s+−\s+/g, '(−')
    .replaceAll(/^\s+−\s+/g, '−')
    .trim();
}

/** The same derivation over another row of the same columns. */
function computeOther(
  { question, rows, cited }: Answered,
  first: Value,
): { value: Value; expression: string } | null {
  const [row] = cited;
  if (row === undefined || cited.length !== 1) return null;
  const used = row.flatMap((cell, at) =>
    at > 0 && readCell(cell) !== null && question.derivation.includes(bare(cell)) ? [at] : [],
  );
  for (const other of rows) {
    if (other === row || used.length < 2 || isHead(other)) continue;
    const numbers = used.map((at) => readCell(other[at] ?? ''));
    if (numbers.some((number) => number === null || number === 0)) continue;
    const derivation = used.reduce(
      (text, at) => text.replaceAll(bare(row[at] ?? ''), () => `#${at}#`),
      question.derivation,
    );
    const changed = used.reduce(
      (text, at) => text.replaceAll(`#${at}#`, () => bare(other[at] ?? '')),
      derivation,
    );
    const result = evaluateDerivation(changed);
    if (result === null || !Number.isFinite(result) || changed === question.derivation) continue;
    const number = Number(
      (first.unit === '%' && !question.derivation.includes('%') ? result * 100 : result).toFixed(
        first.decimals,
      ),
    );
    const isNear = Math.abs(number - (first.number ?? 0)) <= Math.abs(number) * 0.02;
    if (isNear || number === 0) continue;
    const value = { ...first, number, shown: formatNumber(number, first.decimals) };
    return { value, expression: writeExpression(changed) };
  }
  return null;
}

const bare = (cell: string) => cell.replaceAll(/[$€£()%\s]/g, '');

// How sources and footnotes are written.

function writeSources(
  { rows, cited, quoted, report }: Answered,
  form: TatQaForm,
  calculation: string | null,
): Pick<BenchStatement, 'notes' | 'sources' | 'marks'> {
  const paragraphs = report.paragraphs.map(({ text }) => text).join('\n\n');
  const isMarkdown = form === 'markdown';
  const writeRow = (row: string[]) =>
    `| ${row.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;
  const [head = [], ...rest] = rows;
  const table = isMarkdown
    ? [writeRow(head), `|${head.map(() => ' --- |').join('')}`, ...rest.map(writeRow)].join('\n')
    : rows.map((row) => row.map(writeCsvCell).join(',')).join('\n');
  const tableName = isMarkdown ? 'report.md' : 'table.csv';
  const textName = isMarkdown ? 'report.md' : 'text.md';
  const rowWords = cited.map((row) =>
    isMarkdown ? writeRow(row) : row.filter((cell) => cell.trim() !== '').join(' | '),
  );
  const quotes = [
    ...rowWords.map((words) => [tableName, words] as const),
    ...quoted.map((words) => [textName, words] as const),
  ];
  const notes: Record<string, string> = {};
  if (form === 'footnotes') {
    for (const [at, [name, words]] of quotes.entries())
      notes[String(at + 1)] = `${name}: “${words}”`;
  } else {
    for (const [name, words] of quotes) {
      const known = Object.entries(notes).find(([, note]) => note.startsWith(`${name}: `));
      if (known) notes[known[0]] = `${known[1]}, “${words}”`;
      else notes[String(Object.keys(notes).length + 1)] = `${name}: “${words}”`;
    }
  }
  const named = Object.keys(notes).map((label) => `[^${label}]`);
  const marks = calculation === null ? named.join('') : '[^c]';
  if (calculation !== null) notes['c'] = `${calculation}; ${named.join(', ')}`;
  const sources = isMarkdown
    ? [{ title: 'report.md', text: `${paragraphs}\n\n${table}` }]
    : [
        { title: 'table.csv', text: table },
        { title: 'text.md', text: paragraphs },
      ];
  return { notes, sources, marks };
}

const writeCsvCell = (cell: string) =>
  /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
