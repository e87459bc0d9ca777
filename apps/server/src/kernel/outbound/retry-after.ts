/** The three forms of a date in HTTP (RFC 9110, 5.6.7), and ISO 8601, which some servers send. */
const httpDates = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
];

/**
 * Reads `Retry-After`, in seconds or as a date, as milliseconds from `now`, which may be any number
 * however large. Null without the header, for a text that is neither, and for a date that is past.
 */
export function readRetryAfterMs(header: string | undefined, now: Date): number | null {
  const value = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
  if (!httpDates.some((form) => form.test(value))) return null;
  // The form of C's asctime has no time zone, and means UTC.
  const date = /GMT$|Z$|[+-]\d{2}:\d{2}$/.test(value) ? value : `${value} GMT`;
  const waitMs = Date.parse(date) - now.getTime();
  return waitMs > 0 ? waitMs : null;
}
