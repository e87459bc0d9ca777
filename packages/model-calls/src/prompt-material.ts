import type {
  EngineGrid,
  SourceChange as NumberedChange,
  OpenComment,
} from '@ecp/contract/engine/engine-api';
import type { EnginePage, EngineQuery, EngineTable } from '@ecp/contract/engine/tool-access';
import type { Citation, CitationState } from '@ecp/contract/values/citations';
import type { KnownConflict } from '@ecp/contract/values/figures';
import type { AnswerContent } from '@ecp/contract/work/answers';
import type { EntryKind, EntryTable, Fact, FactValue } from '@ecp/contract/work/notebook';
import type { WithoutTable } from '@ecp/contract/work/tables';
import type { Language } from '@ecp/language/language';
import type { TaskKind } from './task-kinds.ts';

/** An open comment on the previous version. */
export type { OpenComment } from '@ecp/contract/engine/engine-api';
/** A typed table of the engagement with its first rows, and a recorded query with its result. */
/** A page of the web as it is archived. */
export type { EnginePage, EngineQuery, EngineTable } from '@ecp/contract/engine/tool-access';
export type { WithoutTable } from '@ecp/contract/work/tables';

/** One expert of the roster. `slug` is unique; `skills` are short noun phrases. */
export interface AgentProfile {
  slug: string;
  name: string;
  role: string;
  department: string;
  description: string;
  skills: string[];
  instructions: string;
}

/** A piece of attached context. `text` is untrusted data, never instructions. */
export interface SourceDocument {
  id: string;
  title: string;
  /** URL, file name, page or sheet. */
  location: string | null;
  /** Empty for a picture, and for a page without text. */
  text: string;
  images?: SourceImage[];
  /** The decimal sign of a program's output. Absent for texts that people wrote. */
  decimalSign?: '.';
}

/** An image of a source. Its bytes are stored under their hash for the engagement. */
export interface SourceImage {
  /** Hexadecimal. */
  sha256: string;
  mediaType: 'image/jpeg';
  width: number;
  height: number;
}

export interface ListedTask {
  id: string;
  name: string;
  /** Slug of the agent that writes its document. */
  agent: string;
  dependsOn: string[];
}

/**
 * The part of a prompt that all calls of a run share. It never changes during the run, so that
 * providers cache it.
 */
export interface EngagementBrief {
  name: string;
  client: string;
  /** It is never cut. */
  brief: string;
  language: Language;
  /** The day on which the run started, YYYY-MM-DD. */
  today: string;
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
  /** True if it has changed since the previous version of the document was written. */
  isNewer?: boolean;
  /** Its checked statements. Absent if no check has read it. */
  citations?: CheckedClaim[];
}

/**
 * A statement of a document with the result of its check. A chain of citations is as good as its
 * end.
 */
export type CheckedClaim = Pick<Citation, 'footnote' | 'claim' | 'state'>;

export interface GivenFigure {
  label: string;
  text: string;
  unit: string | null;
  period: string | null;
  filename: string;
  /** True if it is neither verified nor computed. */
  isOpen: boolean;
}

/**
 * Something that sources or documents of the engagement say differently, with what people settled.
 */
export type { KnownConflict } from '@ecp/contract/values/figures';

/**
 * A change of a source that the previous version cites. The note of the number `note`, from 1,
 * states it in words.
 */
export type SourceChange = Omit<NumberedChange, 'point'>;

export interface Consultation {
  agentSlug: string;
  agentName: string;
  question: string;
  answer: string;
}

/** A question to people about the engagement. */
export interface AskedQuestion {
  id: string;
  /** The task that asked, or that it concerns. Null for a question about no single task. */
  taskId: string | null;
  question: string;
  /** The statement that holds while there is no answer. */
  assumption: string;
  /** Null while there is none. An answer is a source, cited as `Answer <id>`. */
  answer: { text: string; by: string; at: string } | null;
  /** Set for a question of an earlier run. */
  isEarlier?: true;
}

