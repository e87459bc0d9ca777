const forms = [
  /^\s*(\d{4})-(\d\d)-(\d\d)(?!\d)/,
  /^\s*(\d{4})\/(\d\d)\/(\d\d)(?!\d)/,
  /^\s*(\d{4})(\d\d)(\d\d)(?!\d)/,
  /^D:(\d{4})(\d\d)(\d\d)/,
];

/**
 * Returns the day that a text states as YYYY-MM-DD, from ISO 8601, `2025/03/31` or a PDF's `D:20250331…`; null for
 * anything else, because `03/04/2025` has two readings.
 */
export function readDay(text: string | undefined): string | null {
  const found = forms.map((form) => form.exec(text ?? '')).find((match) => match !== null);
  if (!found) return null;
  const [, year = '', month = '', day = ''] = found;
  const stated = `${year}-${month}-${day}`;
  const date = new Date(`${stated}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(stated);
  return isDay && Number(year) >= 1_900 ? stated : null;
}
