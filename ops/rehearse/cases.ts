import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateEngagementBody } from '@ecp/contract/work/engagements';
import { languages } from '@ecp/language/language';
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { listAttachments } from '../../scripts/demo/run-engagement.ts';

/** A case with its key: a folder with `engagement.json`, `key.json` and `attachments/`. */
export interface RehearsalCase {
  /** The name of the case's folder. */
  name: string;
  engagement: CreateEngagementBody;
  key: CaseKey;
  /** Paths of the files to attach. */
  attachments: string[];
  /** SHA-256 of engagement and key. */
  fingerprint: string;
}

/**
 * Reads the cases of a folder that have a key, sorted by name. Throws a RehearsalError that names
 * the file and the field of the first mistake, or says that there is no case.
 */
export async function readCases(folder: string): Promise<RehearsalCase[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: false }).catch(
    (cause) => {
      throw new RehearsalError(`The folder of cases cannot be read: ${String(cause)}`, { cause });
    },
  );
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const cases = await Promise.all(names.sort().map((name) => readCase(join(folder, name), name)));
  const found = cases.filter((one) => one !== null);
  if (found.length === 0) throw new RehearsalError(`No folder in ${folder} has a key.json`);
  return found;
}

async function readCase(folder: string, name: string): Promise<RehearsalCase | null> {
  const key = await readChecked(join(folder, 'key.json'), CaseKey);
  if (key === null) return null;
  const engagement = await readChecked(join(folder, 'engagement.json'), CreateEngagementBody);
  if (engagement === null)
    throw new RehearsalError(`${folder} has a key.json, but no engagement.json`);
  const repeated = findRepeated(key);
  if (repeated !== undefined)
    throw new RehearsalError(`${join(folder, 'key.json')} has two items with id ${repeated}`);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([engagement, key]))
    .digest('hex');
  return {
    name,
    engagement,
    key,
    attachments: await listAttachments(join(folder, 'attachments')),
    fingerprint,
  };
}

/** Returns null when there is no such file. */
async function readChecked<S extends TSchema>(path: string, schema: S): Promise<Static<S> | null> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new RehearsalError(`${path} cannot be read: ${String(cause)}`, { cause });
  }
  if (Value.Check(schema, content)) return content;
  const [first] = Value.Errors(schema, content);
  throw new RehearsalError(
    `${path}: ${first?.instancePath || '/'} ${first?.message ?? 'is invalid'}`,
  );
}

function findRepeated({
  facts,
  contradictions,
  figures,
  traps,
  mustNotSay,
  gaps = [],
}: CaseKey): string | undefined {
  const ids = [facts, contradictions, figures, traps, mustNotSay, gaps].flatMap((items) =>
    items.map(({ id }) => id),
  );
  return ids.find((id, index) => ids.indexOf(id) !== index);
}

const closed = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
const Id = Type.String({ pattern: '^[a-z0-9-]{1,60}$' });
const Sentence = Type.String({ minLength: 1, maxLength: 1_000 });

/**
 * Units that a text shows beside its numbers. Other units belong to the `words` of an expectation.
 */
export const units = ['percent', 'EUR', 'GBP', 'USD', 'JPY'] as const;
export const Unit = Type.Enum([...units]);
export type Unit = (typeof units)[number];

/**
 * A number in whole units: 23.9 million euros are 23900000 with unit EUR. `tolerance` is in the
 * same unit.
 */
const Quantity = closed({
  value: Type.Number(),
  unit: Type.Optional(Unit),
  tolerance: Type.Optional(Type.Number({ minimum: 0 })),
});
export type Quantity = Static<typeof Quantity>;

/** Pieces of words separated by `|`, of which one must be in the text, in upper or lower case. */
const Words = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 10 });
const Quantities = Type.Array(Quantity, { maxItems: 10 });

/**
 * Words and numbers that must all be in one place of a paper, and those of which none may be there.
 */
export const Expectation = closed({
  words: Type.Optional(Words),
  numbers: Type.Optional(Quantities),
  without: Type.Optional(
    closed({ words: Type.Optional(Words), numbers: Type.Optional(Quantities) }),
  ),
});
export type Expectation = Static<typeof Expectation>;
const Expectations = Type.Array(Expectation, { minItems: 1, maxItems: 10 });

/** A fact of the material that a good paper states. */
const Fact = closed({ id: Id, statement: Sentence, where: Sentence, accept: Expectations });

/**
 * Two values of one measure. `values` is empty if `words` name them, such as dates. `right` has
 * both values.
 */
const Contradiction = closed({
  id: Id,
  words: Words,
  values: Type.Array(Quantity, { maxItems: 4 }),
  where: Sentence,
  right: Sentence,
});

/** A false statement that the material invites. `example` makes it, `right` avoids it. */
const Trap = closed({
  id: Id,
  example: Sentence,
  right: Sentence,
  where: Sentence,
  wrong: Expectations,
});

/**
 * A figure that must be computed. `right` is a passage that states it, `derivation` says how it
 * follows.
 */
const Figure = closed({
  id: Id,
  right: Sentence,
  value: Type.Number(),
  unit: Type.Optional(Unit),
  tolerance: Type.Number({ minimum: 0 }),
  words: Words,
  derivation: Sentence,
});
export type Figure = Static<typeof Figure>;

/** Words that are false or harmful wherever they stand. */
const Forbidden = closed({ id: Id, example: Sentence, because: Sentence, wrong: Expectations });

/**
 * Something decisive that brief and attachments leave open. A right question has one piece of each
 * of its `words`; `question` is one. `where` is the place that needs it.
 */
const Gap = closed({
  id: Id,
  question: Sentence,
  words: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 10 }),
  where: Sentence,
});
export type Gap = Static<typeof Gap>;

/**
 * The key of a case: what a paper on it should say and must not say (docs/rehearsal.md). A test
 * holds the sentences in it against its expectations.
 */
export const CaseKey = closed({
  language: Type.Enum([...languages]),
  industry: Sentence,
  facts: Type.Array(Fact, { maxItems: 50 }),
  contradictions: Type.Array(Contradiction, { maxItems: 50 }),
  traps: Type.Array(Trap, { maxItems: 50 }),
  figures: Type.Array(Figure, { maxItems: 50 }),
  mustNotSay: Type.Array(Forbidden, { maxItems: 50 }),
  /**
   * The gaps that agents should ask about; empty if every question is needless. Absent: questions
   * are not scored.
   */
  gaps: Type.Optional(Type.Array(Gap, { maxItems: 20 })),
});
export type CaseKey = Static<typeof CaseKey>;

/** Ends a rehearsal before it starts. Its one-line message says what to change. */
export class RehearsalError extends Error {
  override readonly name = 'RehearsalError';
}
