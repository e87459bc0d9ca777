/**
 * Returns the code fence that is open after a line of markdown, or null. `open` is the fence that is open before the
 * line. A fence is closed by one of the same characters that is as long or longer and ends its line.
 */
export function fenceAfter(open: string | null, line: string): string | null {
  const [, fence = '', rest = ''] = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line) ?? [];
  if (open === null) return fence === '' ? null : fence;
  return fence.startsWith(open) && rest.trim() === '' ? null : open;
}
