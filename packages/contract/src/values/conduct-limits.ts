/** The time that a task waits for an answer unless the engagement says otherwise, and the longest one, in hours. */
export const askBackHoursLimits = { default: 24, maximum: 8_760 } as const;

/** Bounds of research on the web. `maxPages` counts the pages of a run, `domainLength` characters. */
export const researchLimits = { maxPages: 20, maximumPages: 200, domains: 50, domainLength: 253 } as const;

/** The form of a domain, as a regular expression. */
export const domainPattern = '^([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?\\.)*[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?$';
