/** Returns true for a line of cells: at least two separators, short cells, and no space after commas. */
export function isRow(line: string): boolean {
  if (line.length > 2_000) return false;
  if ((line.match(/[|\t]/g)?.length ?? 0) >= 2) return true;
  const cells = line.split(/[,;]/);
  if (cells.length < 3 || /[.!?,;]\s*$|[,;] /.test(line)) return false;
  // Commas that are only between digits may be decimal signs.
  if (/\s/.test(line) && !/[^\d][,;]|[,;][^\d]/.test(line)) return false;
  return cells.every((cell) => cell.length <= 60 && cell.split(' ').length <= 6);
}
