/** Takes out of a model's text what Postgres cannot hold: U+0000 goes, a lone surrogate becomes U+FFFD. */
export function sanitizeText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Does the same, or what `clean` does, to every text of a structured answer, keys included; the shape stays. */
export function sanitizeAnswer(value: unknown, clean: (text: string) => string = sanitizeText): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => sanitizeAnswer(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [clean(key), sanitizeAnswer(item, clean)]));
}
