import { type ModelChange, minCases, significance, type Verdict } from './compare-reports.ts';
import { addUp, type Measure, measures, type Ratio } from './measures.ts';
import type { CaseReport, ItemResult, ModelReport, RehearsalReport } from './report-file.ts';

const absent = '–';
const show = (measure: Measure, ratio: Ratio) => (ratio.whole === 0 ? absent : measure.show(ratio));
const row = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: string[], rows: string[][]) =>
  [row(head), row(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');

/** Writes the summary of a report as markdown: one screen, with the comparison when there is one. */
export function renderSummary(report: RehearsalReport, changes: ModelChange[] | null): string {
  const { models, startedAt, revision, spentUsd, budgetUsd } = report;
  const cases = Math.max(0, ...models.map((model) => model.cases.length));
  // The comparison shows the same numbers when it covers all that was run.
  const isCovered = models.every((model) =>
    changes?.some((change) => change.model === model.model && change.cases.length === model.cases.length),
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
    changes.filter((change) => change.verdict === verdict).map(({ measure }) => measure.label.toLowerCase());
  const name = model === modelBefore ? model : `${model} against ${modelBefore}`;
  const list = (labels: string[]) => (labels.length === 0 ? 'nothing' : labels.join(', '));
  const few = cases.length < minCases ? ` Fewer than ${minCases} cases cannot show a difference.` : '';
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
  const rows = cases.map(({ case: name, score, citations, outcome, documents, costUsd, wallMs }) => [
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
  ]);
  const head = ['Case', '', 'documents', 'facts', 'contradictions', 'figures', 'false', 'citations not verified'];
  const details = cases.map(renderDetails).filter((text) => text !== '');
  return [`## ${model}`, table([...head, 'uncited', 'cost', 'time'], rows), ...details, ''].join('\n\n');
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
    ['Needless questions', questions?.needless.map((question) => `“${question.slice(0, 300)}”`) ?? []],
    ['Figures without a footnote', score.uncitedFigures.slice(0, 20)],
    ['Not in the language of the case', wrongLanguage],
    ['Log', Object.entries({ ...warnings, ...errors }).map(([code, count]) => `${code} × ${count}`)],
  ];
  const shown = lines
    .filter(([, values]) => values.length > 0)
    .map(([label, values]) => `- ${label}: ${values.join('; ')}`);
  return shown.length === 0 ? '' : `### ${report.case}\n\n${shown.join('\n')}`;
}
