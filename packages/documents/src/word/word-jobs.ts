import type { WordBase } from './merging/merge-word.ts';
import type { ReadComment } from './reading/read-comments.ts';
import type { WordWarning } from './reading/warnings.ts';
import type { WordRefusalKind } from './reading/word-refusal.ts';
import type { DeliverableWordReport, EngagementWordReport, WordOrigin } from './word-report.ts';

/** A job for a child process. A file that is read comes with it as bytes. */
export type WordJob =
  | { kind: 'deliverable'; report: DeliverableWordReport }
  | { kind: 'engagement'; report: EngagementWordReport }
  | { kind: 'origin' }
  | { kind: 'import'; base: WordBase | null };

/** The answer for a file that was written; the file follows as bytes. */
export type WrittenHead = null;

/** The answer for the origin of a file. */
export type OriginHead = { origin: WordOrigin | null } | { refused: WordRefusalKind };

/** The answer for a file that was read; its markdown follows as bytes. */
export type ImportHead = { comments: ReadComment[]; warnings: WordWarning[] } | { refused: WordRefusalKind };
