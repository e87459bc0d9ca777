/** The outcome of a request. */
export interface RequestOutcome {
  status: 'met' | 'partly' | 'not_met';
  /** Title of the section with the change; null if there is none or more than one. */
  section: string | null;
  /** What was done, or why it could not be done. */
  text: string;
}
