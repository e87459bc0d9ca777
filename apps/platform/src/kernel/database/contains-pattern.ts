/** Returns the pattern of `like` for texts that contain `part`, in which `%` and `_` are ordinary characters. */
export function containsPattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
