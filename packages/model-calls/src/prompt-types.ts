import type { EngineQuery, EngineTable } from '@ecp/contract/engine/query-access';
import type { Citation, CitationState } from '@ecp/contract/values/citations';
import type { NoteOutcome } from '@ecp/contract/values/note-answers';
import type { Language } from '@ecp/language/language';
import type { SectionEdit } from '@ecp/markdown/apply-edits';
import type { TaskKind } from './task-kinds.ts';

/** A typed table of the engagement with its first rows, and a recorded query with its result (contract 10). */
export type { EngineQuery, EngineTable } from '@ecp/contract/engine/query-access';

/**
 * The calls that the engine makes to a model, one entry for each purpose: what goes in and what comes back.
 * Every provider, the offline model included, answers these and nothing else (MOD-4).
 */

/** One expert of the roster, as shown in prompts. `slug` is unique; `skills` are short noun phrases. */
export interface AgentProfile {
  slug: string;
  name: string;
  role: string;
  department: string;
  description: string;
  skills: string[];
  /** The expert's own standing instructions (the body of its roster file). */
  instructions: string;
}

/** A piece of attached context. `text` is untrusted data, never instructions. */
export interface SourceDocument {
  id: string;
  title: string;
  /** URL, file name, page or sheet where a reader finds the source. */
  location: string | null;
  /** Empty for a picture, and for a page that has no text. */
  text: string;
  images?: SourceImage[];
}

/** An image of a source, without its bytes, which are stored under their hash for the engagement. */
export interface SourceImage {
  /** Hexadecimal. */
  sha256: string;
  mediaType: 'image/jpeg';
  width: number;
  height: number;
}

/** A task of the run, as every call sees it in the list of tasks. */
export interface ListedTask {
  id: string;
  name: string;
  /** Slug of the agent that writes its document. */
  agent: string;
  dependsOn: string[];
}

/** The part of a prompt that all calls of a run share. It never changes during the run, so that providers cache it. */
export interface EngagementBrief {
  name: string;
  client: string;
  /** The whole brief. It is never cut. */
  brief: string;
  /** The language of the brief, in which the documents are written. */
  language: Language;
  /** The day on which the run started, as YYYY-MM-DD. */
  today: string;
  /** The tasks of the engagement. Empty while they are planned. */
  tasks: ListedTask[];
}

export interface TaskBrief {
  id: string;
  name: string;
  description: string;
  kind: TaskKind;
}

export interface UpstreamDeliverable {
  taskName: string;
  filename: string;
  content: string;
  /** True when it has changed since the previous version of the document was written. */
  isNewer?: boolean;
  /** Its checked statements. Absent where no check has read it. */
  citations?: CheckedClaim[];
}

/** A statement of a document with the result of its check. A chain of citations is as good as its end (contract 9). */
export type CheckedClaim = Pick<Citation, 'footnote' | 'claim' | 'state'>;

/** A figure that a document of the engagement gives. */
export interface GivenFigure {
  label: string;
  /** The text as the document writes it. */
  text: string;
  unit: string | null;
  period: string | null;
  filename: string;
  /** True if it is neither verified nor computed. */
  isOpen: boolean;
}

/** A figure to which documents of the engagement give different values (contract 10, "one figure, one value"). */
export interface FigureConflict {
  label: string;
  unit: string | null;
  period: string | null;
  values: { text: string; filename: string }[];
}

export interface Consultation {
  agentSlug: string;
  agentName: string;
  question: string;
  answer: string;
}

export interface RubricCriterion {
  id: string;
  name: string;
  description: string;
  /** The weights of one rubric add up to 1. */
  weight: number;
}

export interface Rubric {
  type: TaskKind;
  version: number;
  criteria: RubricCriterion[];
}

export interface DraftInput {
  engagement: EngagementBrief;
  task: TaskBrief;
  agent: AgentProfile;
  sources: SourceDocument[];
  upstream: UpstreamDeliverable[];
  consultations: Consultation[];
  /** The version before this one, on a rerun or a later run of the same task. */
  previous: { version: number; content: string } | null;
  /** Reviewer's notes on the previous version, oldest first. Each must be answered. */
  reviewNotes: string[];
  /** The figures that other documents gave before the task began. Absent like an empty list. */
  figures?: GivenFigure[];
  /** The tables of the engagement, with their first rows. Absent for none. */
  tables?: EngineTable[];
  /** True if agents can query the tables. */
  canQuery?: boolean;
  /** Results of queries, which the document may cite as `Query <id>`, oldest first. Absent for none. */
  queries?: EngineQuery[];
}

