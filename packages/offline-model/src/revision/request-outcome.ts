/** What became of a request. */
export interface RequestOutcome {
  isMet: boolean;
  /** Title of the section that carries the change; null where there is none, or more than one. */
  section: string | null;
  /** What was done, or why it could not be done: a sentence that begins with a small letter. */
  text: string;
}

/** The outcome of a request that was carried out, in one section or in several. */
export const met = (text: string, section: string | null = null): RequestOutcome => ({ isMet: true, section, text });
/** The outcome of a request that could not be carried out. */
export const notMet = (text: string): RequestOutcome => ({ isMet: false, section: null, text });

/** Writes outcomes for people: "Met: … Not met: …". */
export function writeOutcomes(outcomes: readonly RequestOutcome[]): string {
  return outcomes.map(({ isMet, text }) => `${isMet ? 'Met' : 'Not met'}: ${text}`).join(' ');
}
