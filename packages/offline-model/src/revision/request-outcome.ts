/** The outcome of a request. */
export interface RequestOutcome {
  isMet: boolean;
  /** Title of the section with the change; null if there is none or more than one. */
  section: string | null;
  /** What was done, or why it could not be done, as a sentence that starts with a lower-case letter. */
  text: string;
}

/** Makes the outcome of a request that was carried out. */
export const met = (text: string, section: string | null = null): RequestOutcome => ({ isMet: true, section, text });
/** Makes the outcome of a request that could not be carried out. */
export const notMet = (text: string): RequestOutcome => ({ isMet: false, section: null, text });

/** Writes outcomes for people: "Met: … Not met: …". */
export function writeOutcomes(outcomes: readonly RequestOutcome[]): string {
  return outcomes.map(({ isMet, text }) => `${isMet ? 'Met' : 'Not met'}: ${text}`).join(' ');
}
