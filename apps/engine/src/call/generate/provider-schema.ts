/** Keywords that the strict structured output of some providers refuses. The full schema still checks the answer. */
const refusedKeywords = new Set(['minLength', 'maxLength', 'uniqueItems', 'default', 'aliases', 'dropsUnfit']);

/**
 * Reduces any JSON schema to what the strict structured output of every provider accepts.
 * Returns a plain copy without the refused keywords, in which every property is required. Properties with such a name
 * remain.
 */
export function toProviderSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toProviderSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !refusedKeywords.has(keyword));
  const copy = Object.fromEntries(
    kept.map(([keyword, value]) => [
      keyword,
      keyword === 'properties' ? mapProperties(value) : keyword === 'enum' ? value : toProviderSchema(value),
    ]),
  );
  return 'properties' in copy ? { ...copy, required: Object.keys(copy['properties'] as object) } : copy;
}

function mapProperties(properties: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, toProviderSchema(schema)]));
}
