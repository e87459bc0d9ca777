/**
 * The time that a task waits for an answer unless the engagement says otherwise, and the longest
 * one, in hours.
 */
export const askBackHoursLimits = { default: 24, maximum: 8_760 } as const;

/**
 * Bounds of research on the web. `maxPages` counts the pages of a run, `domainLength` characters.
 */
export const researchLimits = {
  maxPages: 20,
  maximumPages: 200,
  domains: 50,
  domainLength: 253,
} as const;

/** The form of a domain, as a regular expression. */
export const domainPattern =
  '^([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?\\.)*[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?$';

/** Bounds of a question and its answer in characters, and of the questions of a task. */
export const questionLimits = {
  question: 1_000,
  assumption: 1_000,
  impact: 1_000,
  answer: 20_000,
  perTask: 3,
} as const;

/** Limits of a request that is read into the draft of an engagement. */
export const requestLimits = { characters: 200_000, fileBytes: 10 * 1_048_576 } as const;

/** Bounds in characters, and how many there may be. */
export const commentLimits = {
  body: 10_000,
  quote: 10_000,
  context: 1_000,
  perEngagement: 5_000,
  replies: 100,
};

/** Bounds of grids: counts, and characters of texts. */
export const gridLimits = {
  columns: 20,
  files: 500,
  perEngagement: 50,
  name: 120,
  question: 1_000,
  title: 200,
  value: 4_000,
  unit: 40,
};
