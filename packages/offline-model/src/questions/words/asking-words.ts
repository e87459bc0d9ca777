/** The kind of an open point: an amount or another figure, a day, or one thing out of several. */
export type PointKind = 'figure' | 'date' | 'choice';

/**
 * The patterns of one language that tell what a brief takes as given. `before` and `after` see the words on that side
 * of a noun in its sentence.
 */
export interface AskingWords {
  /** Nouns that name something that a client sets, with the words that belong to them. Each has the flag `g`. */
  nouns: Record<PointKind, RegExp>;
  /** Nouns that limit what may be spent, such as a budget. Other figures are yardsticks. */
  amount: RegExp;
  /** Nouns that are always set by somebody, such as a budget or a deadline. */
  strong: RegExp;
  /** Words beside a noun that make it a yardstick, such as "target" or "at most". Material must have the same ones. */
  families: Record<Family, RegExp>;
  /** Somebody has set it, or it stands somewhere: "approved by the board", "laid down in the contract". */
  given: RegExp;
  /** The work is measured by it: "within the …", "compare … with the …". */
  usedBefore: RegExp;
  usedAfter: RegExp;
  /** The work is to find it: "calculate the …". No gap, but the result. */
  soughtBefore: RegExp;
  soughtAfter: RegExp;
  /** The noun names any such thing, unless somebody has set it: "a budget", "each site". */
  anyBefore: RegExp;
  /** A value that the brief holds back: "to be confirmed". */
  later: RegExp;
  /** Words that belong to the name of a noun before and after it, as far as a question shows them. */
  ownBefore: RegExp;
  ownAfter: RegExp;
}

/** Kinds of yardsticks. What was chosen is one, too: "the preferred site". */
export type Family = 'target' | 'most' | 'least' | 'chosen';
