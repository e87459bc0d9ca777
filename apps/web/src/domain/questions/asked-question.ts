import type { LinkedQuestion } from '@ecp/contract/reach/portal';

/** A question with the fields that each of its readers gets: the team, a client, and the reader of a mailed link. */
export type AskedQuestion = LinkedQuestion['question'];
