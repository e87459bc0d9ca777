/** Word keeps 31 bits of a comment's identity across changes: the beginning of our id. */
export function durableIdOf(id: string): string {
  const bits = Number.parseInt(id.replaceAll('-', '').slice(-8), 16) || 1;
  return (bits & 0x7fffffff || 1).toString(16).toUpperCase().padStart(8, '0');
}
