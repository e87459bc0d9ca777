import type { Citation } from '@ecp/contract/values/citations';

/** A checked citation of a document: a footnote, quoted words without one, or a statement without a source. */
export type CheckedStatement = Citation;
