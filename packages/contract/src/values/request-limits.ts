/** Limits of a request that is read into the draft of an engagement (INT-3). */
export const requestLimits = { characters: 200_000, fileBytes: 10 * 1_048_576 } as const;
