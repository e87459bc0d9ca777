import type { AnsweredCell } from '@ecp/contract/engine/engine-grid-answers';
import type { RunFailure } from '@ecp/contract/values/run-facts';
import type { GridColumn } from '@ecp/contract/work/grids';
import type { CellAnswer, CheckedCell } from '@ecp/evidence/grid-cells';
import { gridTexts } from '@ecp/language/grid-texts';
import type { PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { EngineServices } from '../../call/engine-services.ts';
import { makeCall } from '../../call/make-call.ts';
import { readCallOrder, type StoredOrder, storeOutcome } from '../../kernel/call-orders.ts';
import type { RunRef } from '../../kernel/events.ts';
import { judgeModels, readWritersOfGrid, supportJudges } from '../../routing/judges.ts';
import { JudgeStoppedError, openJudge } from '../evaluating/judge-claims.ts';
import { cellsReader } from './check-cells.ts';
import { type FilePassage, openPassages } from './find-passages.ts';

/** An answer is a quote and a value, which takes little thought. */
const difficulty = 0.4;
const analystSlug = 'data-analyst';
/** Questions of one call. */
const columnsOfCall = 5;
/**
 * Answers the questions of a `grid` run from its file and stores the cells once. Returns why some
 * are missing.
 */
export async function answerGrid(
  services: EngineServices,
  ref: RunRef & { engagementId: string },
): Promise<RunFailure | null> {
  const stored = await readCallOrder(services.database, ref, 'grid');
  const { columns } = stored.order;
  const asking = await openAsking(services, ref, stored);
  const cells: AnsweredCell[] = [];
  let failure: RunFailure | null = null;
  for (let first = 0; first < columns.length && failure === null; first += columnsOfCall) {
    const answered = await answerSome(
      asking,
      columns.slice(first, first + columnsOfCall),
      `grid:${first}`,
    );
    if (answered === 'stopped') break;
    if ('failure' in answered) failure = answered.failure;
    else cells.push(...answered.cells);
  }
  await storeOutcome(services.database, ref, 'grid', cells);
  return failure;
}

type Asking = Awaited<ReturnType<typeof openAsking>>;

async function openAsking(
  services: EngineServices,
  ref: RunRef & { engagementId: string },
  { order, engagement }: StoredOrder<'grid'>,
) {
  const { file, columns } = order;
  const agentSlug = services.roster.find(analystSlug)?.slug ?? services.roster.planner.slug;
  const passages = await openPassages(services, { ...ref, taskId: null, agentSlug }, file);
  const check = async (given: readonly Given[]): Promise<Checked[]> => {
    const { filename, parts } = file;
    const answers = given.map(({ column: { question, type }, answer }) => ({
      question,
      type,
      ...answer,
    }));
    const { language, today: date } = engagement;
    const asked = { file: { filename, parts }, answers, language, date };
    const cells = await services.texts.run(ref.tenantId, cellsReader, asked);
    return given.flatMap((one, at) => (cells[at] ? [{ ...one, cell: cells[at] }] : []));
  };
  const isShared = passages.isWhole && columns.length > columnsOfCall;
  return {
    services,
    ref,
    agentSlug,
    engagement,
    file,
    isShared,
    passages,
    check,
    texts: gridTexts[engagement.language],
  };
}

type Answer = Pick<CellAnswer, 'value' | 'answer' | 'quote'>;
/** Null for a question that the file does not answer. */
type Answers = (Answer | null)[];
type Asked<Result> = Result | 'stopped' | { failure: RunFailure };
interface Given {
  column: GridColumn;
  answer: Answer;
}
interface Checked extends Given {
  cell: CheckedCell;
}

/**
 * Asks a few questions in one call, those without an answer once more with other passages. A judge
 * reads what the check lets stand. What the check or the judge refuses is asked once more with the
 * reason.
 */
async function answerSome(
  asking: Asking,
  columns: readonly GridColumn[],
  callKey: string,
): Promise<Asked<{ cells: AnsweredCell[] }>> {
  const { passages, check } = asking;
  const shown = await passages.find(columns);
  const first = await askColumns(asking, callKey, columns, shown);
  if (first === 'stopped' || 'failure' in first) return first;
  if ('message' in first)
    return { cells: columns.map(({ id }) => failedCell(id, asking.texts.noAnswer(first.message))) };
  const answers = new Map(columns.map(({ id }, at) => [id, first.answers[at] ?? null]));
  const open = columns.filter(({ id }) => answers.get(id) === null);
  const others =
    passages.isWhole || open.length === 0 ? [] : await passages.findOthers(open, shown);
  if (others.length > 0) {
    const second = await askColumns(asking, `${callKey}:again`, open, others);
    if (second === 'stopped' || 'failure' in second) return second;
    if ('answers' in second)
      for (const [at, { id }] of open.entries()) answers.set(id, second.answers[at] ?? null);
  }
  const given = columns.flatMap((column): Given[] => {
    const answer = answers.get(column.id);
    return answer ? [{ column, answer }] : [];
  });
  const checked = given.length === 0 ? [] : await check(given);
  const judged = await judge(asking, checked, callKey);
  if (judged === 'stopped') return judged;
  const refused = checked.flatMap((one) => {
    const cell = judged.get(one.column.id);
    return cell && isRefused(cell) ? [{ ...one, reason: cell.reason ?? '' }] : [];
  });
  if (refused.length > 0) {
    const mended = await askColumns(
      asking,
      `${callKey}:mend`,
      refused.map(({ column }) => column),
      [...shown, ...others],
      refused,
    );
    if (mended === 'stopped' || 'failure' in mended) return mended;
    if ('answers' in mended) {
      for (const { column } of refused) judged.delete(column.id);
      const again = refused.flatMap(({ column }, at): Given[] => {
        const answer = mended.answers[at];
        return answer ? [{ column, answer }] : [];
      });
      const last = await judge(asking, again.length === 0 ? [] : await check(again), callKey);
      if (last === 'stopped') return last;
      for (const [id, cell] of last) judged.set(id, cell);
    }
  }
  return { cells: columns.map(({ id }) => judged.get(id) ?? notFound(asking, id)) };
}

const isRefused = ({ state }: Pick<AnsweredCell, 'state'>) =>
  state === 'altered' || state === 'unsupported';

const noWords = {
  value: null,
  unit: null,
  text: '',
  quote: null,
  place: null,
  passage: null,
} as const;
const failedCell = (columnId: string, reason: string): AnsweredCell => ({
  ...noWords,
  columnId,
  state: 'failed',
  reason,
});

function notFound({ file, passages, texts }: Asking, columnId: string): AnsweredCell {
  const isPart = file.truncated || !passages.isWhole;
  return { ...noWords, columnId, state: 'not_found', reason: isPart ? texts.notFoundInPart : null };
}

async function askColumns(
  { services, ref, agentSlug, engagement, file, passages, isShared }: Asking,
  callKey: string,
  columns: readonly GridColumn[],
  shown: readonly FilePassage[],
  refused: readonly (Checked & { reason: string })[] = [],
): Promise<Asked<{ answers: Answers } | { message: string }>> {
  const { tenantId, runId, engagementId } = ref;
  const input: PromptInputs['grid'] = {
    engagement,
    filename: file.filename,
    isWhole: passages.isWhole && !file.truncated,
    isShared,
    passages: shown.map(({ place, heading, text }) => ({ place, heading, text })),
    columns: columns.map(({ name, question, type }) => ({ name, question, type })),
    refused: refused.map(({ answer, reason }, at) => {
      return { column: at + 1, value: answer.value, quote: answer.quote, reason };
    }),
  };
  const outcome = await makeCall(services, {
    tenantId,
    runId,
    engagementId,
    taskId: null,
    difficulty,
    callKey,
    purpose: 'grid',
    agentSlug,
    models: judgeModels(services.models),
    gather: async () => input,
  });
  if (outcome.outcome === 'stopped') return 'stopped';
  if (outcome.outcome === 'answered')
    return { answers: readAnswers(outcome.answer, columns.length) };
  if (outcome.outcome === 'exhausted')
    return { failure: { reason: outcome.reason, message: outcome.message } };
  return { message: outcome.message };
}

/** Takes the first answer to each question. One without a value is none. */
export function readAnswers({ answers }: PromptOutputs['grid'], count: number): Answers {
  return Array.from({ length: count }, (_, at) => {
    const given = answers.find(({ column }) => column === at + 1);
    if (!given?.found || given.value.trim() === '') return null;
    return { value: given.value, answer: given.answer, quote: given.quote };
  });
}

/**
 * Asks a judge other than the writer whether the quotes answer the questions; without one the rules
 * decide alone.
 */
async function judge(
  { services, ref, engagement }: Asking,
  checked: readonly Checked[],
  callKey: string,
): Promise<Map<string, AnsweredCell> | 'stopped'> {
  const cells = new Map(
    checked.map(
      ({ column, cell: { question: _, ...cell } }) =>
        [column.id, { ...cell, columnId: column.id }] as const,
    ),
  );
  const asked = checked.flatMap(({ column, cell: { question } }) =>
    question ? [{ id: column.id, question }] : [],
  );
  const writers =
    asked.length === 0 ? [] : await readWritersOfGrid(services.database, ref, services.models);
  const { tenantId, runId, engagementId } = ref;
  const ask = openJudge(services, {
    tenantId,
    runId,
    engagementId,
    taskId: null,
    difficulty,
    engagement,
    judges: asked.length === 0 ? [] : supportJudges(services, writers),
    onLeftOut: async (message) =>
      services.log.warn({ runId, callKey, reason: message }, 'Cells are left unjudged'),
  });
  if (!ask) return cells;
  try {
    const answers = await ask(
      asked.map(({ question }) => question),
      { date: null },
    );
    for (const [at, { id }] of asked.entries()) {
      const [cell, answer] = [cells.get(id), answers[at]];
      if (!cell || !answer) continue;
      if (!answer.holds) cells.set(id, { ...cell, state: 'unsupported', reason: answer.reason });
      else if (cell.state === 'unjudged') cells.set(id, { ...cell, state: 'verified' });
    }
    return cells;
  } catch (error) {
    if (error instanceof JudgeStoppedError) return 'stopped';
    throw error;
  }
}
