import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { RehearsalError } from './cases.ts';

const Count = Type.Integer({ minimum: 0 });
const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/**
 * One planted item, and whether the papers have it. `words` is the passage that has it, or null.
 */
const ItemResult = Type.Object({
  id: Type.String(),
  hit: Type.Boolean(),
  words: Nullable(Type.String()),
});
export type ItemResult = Static<typeof ItemResult>;

/**
 * The counts of a case's papers against its key. A hit in `traps` or `mustNotSay` is a false
 * statement.
 */
const CaseScore = Type.Object({
  facts: Type.Array(ItemResult),
  contradictions: Type.Array(ItemResult),
  figures: Type.Array(ItemResult),
  traps: Type.Array(ItemResult),
  mustNotSay: Type.Array(ItemResult),
  /** Figures without a footnote or a calculation, as they stand in the papers. */
  uncitedFigures: Type.Array(Type.String()),
});
export type CaseScore = Static<typeof CaseScore>;

/** The questions of a run against the gaps of its key. */
const QuestionScore = Type.Object({
  gaps: Type.Array(ItemResult),
  needless: Type.Array(Type.String()),
});
export type QuestionScore = Static<typeof QuestionScore>;

/** The result of one model in one case. Amounts are in USD, times in milliseconds. */
const CaseReport = Type.Object({
  case: Type.String(),
  /** SHA-256 of the engagement and its key: only cases with the same one are compared. */
  fingerprint: Type.String(),
  outcome: Type.Enum(['completed', 'failed', 'timed_out', 'interrupted']),
  reason: Nullable(Type.String()),
  documents: Count,
  score: CaseScore,
  /** Absent where the key has no gaps, and in reports of earlier releases. */
  questions: Type.Optional(QuestionScore),
  citations: Type.Object({
    checked: Count,
    notVerified: Count,
    states: Type.Record(Type.String(), Count),
  }),
  evaluatorScores: Type.Array(Type.Number()),
  observerScores: Type.Array(Type.Number()),
  budgetUsd: Type.Number(),
  costUsd: Type.Number(),
  wallMs: Type.Number(),
  inputTokens: Count,
  /** Null when the engine reports none. */
  cachedInputTokens: Nullable(Count),
  outputTokens: Count,
  /** Lines of the log by code, those of level warning and error only. */
  warnings: Type.Record(Type.String(), Count),
  errors: Type.Record(Type.String(), Count),
  /** Papers that are not in the language of the case. */
  wrongLanguage: Type.Array(Type.String()),
});
export type CaseReport = Static<typeof CaseReport>;

const ModelReport = Type.Object({ model: Type.String(), cases: Type.Array(CaseReport) });
type ModelReport = Static<typeof ModelReport>;

/** The result of a rehearsal: the content of its `report.json`. */
const RehearsalReport = Type.Object({
  format: Type.Literal('rehearsal-v1'),
  startedAt: Type.String(),
  /** Commit of the code, null outside a repository. */
  revision: Nullable(Type.String()),
  budgetUsd: Type.Number(),
  spentUsd: Type.Number(),
  models: Type.Array(ModelReport),
  notRun: Type.Array(
    Type.Object({ model: Type.String(), case: Type.String(), reason: Type.String() }),
  ),
});
export type RehearsalReport = Static<typeof RehearsalReport>;

/** Reads the report of an earlier rehearsal. Throws a RehearsalError when the file is none. */
export async function readReport(path: string): Promise<RehearsalReport> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new RehearsalError(`--against: ${path} cannot be read: ${String(cause)}`, { cause });
  }
  if (Value.Check(RehearsalReport, content)) return content;
  const [first] = Value.Errors(RehearsalReport, content);
  throw new RehearsalError(
    `--against: ${path} is no report of a rehearsal: ${first?.instancePath} ${first?.message}`,
  );
}

