import type { StorylineExhibit, WrittenSlide } from '@ecp/contract/engine/engine-storylines';
import type { JudgeQuestion } from '@ecp/contract/values/judging';
import type { NoteOutcome } from '@ecp/contract/values/review-answers';
import type { ColumnType } from '@ecp/contract/work/tables';
import type { SectionEdit } from '@ecp/markdown/apply-edits';
import type {
  AgentProfile,
  AnalysisInput,
  DraftInput,
  EngagementBrief,
  EngineQuery,
  EngineTable,
  FailedSentence,
  KnownConflict,
  Rubric,
  SourceDocument,
  TaskBrief,
  UpstreamDeliverable,
  WithoutTable,
  Workspace,
  WriteInput,
  WrittenDocument,
} from './prompt-material.ts';
import type { TaskKind } from './task-kinds.ts';

export type * from './prompt-material.ts';

/** The inputs of the calls to a model by purpose. Every provider answers these and nothing else. */
export interface PromptInputs {
  /** Turns a brief without tasks into a task list. */
  plan: {
    engagement: EngagementBrief;
    sources: SourceDocument[];
    /** The tables of the draft, so that both prompts begin with the same bytes. */
    tables?: EngineTable[];
    withoutTable?: WithoutTable[];
    canQuery?: boolean;
    agent: AgentProfile;
    roster: AgentProfile[];
    maxTasks: number;
    /** Limits the questions to people; 0 or absent where agents do not ask. */
    maxQuestions?: number;
  };
  /**
   * One turn of the lead, who analyses the sources with tools until the answer is submitted. What
   * the tools have returned stands in the turns of the call.
   */
  analyse: AnalysisInput;
  /** One turn of the challenger, who looks for what is wrong in the answer with the same tools. */
  critique: AnalysisInput;
  /** One turn of the author, who writes a document from the answer and the notebook. */
  write: WriteInput;
  /** Lets an editor mend all documents of a run by small replacements. */
  edit: { engagement: EngagementBrief; documents: WrittenDocument[] };
  /** Finds the facts and passages of figures and quotations that have no link. */
  anchor: { engagement: EngagementBrief; document: WrittenDocument; workspace: Workspace };
  /**
   * Lets the lead agent ask colleagues about documents that it does not see, up to two questions.
   */
  delegate: {
    engagement: EngagementBrief;
    task: TaskBrief;
    agent: AgentProfile;
    colleagues: { agent: AgentProfile; documents: string[] }[];
  };
  consult: {
    engagement: EngagementBrief;
    task: TaskBrief;
    agent: AgentProfile;
    askedBy: AgentProfile;
    question: string;
    documents: UpstreamDeliverable[];
  };
  draft: DraftInput;
  /** Lets the observer score a draft by the writer's material. */
  observe: DraftInput & {
    draft: string;
    observer: AgentProfile;
    /**
     * The draft before the revision, with its issues. One observer scores both, so that they are
     * comparable.
     */
    earlier?: { draft: string; issues: string[] };
  };
  revise: DraftInput & { draft: string; issues: string[] };
  /**
   * Changes sections for the notes in `asked` (from 1) or the observer's issues. `editable` has the
   * numbers of the sections that may change; null for all. `footnotes` are the document's
   * definitions.
   */
  amend: DraftInput & {
    sections: string[];
    footnotes: string[];
    asked: number[];
    editable: number[] | null;
    issues: string[];
    /** Numbers of sections that a person wrote. They stay. */
    locked?: number[];
  };
  /**
   * Mends refuted or denied sentences. `more` counts the kinds of the surplus ones; `document` is
   * the whole text.
   */
  repair: DraftInput & {
    document: string;
    failures: FailedSentence[];
    more: { state: string; count: number }[];
  };
  /**
   * Lets another provider's model object to a document: at most `maxObjections`, the strongest
   * first.
   */
  challenge: {
    engagement: EngagementBrief;
    task: TaskBrief;
    document: string;
    maxObjections: number;
  };
  /**
   * Judges for each claim whether the cited passages support it. It sees nothing else of the
   * engagement.
   */
  judge: { engagement: EngagementBrief; date: string | null; questions: JudgeQuestion[] };
  /** Writes one statement over the tables for a person's question. */
  query: {
    engagement: EngagementBrief;
    tables: EngineTable[];
    withoutTable: WithoutTable[];
    question: string;
  };
  /**
   * Writes the slides of a deck over documents that stand. `byRules` is the answer of the model
   * without a provider; `earlier` has slides that the check refused in part, whose faults count
   * slides from 1.
   */
  storyline: {
    engagement: EngagementBrief;
    documents: StorylineDocument[];
    exhibits: StorylineExhibit[];
    byRules: WrittenSlide[];
    earlier?: { slides: WrittenSlide[]; faults: { slide: number; text: string; reason: string }[] };
  };
  /**
   * Answers questions from the passages of one file. `refused` names answers that the check did not
   * let stand.
   */
  grid: {
    engagement: EngagementBrief;
    filename: string;
    /** True if the passages are all that the file says. */
    isWhole: boolean;
    /** True if another call shows the same passages. */
    isShared: boolean;
    passages: { place: string | null; heading: string; text: string }[];
    columns: { name: string; question: string; type: ColumnType }[];
    refused: { column: number; value: string; quote: string; reason: string }[];
  };
  /**
   * Lets the evaluator, independently of the observer, score the finished deliverable against a
   * rubric.
   */
  evaluate: {
    engagement: EngagementBrief;
    task: TaskBrief;
    agent: AgentProfile;
    deliverable: string;
    rubric: Rubric;
    conflicts?: KnownConflict[];
    /** The queries that the deliverable cites, and the titles of the sources. Absent for none. */
    queries?: EngineQuery[];
    sourceTitles?: string[];
  };
}
export type PromptPurpose = keyof PromptInputs;

