/**
 * Takes out of every string of a JSON value, keys included, what Postgres cannot hold or read back: U+0000, which no
 * text may contain, and lone surrogates, which its json operators refuse. Everything else stays as it is.
 */
export function toStorable<Value>(value: Value): Value;
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map((item) => toStorable(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [toStorable(key), toStorable(item)]));
}