interface RubricCriterion {
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
  /** The previous version, on a rerun or a later run of the same task. */
  previous: PreviousVersion | null;
  /** Reviewer's notes on the previous version, oldest first. Each must be answered. */
  reviewNotes: string[];
  /** Open comments on the previous version, numbered after the notes. Each must be answered. */
  comments?: OpenComment[];
  /** The changes of sources that some of the notes state in words. Absent like an empty list. */
  sourceChanges?: SourceChange[];
  /** The figures that other documents gave before the task began. Absent like an empty list. */
  figures?: GivenFigure[];
  /** With their first rows. Absent for none. */
  tables?: EngineTable[];
  /** The sheets and files that give no table. Absent for none. */
  withoutTable?: WithoutTable[];
  canQuery?: boolean;
  /**
   * Results of queries, which the document may cite as `Query <id>`, oldest first. Absent for none.
   */
  queries?: EngineQuery[];
  /** The ids of those queries that this task has asked in this run. Absent for none. */
  ownQueries?: string[];
  /** Grids of the engagement, which the document may cite as `Grid <id>`. Absent for none. */
  grids?: EngineGrid[];
  /** Questions to people that concern the task, oldest first. Absent for none. */
  questions?: AskedQuestion[];
  /**
   * Number of questions that the task may still ask. Absent if agents do not ask in this
   * engagement.
   */
  questionsLeft?: number;
  /** Pages of the web that agents of the task have read, as sources to cite. Absent for none. */
  pages?: EnginePage[];
  /** The answer of the engagement, from which its documents are written. Absent for none. */
  answer?: AnswerContent;
  /** The entries of the notebook that the document may cite. Absent for none. */
  notebook?: { number: number; facts: NotebookFact[] }[];
  /** The limits of research on the web. Absent if agents do none. */
  research?: { domains: string[]; maxPages: number };
  /**
   * What sources say differently, and people's settlements; for the synthesis and the observer also
   * of documents.
   */
  conflicts?: KnownConflict[];
}

/**
 * A sentence or table row that the check refuted, the judge denied, or the observer wants changed.
 */
export interface FailedSentence {
  section: string;
  /** Its markdown, with the marks of its footnotes. */
  sentence: string;
  /** The markdown before and after it in its block. */
  before: string;
  after: string;
  /**
   * The definitions of its footnotes, with those at the head of its table and at the sentence
   * before that.
   */
  footnotes: string[];
  /** The definitions that these name, the nearest first. */
  named: string[];
  faults: {
    /** `issue` for one of the observer, whose words are the reason. */
    state: Exclude<CitationState, 'verified' | 'computed' | 'unjudged'> | 'issue';
    /** Label; null for a statement without a footnote. */
    footnote: string | null;
    reason: string;
    /** The most similar words of the source. */
    passage: string | null;
  }[];
}

export interface PreviousVersion {
  version: number;
  content: string;
  /** Indexes of the sections that a person wrote and that stay as they are. Absent for none. */
  locked?: readonly number[];
}

/** A fact of the notebook as a document cites it. */
export type NotebookFact = Pick<Fact, 'label' | 'unit' | 'period'> & { value: FactValue };

/** An entry of the notebook as prompts show it. */
export interface WorkspaceEntry {
  id: string;
  number: number;
  kind: EntryKind;
  title: string;
  finding: string;
  tables: EntryTable[];
  /** The words of a passage; empty for other entries. */
  words: string;
  /** Where the words of a passage stand; empty for other entries. */
  place: string;
  facts: Fact[];
}

/** What the engagement's work has found and decided so far. */
export interface Workspace {
  entries: WorkspaceEntry[];
  /** Null before the first analysis. */
  answer: AnswerContent | null;
}

/** A document that the run writes, as the lead sees it. */
export interface DocumentTask extends TaskBrief {
  filename: string;
  /** The notes of reviewers on its earlier version, which its rerun answers. */
  notes: string[];
}

/** What a challenger holds against the answer. */
export interface RaisedObjection {
  text: string;
  evidence: string;
}

/** What the lead or the challenger knows when a session begins. */
export interface AnalysisInput {
  engagement: EngagementBrief;
  agent: AgentProfile;
  sources: SourceDocument[];
  tables?: EngineTable[];
  withoutTable?: WithoutTable[];
  canQuery?: boolean;
  grids?: EngineGrid[];
  /** The documents to write, the deciding one first. */
  documents: DocumentTask[];
  workspace: Workspace;
  /** Answers of people to questions of earlier runs and of this one before the session. */
  questions: AskedQuestion[];
  conflicts: KnownConflict[];
  /** Absent if agents do not ask in this engagement. */
  questionsLeft?: number;
  /** Absent if agents do no research. */
  research?: { domains: string[]; maxPages: number };
  /** The objections to the answer, which the lead settles. Absent before they are raised. */
  objections?: RaisedObjection[];
  /** The notes of the person who returned the answer. Absent for an answer that was not returned. */
  returnNotes?: string;
  /** Turns of the analysis, all sessions together. */
  maxTurns: number;
}

/** A document of the run that is written. */
export interface WrittenDocument {
  filename: string;
  content: string;
}

/** What the author knows. The turns of the call may change the notebook. */
export interface WriteInput {
  engagement: EngagementBrief;
  agent: AgentProfile;
  task: TaskBrief;
  /** Read by tools only. */
  sources: SourceDocument[];
  tables?: EngineTable[];
  withoutTable?: WithoutTable[];
  canQuery?: boolean;
  workspace: Workspace;
  /** The documents that are written already, in the order of their writing. */
  documents: WrittenDocument[];
  /** True for the document that gives the decision. */
  isDeciding: boolean;
  maxTurns: number;
}