/** A document for a deck. */
export interface StorylineDocument {
  filename: string;
  title: string;
  content: string;
}

/** All concerns except the first two are grave: their issues are mended at any score. */
export const issueConcerns = [
  'form',
  'use',
  'length',
  'coverage',
  'reasoning',
  'contradiction',
  'error',
] as const;

export interface ObservedIssue {
  concern: (typeof issueConcerns)[number];
  issue: string;
  /** The sentences or table rows of the draft, if new words for each of them mend it. */
  sentences?: string[];
}

export interface NewQuestion {
  question: string;
  /** The statement that the agent uses without an answer. */
  assumption: string;
  impact: string;
}

export interface PlannedTask {
  /** Unique in the plan, in kebab case. */
  id: string;
  name: string;
  description: string;
  agent: string;
  dependsOn: string[];
  /** Absent if the words of the task decide it. */
  kind?: TaskKind;
}

/** A model's answer to one failed sentence; `failure` counts from 1. */
export interface RepairAnswer {
  failure: number;
  /**
   * `mended` keeps every figure, `withdrawn` gives up what is wrong, `right` defends the sentence
   * as it stands.
   */
  verdict: 'mended' | 'withdrawn' | 'right';
  /** Empty for `right`, and for a removed sentence. */
  sentence: string;
  footnotes: string[];
  /** What was wrong, or why the sentence is right. */
  reason: string;
}

/** A model's answer to one note of a reviewer; `note` counts from 1. */
export interface AnsweredNote {
  note: number;
  status: NoteOutcome;
  answer: string;
  /**
   * Heading of the section with the change; empty for none. Absent in an answer that stood in the
   * document.
   */
  section?: string;
}

export interface PromptOutputs {
  /**
   * `questions` are what the brief leaves open; `task` is the id of the task that needs the answer
   * most.
   */
  plan: { tasks: PlannedTask[]; questions?: (NewQuestion & { task: string })[] };
  /** Words beside or instead of a call of a tool. */
  analyse: string;
  /** Words beside or instead of a call of a tool. */
  critique: string;
  /** Markdown with links to facts and passages. */
  write: string;
  /** `find` stands once in the file. */
  edit: { replacements: { file: string; find: string; replace: string; reason: string }[] };
  /**
   * `words` stand once in the document; the target is `fact:<id>`, `passage:p<number>`, or
   * `cell:<entry id>:<row>:<column>` for a cell of an entry's first table.
   */
  anchor: { anchors: { words: string; target: string }[] };
  delegate: { questions: { agentSlug: string; question: string }[] };
  consult: { answer: string };
  /** Markdown that starts with a level-1 heading. */
  draft: string;
  /**
   * Scores from 0 to 100; `earlierScore` is for the draft before a revision. Issues are imperative
   * sentences.
   */
  observe: { score: number; earlierScore?: number; strengths: string[]; issues: ObservedIssue[] };
  revise: string;
  amend: { answers: AnsweredNote[]; edits: SectionEdit[] };
  repair: { answers: RepairAnswer[] };
  /**
   * `passage` holds words of the document, `citation` its footnote; null for an objection to the
   * reasoning.
   */
  challenge: { objections: { objection: string; passage: string; citation: string | null }[] };
  /** `question` counts from 1. `reason` says in one sentence what decides. */
  judge: { answers: { question: number; reason: string; holds: boolean }[] };
  /** `sql` is empty if the tables do not hold the answer. */
  query: { sql: string; note: string };
  /** `exhibit` is empty or null for none. */
  storyline: { slides: WrittenSlide[] };
  /** `column` counts from 1. An answer that is not found has empty texts. */
  grid: {
    answers: { column: number; found: boolean; quote: string; answer: string; value: string }[];
  };
  /** A score from 0 to 100 for each criterion id. */
  evaluate: { criteria: Record<string, { score: number; comment: string }>; feedback: string };
}