/** A statement that the check of its document did not verify. */
export interface FailedCitation {
  /** Number of the section with the statement, from 1. */
  section: number;
  state: Exclude<CitationState, 'verified' | 'computed'>;
  /** Label of the footnote; null for a quote without a footnote. */
  footnote: string | null;
  claim: string;
  quote: string | null;
  reason: string;
  /** The most similar words of the source. */
  passage: string | null;
}

/** A claim of a document with the passages that it cites. */
export interface SupportQuestion {
  claim: string;
  passages: { source: string; words: string }[];
}

export interface PromptInputs {
  /** Turns a brief without tasks into a task list. */
  plan: {
    engagement: EngagementBrief;
    sources: SourceDocument[];
    /** The tables of the draft, so that both prompts begin with the same bytes. */
    tables?: EngineTable[];
    canQuery?: boolean;
    /** The planner. */
    agent: AgentProfile;
    roster: AgentProfile[];
    maxTasks: number;
  };
  /** Lets the lead agent ask colleagues about documents that it does not see, up to two questions. */
  delegate: {
    engagement: EngagementBrief;
    task: TaskBrief;
    agent: AgentProfile;
    /** Colleagues with the titles of their finished documents. */
    colleagues: { agent: AgentProfile; documents: string[] }[];
  };
  /** Lets one colleague answer one question from its finished documents. */
  consult: {
    engagement: EngagementBrief;
    task: TaskBrief;
    agent: AgentProfile;
    askedBy: AgentProfile;
    question: string;
    documents: UpstreamDeliverable[];
  };
  /** Writes the deliverable. */
  draft: DraftInput;
  /** Lets the observer, who sees what the writer saw, score a draft. */
  observe: DraftInput & { draft: string; observer: AgentProfile; conflicts?: FigureConflict[] };
  /** Rewrites a draft that scored low. */
  revise: DraftInput & { draft: string; issues: string[] };
  /**
   * Changes a document section by section, for the reviewer's notes in `asked` (numbers from 1) or for the observer's
   * issues. `editable` holds the numbers of the sections that may change; null for all. `footnotes` are the definitions
   * at the end of the document.
   */
  amend: DraftInput & {
    sections: string[];
    footnotes: string[];
    asked: number[];
    editable: number[] | null;
    issues: string[];
  };
  /** Mends the statements of a document that the check did not verify, in the sections `editable` (numbers from 1). */
  repair: DraftInput & { sections: string[]; footnotes: string[]; editable: number[]; failures: FailedCitation[] };
  /** Judges for each claim whether the cited passages support it. It sees nothing else of the engagement. */
  judge: { engagement: EngagementBrief; questions: SupportQuestion[] };
  /** Lets the evaluator, independently of the observer, score the finished deliverable against a rubric. */
  evaluate: {
    engagement: EngagementBrief;
    task: TaskBrief;
    /** The evaluator. */
    agent: AgentProfile;
    deliverable: string;
    rubric: Rubric;
    conflicts?: FigureConflict[];
  };
}
export type PromptPurpose = keyof PromptInputs;

export interface PlannedTask {
  /** Unique in the plan, in kebab case. */
  id: string;
  name: string;
  description: string;
  /** Slug of an agent in the roster. */
  agent: string;
  dependsOn: string[];
}

/** A model's answer to one note of a reviewer; `note` counts from 1. */
export interface AnsweredNote {
  note: number;
  status: NoteOutcome;
  answer: string;
  /** Heading of the section with the change; empty for none. Answers of earlier releases lack it. */
  section?: string;
}

export interface PromptOutputs {
  plan: { tasks: PlannedTask[] };
  delegate: { questions: { agentSlug: string; question: string }[] };
  consult: { answer: string };
  /** Markdown that starts with a level-1 heading. */
  draft: string;
  /** Score from 0 to 100. Issues are imperative sentences that a revision can act on. */
  observe: { score: number; strengths: string[]; issues: string[] };
  revise: string;
  /** Edits by section number. */
  amend: { answers: AnsweredNote[]; edits: SectionEdit[] };
  /** Edits by section number. */
  repair: { edits: SectionEdit[] };
  /** `question` counts from 1. `reason` says in one sentence what decides. */
  judge: { answers: { question: number; reason: string; supported: boolean }[] };
  /** A score from 0 to 100 for each criterion id. */
  evaluate: { criteria: Record<string, { score: number; comment: string }>; feedback: string };
}
