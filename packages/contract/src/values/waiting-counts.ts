import { type Static, Type } from 'typebox';

const count = Type.Integer({ minimum: 0 });

/** The number of things of each kind that wait for people (QUE-1). */
export const WaitingCounts = Type.Object({ reviews: count, questions: count, comments: count, failed: count });
export type WaitingCounts = Static<typeof WaitingCounts>;
