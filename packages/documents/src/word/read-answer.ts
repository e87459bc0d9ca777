import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ReadComment } from './reading/read-comments.ts';
import { type WordWarning, wordWarningKinds } from './reading/warnings.ts';
import { WordRefusal, wordRefusalKinds } from './reading/word-refusal.ts';
import type { WordOrigin } from './word-report.ts';

/** A Word file as the next version of a deliverable. */
export interface ImportedWordFile {
  markdown: string;
  comments: ReadComment[];
  warnings: WordWarning[];
}

const Text = Type.String({ maxLength: 20_000 });
const Nullable = Type.Union([Text, Type.Null()]);
const Refused = Type.Object({ refused: Type.Enum([...wordRefusalKinds]) });
const Origin = Type.Object({
  origin: Type.Union([Type.Null(), Type.Object({ deliverableId: Type.String({ pattern: '^[\\w-]{1,100}$' }) })]),
});
const Import = Type.Object({
  comments: Type.Array(
    Type.Object({
      ...{ quote: Text, prefix: Text, suffix: Text, author: Text, body: Text },
      ...{ createdAt: Nullable, durableId: Nullable },
      parent: Type.Union([Type.Null(), Type.Integer({ minimum: 0, maximum: 10_000 })]),
    }),
    { maxItems: 10_000 },
  ),
  warnings: Type.Array(Type.Object({ kind: Type.Enum([...wordWarningKinds]), place: Text, text: Text }), {
    maxItems: 1_000,
  }),
});

/** Reads the origin that a child has sent. Throws WordRefusal, also for anything else: a file may own the child. */
export function readOriginAnswer(head: unknown): WordOrigin | null {
  refuse(head);
  if (!Value.Check(Origin, head)) throw new WordRefusal('damaged', 'The answer of the child is not one');
  return head.origin;
}

/** Reads the import that a child has sent. Throws WordRefusal, also for anything else: a file may own the child. */
export function readImportAnswer(head: unknown, body: Buffer): ImportedWordFile {
  refuse(head);
  if (!Value.Check(Import, head)) throw new WordRefusal('damaged', 'The answer of the child is not one');
  return { markdown: body.toString(), comments: head.comments, warnings: head.warnings };
}

function refuse(head: unknown): void {
  if (Value.Check(Refused, head)) throw new WordRefusal(head.refused, `The file is refused: ${head.refused}`);
}
