import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { RehearsalError } from '../rehearsal-error.ts';

const Count = Type.Integer({ minimum: 0 });
const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

/** One planted item, and whether the papers have it. `words` is the passage that has it, or null. */
const ItemResult = Type.Object({ id: Type.String(), hit: Type.Boolean(), words: Nullable(Type.String()) });
export type ItemResult = Static<typeof ItemResult>;

/** The counts of a case's papers against its key. A hit in `traps` or `mustNotSay` is a false statement. */
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
const QuestionScore = Type.Object({ gaps: Type.Array(ItemResult), needless: Type.Array(Type.String()) });
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
  citations: Type.Object({ checked: Count, notVerified: Count, states: Type.Record(Type.String(), Count) }),
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
export type ModelReport = Static<typeof ModelReport>;

/** The result of a rehearsal: the content of its `report.json`. */
const RehearsalReport = Type.Object({
  format: Type.Literal('rehearsal-v1'),
  startedAt: Type.String(),
  /** Commit of the code, null outside a repository. */
  revision: Nullable(Type.String()),
  budgetUsd: Type.Number(),
  spentUsd: Type.Number(),
  models: Type.Array(ModelReport),
  notRun: Type.Array(Type.Object({ model: Type.String(), case: Type.String(), reason: Type.String() })),
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
  throw new RehearsalError(`--against: ${path} is no report of a rehearsal: ${first?.instancePath} ${first?.message}`);
}
