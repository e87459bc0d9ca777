/** The outcome of a request. */
export interface RequestOutcome {
  status: 'met' | 'partly' | 'not_met';
  /** Title of the section with the change; null if there is none or more than one. */
  section: string | null;
  /** A sentence to the person who asked: it names the change, or the reason for none. */
  text: string;
}