const absent = '–';
const show = (measure: Measure, ratio: Ratio) => (ratio.whole === 0 ? absent : measure.show(ratio));
const row = (cells: string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: string[], rows: string[][]) =>
  [row(head), row(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(row)].join(
    '\n',
  );

/**
 * Writes the summary of a report as markdown: one screen, with the comparison when there is one.
 */
export function renderSummary(report: RehearsalReport, changes: ModelChange[] | null): string {
  const { models, startedAt, revision, spentUsd, budgetUsd } = report;
  const cases = Math.max(0, ...models.map((model) => model.cases.length));
  // The comparison shows the same numbers when it covers all that was run.
  const isCovered = models.every((model) =>
    changes?.some(
      (change) => change.model === model.model && change.cases.length === model.cases.length,
    ),
  );
  const parts = [
    `# Rehearsal of ${startedAt.slice(0, 16).replace('T', ' ')}`,
    `Cases: ${cases}. Code: ${revision ?? 'unknown'}. Spent: $${spentUsd.toFixed(4)} of $${budgetUsd.toFixed(2)}.`,
    ...(changes ?? []).map(renderHeadline),
    ...(isCovered ? [] : [renderModels(models)]),
    ...(changes === null ? [] : [renderChanges(changes)]),
    ...renderNotRun(report),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderModels(models: ModelReport[]): string {
  const rows = measures.map((measure) => [
    measure.label,
    ...models.map(({ cases }) => show(measure, addUp(cases.map((one) => measure.of(one))))),
  ]);
  return table(['', ...models.map(({ model }) => model)], rows);
}

/** Writes the summary and, below it, each case with what was missed and what was said wrongly. */
export function renderReport(report: RehearsalReport, changes: ModelChange[] | null): string {
  return `${renderSummary(report, changes)}\n${report.models.map(renderModel).join('\n')}`;
}

function renderHeadline({ model, modelBefore, cases, changes }: ModelChange): string {
  const of = (verdict: Verdict) =>
    changes
      .filter((change) => change.verdict === verdict)
      .map(({ measure }) => measure.label.toLowerCase());
  const name = model === modelBefore ? model : `${model} against ${modelBefore}`;
  const list = (labels: string[]) => (labels.length === 0 ? 'nothing' : labels.join(', '));
  const few =
    cases.length < minCases ? ` Fewer than ${minCases} cases cannot show a difference.` : '';
  return `**${name}**, cases in both reports: ${cases.length}. Better in: ${list(of('better'))}. Worse in: ${list(of('worse'))}.${few}`;
}

function renderChanges(changes: ModelChange[]): string {
  if (changes.length === 0) return 'The earlier report has none of these models.';
  const rows = changes.flatMap(({ model, changes: list }) =>
    list.map(({ measure, before, now, probability, verdict }) => [
      changes.length > 1 ? `${model}: ${measure.label}` : measure.label,
      show(measure, before),
      show(measure, now),
      probability === null ? absent : probability.toFixed(2),
      verdict === 'chance' ? 'within chance' : verdict,
    ]),
  );
  const compared = rows.length;
  const expected = (compared * significance).toFixed(1);
  return `${table(['Against the earlier report', 'before', 'now', 'p', ''], rows)}

A difference counts when equal rehearsals would show it in at most ${100 * significance} % of all exchanges of cases. Of ${compared} comparisons, about ${expected} count by chance alone.`;
}

function renderNotRun({ notRun }: RehearsalReport): string[] {
  const groups = Map.groupBy(notRun, ({ model, reason }) => `Not run with ${model} (${reason})`);
  return [...groups].map(([head, list]) => `${head}: ${list.map((one) => one.case).join(', ')}.`);
}

function renderModel({ model, cases }: ModelReport): string {
  const hits = (items: ItemResult[]) => `${items.filter(({ hit }) => hit).length}/${items.length}`;
  const rows = cases.map(
    ({ case: name, score, citations, outcome, documents, costUsd, wallMs }) => [
      name,
      outcome,
      String(documents),
      hits(score.facts),
      hits(score.contradictions),
      hits(score.figures),
      hits([...score.traps, ...score.mustNotSay]),
      `${citations.notVerified}/${citations.checked}`,
      String(score.uncitedFigures.length),
      `$${costUsd.toFixed(4)}`,
      `${Math.round(wallMs / 1_000)} s`,
    ],
  );
  const head = [
    'Case',
    '',
    'documents',
    'facts',
    'contradictions',
    'figures',
    'false',
    'citations not verified',
  ];
  const details = cases.map(renderDetails).filter((text) => text !== '');
  return [`## ${model}`, table([...head, 'uncited', 'cost', 'time'], rows), ...details, ''].join(
    '\n\n',
  );
}

function renderDetails(report: CaseReport): string {
  const { score, questions, reason, warnings, errors, wrongLanguage } = report;
  const missed = (items: ItemResult[]) => items.filter(({ hit }) => !hit).map(({ id }) => id);
  const lines: [string, string[]][] = [
    ['Ended with', reason === null ? [] : [reason]],
    ['Facts missed', missed(score.facts)],
    ['Contradictions not named', missed(score.contradictions)],
    ['Figures missed or wrong', missed(score.figures)],
    [
      'False statements',
      [...score.traps, ...score.mustNotSay]
        .filter(({ hit }) => hit)
        .map(({ id, words }) => `${id}: “${words?.slice(0, 300)}”`),
    ],
    ['Gaps not asked about', missed(questions?.gaps ?? [])],
    [
      'Needless questions',
      questions?.needless.map((question) => `“${question.slice(0, 300)}”`) ?? [],
    ],
    ['Figures without a footnote', score.uncitedFigures.slice(0, 20)],
    ['Not in the language of the case', wrongLanguage],
    [
      'Log',
      Object.entries({ ...warnings, ...errors }).map(([code, count]) => `${code} × ${count}`),
    ],
  ];
  const shown = lines
    .filter(([, values]) => values.length > 0)
    .map(([label, values]) => `- ${label}: ${values.join('; ')}`);
  return shown.length === 0 ? '' : `### ${report.case}\n\n${shown.join('\n')}`;
}

/** `chance` is a difference so small that it is also likely between equal rehearsals. */
type Verdict = 'better' | 'worse' | 'same' | 'chance' | 'too few cases' | 'no data';

/** A measure of one model in the same cases of two rehearsals. */
interface MeasureChange {
  measure: Measure;
  before: Ratio;
  now: Ratio;
  /**
   * Probability of a difference at least that large between equal rehearsals; null without data.
   */
  probability: number | null;
  verdict: Verdict;
}

/**
 * The changes of one model. `cases` are those that both rehearsals ran to an end, with the same
 * engagement and key.
 */
interface ModelChange {
  model: string;
  modelBefore: string;
  cases: string[];
  changes: MeasureChange[];
}

/** A difference counts if its probability is at most this. */
const significance = 0.05;
/**
 * The smallest number of cases for a verdict: five cases all change alike by chance with a
 * probability of 2 in 32.
 */
const minCases = 6;
/**
 * Up to this number of cases all exchanges are tried. For more cases, exchanges are drawn at
 * random.
 */
const maxExactCases = 16;
const drawnExchanges = 10_000;

/**
 * Compares the models that two rehearsals share. If each has only one model, it compares these two.
 */
export function compareReports(before: RehearsalReport, now: RehearsalReport): ModelChange[] {
  const [only, ...others] = before.models;
  const isSingle = only !== undefined && others.length === 0 && now.models.length === 1;
  return now.models.flatMap((model) => {
    const counterpart =
      before.models.find((one) => one.model === model.model) ?? (isSingle ? only : undefined);
    return counterpart === undefined ? [] : [compareModel(counterpart, model)];
  });
}

function compareModel(before: ModelReport, now: ModelReport): ModelChange {
  const pairs = now.cases.flatMap((report): [CaseReport, CaseReport][] => {
    const old = before.cases.find(
      (one) => one.case === report.case && one.fingerprint === report.fingerprint,
    );
    const isWhole = [old, report].every(
      (one) => one !== undefined && one.outcome !== 'interrupted',
    );
    return old !== undefined && isWhole ? [[old, report]] : [];
  });
  return {
    model: now.model,
    modelBefore: before.model,
    cases: pairs.map(([, report]) => report.case),
    changes: measures.map((measure) => compareMeasure(measure, pairs)),
  };
}

function compareMeasure(measure: Measure, pairs: [CaseReport, CaseReport][]): MeasureChange {
  const ratios = pairs.map(([before, now]): [Ratio, Ratio] => [
    measure.of(before),
    measure.of(now),
  ]);
  const [before, now] = [addUp(ratios.map(([one]) => one)), addUp(ratios.map(([, one]) => one))];
  const probability = exchangeProbability(ratios);
  return {
    measure,
    before,
    now,
    probability,
    verdict: judge(measure, { before, now, probability, ratios }),
  };
}

function judge(
  measure: Measure,
  {
    before,
    now,
    probability,
    ratios,
  }: Omit<MeasureChange, 'measure' | 'verdict'> & { ratios: [Ratio, Ratio][] },
): Verdict {
  if (probability === null) return 'no data';
  const difference = now.part / now.whole - before.part / before.whole;
  if (difference === 0) return 'same';
  // n cases that differ all change in the same direction by chance with a probability of 2 in 2^n.
  const differing = ratios.filter(([a, b]) => a.part * b.whole !== b.part * a.whole).length;
  if (2 / 2 ** differing > significance)
    return ratios.length < minCases ? 'too few cases' : 'chance';
  if (probability > significance) return 'chance';
  return difference > 0 === (measure.better === 'higher') ? 'better' : 'worse';
}

/**
 * Exact test by exchange: if the two rehearsals were equal, each case could have had its results
 * the other way round. Returns the share of all exchanges whose difference is at least the one
 * seen. A case is the unit, because its items come from the same papers.
 */
function exchangeProbability(ratios: readonly [Ratio, Ratio][]): number | null {
  const seen = differenceOf(ratios, () => false);
  if (seen === null) return null;
  const isExact = ratios.length <= maxExactCases;
  const count = isExact ? 2 ** ratios.length : drawnExchanges;
  const draw = openDice();
  let asLarge = 0;
  for (let exchange = 0; exchange < count; exchange += 1) {
    const isSwapped = (index: number) => (isExact ? ((exchange >> index) & 1) === 1 : draw() < 0.5);
    const difference = differenceOf(ratios, isSwapped);
    if (difference !== null && Math.abs(difference) >= Math.abs(seen) - 1e-12) asLarge += 1;
  }
  return asLarge / count;
}

function differenceOf(
  ratios: readonly [Ratio, Ratio][],
  isSwapped: (index: number) => boolean,
): number | null {
  const [before, now] = [
    { part: 0, whole: 0 },
    { part: 0, whole: 0 },
  ];
  for (const [index, [first, second]] of ratios.entries()) {
    const [old, fresh] = isSwapped(index) ? [second, first] : [first, second];
    before.part += old.part;
    before.whole += old.whole;
    now.part += fresh.part;
    now.whole += fresh.whole;
  }
  return before.whole === 0 || now.whole === 0
    ? null
    : now.part / now.whole - before.part / before.whole;
}

/** Returns random numbers, the same in each rehearsal (a linear congruential generator). */
function openDice(): () => number {
  let state = 20_260_101;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A share or mean: the sum of the parts over the sum of the wholes. */
interface Ratio {
  part: number;
  whole: number;
}

/** One line of the report. */
interface Measure {
  id: string;
  label: string;
  better: 'higher' | 'lower';
  /** Returns the measure of one case. A whole of 0 means that the case has no data for it. */
  of(report: CaseReport): Ratio;
  /** Renders the measure of several cases together. */
  show(ratio: Ratio): string;
}

const hits = (items: { hit: boolean }[]): Ratio => ({
  part: items.filter(({ hit }) => hit).length,
  whole: items.length,
});
const mean = (values: number[]): Ratio => ({
  part: values.reduce((sum, value) => sum + value, 0),
  whole: values.length,
});
const total = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, number) => sum + number, 0);
const percent = ({ part, whole }: Ratio) =>
  `${((100 * part) / whole).toFixed(0)} % (${part} of ${whole})`;
const share = ({ part, whole }: Ratio) => `${((100 * part) / whole).toFixed(0)} %`;
const usd = ({ part, whole }: Ratio) => `$${(part / whole).toFixed(4)}`;
const decimal = ({ part, whole }: Ratio) => (part / whole).toFixed(1);

/** The lines of the report, in their order. */
const measures: readonly Measure[] = [
  {
    id: 'facts',
    label: 'Planted facts stated',
    better: 'higher',
    of: ({ score }) => hits(score.facts),
    show: percent,
  },
  {
    id: 'contradictions',
    label: 'Contradictions named',
    better: 'higher',
    of: ({ score }) => hits(score.contradictions),
    show: percent,
  },
  {
    id: 'figures',
    label: 'Gold figures right',
    better: 'higher',
    of: ({ score }) => hits(score.figures),
    show: percent,
  },
  {
    id: 'false',
    label: 'False statements made',
    better: 'lower',
    of: ({ score }) => hits([...score.traps, ...score.mustNotSay]),
    show: percent,
  },
  {
    id: 'gaps',
    label: 'Gaps asked about',
    better: 'higher',
    of: ({ questions }) => hits(questions?.gaps ?? []),
    show: percent,
  },
  {
    id: 'needless',
    label: 'Needless questions, per case',
    better: 'lower',
    of: ({ questions }) => ({
      part: questions?.needless.length ?? 0,
      whole: questions === undefined ? 0 : 1,
    }),
    show: decimal,
  },
  {
    id: 'citations',
    label: 'Citations not verified',
    better: 'lower',
    of: ({ citations }) => ({ part: citations.notVerified, whole: citations.checked }),
    show: percent,
  },
  {
    id: 'uncited',
    label: 'Figures without a footnote, per document',
    better: 'lower',
    of: ({ score, documents }) => ({ part: score.uncitedFigures.length, whole: documents }),
    show: decimal,
  },
  {
    id: 'evaluator',
    label: 'Evaluator’s score',
    better: 'higher',
    of: ({ evaluatorScores }) => mean(evaluatorScores),
    show: decimal,
  },
  {
    id: 'observer',
    label: 'Observer’s score',
    better: 'higher',
    of: ({ observerScores }) => mean(observerScores),
    show: decimal,
  },
  {
    id: 'case-cost',
    label: 'Cost per case',
    better: 'lower',
    of: ({ costUsd }) => ({ part: costUsd, whole: 1 }),
    show: usd,
  },
  {
    id: 'document-cost',
    label: 'Cost per document',
    better: 'lower',
    of: ({ costUsd, documents }) => ({ part: costUsd, whole: documents }),
    show: usd,
  },
  {
    id: 'minutes',
    label: 'Minutes per case',
    better: 'lower',
    of: ({ wallMs }) => ({ part: wallMs / 60_000, whole: 1 }),
    show: decimal,
  },
  {
    id: 'cache',
    label: 'Input read from the provider’s cache',
    better: 'higher',
    of: ({ cachedInputTokens, inputTokens }) => ({
      part: cachedInputTokens ?? 0,
      whole: cachedInputTokens === null ? 0 : inputTokens,
    }),
    show: share,
  },
  {
    id: 'completed',
    label: 'Runs completed',
    better: 'higher',
    of: ({ outcome }) => ({ part: outcome === 'completed' ? 1 : 0, whole: 1 }),
    show: percent,
  },
  {
    id: 'warnings',
    label: 'Warnings and errors in the log, per case',
    better: 'lower',
    of: ({ warnings, errors }) => ({ part: total(warnings) + total(errors), whole: 1 }),
    show: decimal,
  },
];

/** Adds up the ratios of cases. */
function addUp(ratios: readonly Ratio[]): Ratio {
  return {
    part: ratios.reduce((sum, { part }) => sum + part, 0),
    whole: ratios.reduce((sum, { whole }) => sum + whole, 0),
  };
}
