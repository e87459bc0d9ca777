import { createTwoFilesPatch, FILE_HEADERS_ONLY, formatPatch } from 'diff';

/** A version of a file to compare. */
export interface DiffSide {
  version: number;
  content: string;
}

/** Longest search for a small diff, which blocks the process; beyond it the whole text counts as replaced. */
const searchLimitMs = 150;

/** Writes the unified diff of two versions of a file; empty when they have the same text. */
export function createUnifiedDiff(filename: string, from: DiffSide, to: DiffSide): string {
  if (from.content === to.content) return '';
  const [oldHeader, newHeader] = [from, to].map(({ version }) => `version ${version}`);
  const options = { timeout: searchLimitMs, headerOptions: FILE_HEADERS_ONLY };
  return (
    createTwoFilesPatch(filename, filename, from.content, to.content, oldHeader, newHeader, options) ??
    replaceWhole(filename, from, to)
  );
}

function replaceWhole(filename: string, from: DiffSide, to: DiffSide): string {
  const removed = splitLines(from.content);
  const added = splitLines(to.content);
  const hunk = {
    oldStart: 1,
    oldLines: removed.count,
    newStart: 1,
    newLines: added.count,
    lines: [...removed.mark('-'), ...added.mark('+')],
  };
  const patch = {
    oldFileName: filename,
    newFileName: filename,
    oldHeader: `version ${from.version}`,
    newHeader: `version ${to.version}`,
    hunks: [hunk],
  };
  return formatPatch(patch, FILE_HEADERS_ONLY);
}

function splitLines(text: string): { count: number; mark(sign: '-' | '+'): string[] } {
  const lines = text.split('\n');
  const complete = lines.at(-1) === '';
  if (complete) lines.pop();
  return {
    count: lines.length,
    mark: (sign) => [...lines.map((line) => sign + line), ...(complete ? [] : ['\\ No newline at end of file'])],
  };
}
