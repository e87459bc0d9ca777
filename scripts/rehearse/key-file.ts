import { languages } from '@ecp/language/language';
import { type Static, type TProperties, Type } from 'typebox';

const closed = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const Id = Type.String({ pattern: '^[a-z0-9-]{1,60}$' });
const Sentence = Type.String({ minLength: 1, maxLength: 1_000 });

/** Units that a text shows beside its numbers. Other units belong to the `words` of an expectation. */
export const units = ['percent', 'EUR', 'GBP', 'USD', 'JPY'] as const;
export const Unit = Type.Enum([...units]);
export type Unit = (typeof units)[number];

/** A number in whole units: 23.9 million euros are 23900000 with unit EUR. `tolerance` is in the same unit. */
const Quantity = closed({
  value: Type.Number(),
  unit: Type.Optional(Unit),
  tolerance: Type.Optional(Type.Number({ minimum: 0 })),
});
export type Quantity = Static<typeof Quantity>;

/** Pieces of words separated by `|`, of which one must be in the text, in upper or lower case. */
const Words = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 10 });
const Quantities = Type.Array(Quantity, { maxItems: 10 });

/** Words and numbers that must all be in one place of a paper, and those of which none may be there. */
export const Expectation = closed({
  words: Type.Optional(Words),
  numbers: Type.Optional(Quantities),
  without: Type.Optional(closed({ words: Type.Optional(Words), numbers: Type.Optional(Quantities) })),
});
export type Expectation = Static<typeof Expectation>;
const Expectations = Type.Array(Expectation, { minItems: 1, maxItems: 10 });

/** A fact of the material that a good paper states. */
const Fact = closed({ id: Id, statement: Sentence, where: Sentence, accept: Expectations });

/** Two values of one measure. `values` is empty if `words` name them, such as dates. `right` has both values. */
const Contradiction = closed({
  id: Id,
  words: Words,
  values: Type.Array(Quantity, { maxItems: 4 }),
  where: Sentence,
  right: Sentence,
});

/** A false statement that the material invites. `example` makes it, `right` avoids it. */
const Trap = closed({ id: Id, example: Sentence, right: Sentence, where: Sentence, wrong: Expectations });

/** A figure that must be computed. `right` is a passage that states it, `derivation` says how it follows. */
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
 * Something decisive that brief and attachments leave open. A right question has one piece of each of its `words`;
 * `question` is one. `where` is the place that needs it.
 */
const Gap = closed({
  id: Id,
  question: Sentence,
  words: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 10 }),
  where: Sentence,
});
export type Gap = Static<typeof Gap>;

/**
 * The key of a case: what a paper on it should say and must not say (docs/rehearsal.md). A test holds the sentences in
 * it against its expectations.
 */
export const CaseKey = closed({
  language: Type.Enum([...languages]),
  industry: Sentence,
  facts: Type.Array(Fact, { maxItems: 50 }),
  contradictions: Type.Array(Contradiction, { maxItems: 50 }),
  traps: Type.Array(Trap, { maxItems: 50 }),
  figures: Type.Array(Figure, { maxItems: 50 }),
  mustNotSay: Type.Array(Forbidden, { maxItems: 50 }),
  /** The gaps that agents should ask about; empty if every question is needless. Absent: questions are not scored. */
  gaps: Type.Optional(Type.Array(Gap, { maxItems: 20 })),
});
export type CaseKey = Static<typeof CaseKey>;
