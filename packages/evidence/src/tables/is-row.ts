const twoCells = /^[^|\t]{1,60}[|\t][^|\t]{1,60}$/;

/** Returns true for a line of short cells: bars or tabs between them, or two commas or more without spaces. */
export function isRow(line: string): boolean {
  if (line.length > 2_000) return false;
  if ((line.match(/[|\t]/g)?.length ?? 0) >= 2 || twoCells.test(line)) return true;
  const cells = line.split(/[,;]/);
  if (cells.length < 3 || /[.!?,;]\s*$|[,;] /.test(line)) return false;
  // Commas that are only between digits may be decimal signs.
  if (/\s/.test(line) && !/[^\d][,;]|[,;][^\d]/.test(line)) return false;
  return cells.every((cell) => cell.length <= 60 && cell.split(' ').length <= 6);
}
