/** Removes from a model's text what Postgres cannot store: U+0000 is deleted, a lone surrogate becomes U+FFFD. */
export function sanitizeText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Applies `clean` to every text of a structured answer, including its keys. The shape stays the same. */
export function sanitizeAnswer(value: unknown, clean: (text: string) => string = sanitizeText): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => sanitizeAnswer(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [clean(key), sanitizeAnswer(item, clean)]));
}
