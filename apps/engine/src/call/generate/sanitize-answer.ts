/** Takes out of a model's text what Postgres cannot hold: U+0000 goes, a lone surrogate becomes U+FFFD. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Does the same, or what `clean` does, to every text of a structured answer, keys included; the shape stays. */
export function storable(value: unknown, clean: (text: string) => string = storableText): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => storable(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [clean(key), storable(item, clean)]));
}
