import type { NoteOutcome } from '@ecp/contract/values/note-answers';
import type { SectionEdit } from '@ecp/markdown/apply-edits';
import type { TaskKind } from './task-kinds.ts';

/**
 * The calls that the engine makes to a model, one entry for each purpose: what goes in and what comes back.
 * Every provider, the offline model included, answers these and nothing else (MOD-4).
 */

/** One expert of the roster, as prompts show it. `slug` is unique; `skills` are short noun phrases. */
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
  /** URL, file name, page or sheet: where a reader finds it. */
  location: string | null;
  text: string;
}

export interface EngagementBrief {
  name: string;
  client: string;
  brief: string;
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
  /** It has changed since the previous version of the document was written. */
  isNewer?: boolean;
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
  /** Weights of one rubric add up to 1. */
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
  /** Present on a rerun or a later run of the same task: the version before this one. */
  previous: { version: number; content: string } | null;
  /** Reviewer's notes on the previous version, oldest first; each must be answered. */
  reviewNotes: string[];
}

/** A citation that the check against the stored texts found wrong. */
export interface FailedCitation {
  /** Label of the footnote; null for words quoted without one. */
  footnote: string | null;
  claim: string;
  quote: string | null;
  reason: string;
  /** The words of the source that come nearest. */
  passage: string | null;
}

export interface PromptInputs {
  /** Turns a brief without tasks into a task list. */
  plan: { engagement: EngagementBrief; sources: SourceDocument[]; roster: AgentProfile[]; maxTasks: number };
  /** Lets the lead agent ask colleagues before it drafts (none, one or two questions). */
  delegate: { engagement: EngagementBrief; task: TaskBrief; agent: AgentProfile; colleagues: AgentProfile[] };
  /** One colleague answers one question. */
  consult: {
    engagement: EngagementBrief;
    task: TaskBrief;
    agent: AgentProfile;
    askedBy: AgentProfile;
    question: string;
    sources: SourceDocument[];
    /** Who may be asked before the answer; empty for nobody. */
    colleagues: AgentProfile[];
    /** What a colleague has answered to a question of the first answer. */
    advice: Consultation[];
  };
  /** Writes the deliverable. */
  draft: DraftInput;
  /** The observer scores a draft. */
  observe: {
    engagement: EngagementBrief;
    task: TaskBrief;
    agent: AgentProfile;
    draft: string;
    sources: SourceDocument[];
  };
  /** Rewrites a draft that scored low. */
  revise: DraftInput & { draft: string; issues: string[] };
  /**
   * Changes a document section by section: as notes of the reviewer ask, those of `asked` (numbers from 1), or as issues
   * of the observer do. `editable` holds the numbers of the sections that may change; null for all. `footnotes` are the definitions at its end.
   */
  amend: DraftInput & {
    sections: string[];
    footnotes: string[];
    asked: number[];
    editable: number[] | null;
    issues: string[];
  };
  /** Mends the citations of a document that failed the check, and nothing else. */
  repair: DraftInput & { draft: string; failures: FailedCitation[] };
  /** The evaluator, apart from the observer, scores the finished deliverable against a rubric. */
  evaluate: { engagement: EngagementBrief; task: TaskBrief; deliverable: string; rubric: Rubric };
}
export type PromptPurpose = keyof PromptInputs;

export interface PlannedTask {
  /** Unique in the plan, kebab-case. */
  id: string;
  name: string;
  description: string;
  /** A slug of the roster. */
  agent: string;
  dependsOn: string[];
}

/** A model's answer to one note of a reviewer; `note` counts from 1. */
export interface AnsweredNote {
  note: number;
  status: NoteOutcome;
  answer: string;
  /** Heading of the section that carries the change, empty for none. Answers of earlier releases lack it. */
  section?: string;
}

export interface PromptOutputs {
  plan: { tasks: PlannedTask[] };
  delegate: { questions: { agentSlug: string; question: string }[] };
  /** With a question to another colleague, where one may be asked: the answer then comes again. */
  consult: { answer: string; ask?: { agentSlug: string; question: string }[] };
  /** Markdown, starting with a level-1 heading. */
  draft: string;
  /** Score 0 to 100; issues are imperative sentences that a revision can act on. */
  observe: { score: number; strengths: string[]; issues: string[] };
  revise: string;
  /** Edits by number of the section. */
  amend: { answers: AnsweredNote[]; edits: SectionEdit[] };
  repair: string;
  /** Scores 0 to 100 for each criterion id. */
  evaluate: { criteria: { id: string; score: number; comment: string }[]; feedback: string };
}
