/**
 * Longest waits before a call looks again. `held` is short because a settlement in another run wakes no call of this
 * run.
 */
export const lookAgainMs = { paused: 60_000, held: 250 };
