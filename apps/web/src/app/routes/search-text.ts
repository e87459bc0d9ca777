/** One text of an address's query; nothing when it is absent, empty or no text. */
export function readText<K extends string>(search: Record<string, unknown>, name: K): { [P in K]?: string } {
  const value = search[name];
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return (typeof text === 'string' && text !== '' ? { [name]: text } : {}) as { [P in K]?: string };
}
