import type { DraftInput, RepairAnswer } from '@ecp/model-calls/prompt-types';
import type { TextReader } from '@ecp/sandbox/text-readers';
import { applyRepair, type RepairableSentence, type Repaired } from '../evidence/apply-repair.ts';
import { type CheckedDeliverable, checkDeliverable } from '../evidence/check-deliverable.ts';
import { type JudgedRound, type JudgeRecords, workByRecords } from '../evidence/judged-rounds.ts';
import { planRepair, type RepairPlan, type SentenceIssue } from '../evidence/plan-repair.ts';
import { lockedTexts, withAssumptions, withLocked } from '../kernel/written-sections.ts';

/** A draft with all that it may cite. */
interface DraftToCheck {
  draft: string;
  given: DraftInput;
  amends: boolean;
  records: JudgeRecords;
}

interface CheckedDraft {
  checked: CheckedDeliverable;
  /** The ids of the questions whose assumptions the document uses. */
  assumptions: string[];
}

/**
 * Limits the findings about a document, some megabytes that every process reads at once. Long
 * papers have hundreds.
 */
const mostFindings = 10_000;

/** Checks a document. Throws an Error if it has more statements than can be handed on. */
async function checkWithin(
  ...check: Parameters<typeof checkDeliverable>
): Promise<CheckedDeliverable> {
  const checked = await checkDeliverable(...check);
  const count = checked.citations.length + checked.figures.length;
  if (count > mostFindings)
    throw new Error(`The document has ${count} findings; at most ${mostFindings} are kept`);
  return checked;
}

/**
 * Checks a draft with people's sections and its assumptions, and lists what of it is to be mended.
 */
export const checkReader: TextReader<
  DraftToCheck & { issues: readonly SentenceIssue[] },
  JudgedRound<CheckedDraft & { plan: RepairPlan }>
> = {
  name: 'check',
  shortWeight: 15_000,
  read: ({ draft, given, amends, issues, records }) =>
    workByRecords(records, async (judge) => {
      const { content, ids } = stateAssumptions(draft, given, amends);
      const checked = await checkWithin(content, given, judge);
      const plan = planRepair(checked, {
        previous: amends ? (given.previous?.content ?? '') : null,
        locked: lockedTexts(given.previous),
        issues,
      });
      return { checked, assumptions: ids, plan };
    }),
};

interface DraftToRepair extends DraftToCheck {
  failures: readonly RepairableSentence[];
  answers: readonly RepairAnswer[];
  /** The offline model mends it, which its front matter then says. */
  isOffline: boolean;
}

/** Checks a draft with the answers to what was to be mended, and returns its better version. */
export const repairReader: TextReader<
  DraftToRepair,
  JudgedRound<Pick<CheckedDraft, 'assumptions'> & { repaired: Repaired }>
> = {
  name: 'repair',
  shortWeight: 10_000,
  read: ({ draft, given, amends, failures, answers, isOffline, records }) =>
    workByRecords(records, async (judge) => {
      const { content, ids } = stateAssumptions(draft, given, amends);
      const check = (markdown: string, pleas?: ReadonlyMap<string, string>) =>
        checkWithin(markdown, given, judge, pleas);
      const repaired = await applyRepair(await check(content), failures, answers, isOffline, check);
      return { repaired, assumptions: ids };
    }),
};

/**
 * Returns the document with people's sections and its assumptions, and the ids of their questions.
 */
function stateAssumptions(
  draft: string,
  { task, questions = [], engagement, previous }: DraftInput,
  amends: boolean,
) {
  const assumed = questions.filter(({ taskId, answer }) => taskId === task.id && answer === null);
  // The reviewer decides what the reviewed version says of earlier questions.
  const toState = assumed.filter(({ isEarlier }) => !(amends && isEarlier));
  const content = withLocked(withAssumptions(draft, toState, engagement.language), previous);
  return { content, ids: assumed.map(({ id }) => id) };
}
