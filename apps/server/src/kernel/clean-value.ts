import type { Redact } from '@ecp/tracing/redact-secrets';

/**
 * Returns a value of JSON without secrets and without U+0000, which a model may write and Postgres
 * cannot store.
 */
export function cleanValue<Value>(value: Value, redact: Redact): Value {
  if (value === undefined || value === null) return value;
  const text = JSON.stringify(value);
  const redactedText = redact(text);
  if (redactedText === text && !text.includes('\\u0000')) return value;
  return JSON.parse(redactedText, (_key, item: unknown) =>
    typeof item === 'string' ? item.replaceAll('\0', '') : item,
  );
}
