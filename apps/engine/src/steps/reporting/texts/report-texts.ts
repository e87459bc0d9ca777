import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { RoutingVerdict } from '../../../routing/choose-model.ts';
import type { LostTryFacts, TaskFacts } from '../run-facts.ts';

type State = TaskFacts['state'];
export type CallPurpose =
  | 'plan'
  | 'delegate'
  | 'consult'
  | 'draft'
  | 'observe'
  | 'revise'
  | 'amend'
  | 'repair'
  | 'judge'
  | 'challenge'
  | 'search'
  | 'embed'
  | 'evaluate';

/** Headings of the columns of both reports. */
export interface ColumnTexts {
  task: string;
  agent: string;
  model: string;
  state: string;
  observer: string;
  evaluation: string;
  rubric: string;
  words: string;
  cost: string;
  time: string;
  expectedScore: string;
  tasksSeen: string;
  expectedCost: string;
  why: string;
  shareOfLimit: string;
  askedBy: string;
  asked: string;
  question: string;
  purpose: string;
  calls: string;
  counted: string;
  happened: string;
  answered: string;
  share: string;
  tokensIn: string;
  tokensOut: string;
  modelTime: string;
  billing: string;
  costPerPoints: string;
  criterion: string;
  score: string;
  comment: string;
}

/** The sentences of the run report. Money, times and scores come formatted, counts as numbers. */
export interface RunReportTexts {
  title: (engagement: string) => string;
  sections: Record<
    | 'asked'
    | 'made'
    | 'tasks'
    | 'evidence'
    | 'conflicts'
    | 'notCompleted'
    | 'models'
    | 'budget'
    | 'unknownCalls'
    | 'time'
    | 'consultations'
    | 'searches',
    string
  >;
  /** `endings` are the entries of `endedAs` for the tasks that did not complete. */
  outcome: (facts: {
    completed: number;
    total: number;
    endings: string[];
    average: string | null;
    cost: string;
    duration: string;
  }) => string;
  states: Record<State, string>;
  endedAs: (count: number, state: Exclude<State, 'completed'>) => string;
  request: (facts: { client: string; tasks: number; planned: boolean; titles: string[]; more: number }) => string;
  offline: (facts: { names: string; answered: number; offline: number }) => string;
  budget: Record<'limit' | 'changedLimit' | 'spentByRun' | 'spentOverAll' | 'reserved' | 'left', string>;
  tokens: (input: string, output: string) => string;
  time: (facts: { started: string; reported: string; duration: string; paused: string | null }) => string;
  /** Explains to the reader what conflicting figures mean. */
  conflicts: string;
  /** The value of a figure and the document that gives it. */
  givenBy: (value: string, filename: string) => string;
  fromRecord: string;
  noConsultation: string;
  moreSearches: (count: number) => string;
  query: (told: { agent: string; title: string; id: string; rows: string; truncated: boolean }) => string;
  unknownCalls: (calls: number, cost: string) => string;
}

/** Why a task did not complete and what to do about it. A remedy ends without a full stop. */
export interface UnfinishedTexts {
  entry: (task: string, reason: string, remedy: string) => string;
  reasons: Record<Exclude<State, 'completed'>, string>;
  kept: (filename: string) => string;
  rerun: (filename: string) => string;
  startAgain: string;
  resolveFirst: (tasks: string[], again: string) => string;
  resolveCause: (again: string) => string;
  budgetThen: (advice: string, again: string) => string;
  raiseAbove: (limit: string) => string;
  raiseTo: (facts: { limit: string; raised: string; open: number; typical: string }) => string;
}

/** The sentences of the operations review. */
export interface ReviewTexts {
  title: (engagement: string) => string;
  sections: Record<'advice' | 'byPurpose' | 'byModel' | 'byAgent' | 'retries' | 'quality' | 'criteria', string>;
  summary: (facts: {
    calls: number;
    answered: number;
    cost: string;
    work: string;
    paused: string | null;
    modelTime: string;
    atOnce: string | null;
    longest: { task: string; duration: string } | null;
  }) => string;
  noAdvice: string;
  noCall: string;
  allAnswered: string;
  lost: (facts: { lost: number; calls: number; share: string; retries: number }) => string;
  billing: Record<LostTryFacts['billing'], string>;
  noScore: string;
  noCriterion: string;
}

/** The recommendations, one line each. */
export interface AdviceTexts {
  exhausted: (open: number, advice: string) => string;
  failures: (facts: { failed: number; skipped: number; tasks: string[] }) => string;
  offline: (offline: number, answered: number) => string;
  lostTries: (facts: { model: string; lost: number; calls: number; share: string }) => string;
  unusable: (facts: { cost: string; answers: number; models: string }) => string;
  unknownCost: (facts: { counted: string; cost: string; share: string }) => string;
  waiting: (facts: { atOnce: string; duration: string; dependent: number; tasks: number }) => string;
  weakTask: (facts: {
    task: string;
    score: string;
    limit: string;
    lowest: { criterion: string; score: string } | null;
    filename: string;
  }) => string;
  weakCriterion: (facts: { criterion: string; average: string; tasks: number; limit: string }) => string;
  missingEvidence: (average: string, tasks: number) => string;
  disagreement: (facts: { task: string; observed: string; score: string; points: string }) => string;
  revisions: (facts: { revised: number; drafted: number; tasks: number }) => string;
  budgetLeft: (facts: { left: string; limit: string; share: string; cost: string }) => string;
  checking: (facts: { cost: string; share: string; models: string }) => string;
  consulting: (cost: string, share: string) => string;
  dearTask: (facts: { task: string; cost: string; share: string; tasks: number }) => string;
  costWithoutQuality: (facts: {
    task: string;
    cost: string;
    times: string;
    score: string;
    others: string;
    model: string | null;
  }) => string;
}

/** All words of the reports of a run in one language. */
export interface ReportTexts {
  columns: ColumnTexts;
  /** The reason for or against a model. Releases before this one stored `drawn_lower`. */
  verdicts: Record<RoutingVerdict | 'drawn_lower', string>;
  purposes: Record<CallPurpose, string>;
  kinds: Record<TaskKind, string>;
  fullStop: '.' | '。';
  /** A name in the quotation marks of the language. */
  quote: (name: string) => string;
  /** Joins a task's name and what is said about it. */
  about: (task: string, words: string) => string;
  run: RunReportTexts;
  unfinished: UnfinishedTexts;
  review: ReviewTexts;
  advice: AdviceTexts;
  libraryTitle: (facts: {
    engagement: string;
    completed: number;
    total: number;
    kinds: string[];
    average: string | null;
  }) => string;
}

/** Returns a count with its noun, such as `1 task` or `3 tasks`. */
export const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
