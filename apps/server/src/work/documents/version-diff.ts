import { createTwoFilesPatch, FILE_HEADERS_ONLY, formatPatch } from 'diff';
import type { TextReader } from '../../kernel/text-work.ts';

interface DiffSide {
  version: number;
  content: string;
}

/**
 * Limits the changed lines of a small diff: its search blocks for about 10 ms. Beyond them the
 * whole text is replaced.
 */
const maxChangedLines = 400;
/**
 * Time limit for texts over `untimedCharacters`; shorter ones have none, so that load does not
 * change a diff.
 */
const searchLimitMs = 20;
const untimedCharacters = 100_000;
/**
 * Limits the characters of both texts. Longer ones are not searched, as splitting them into lines
 * would block too long.
 */
const maxCharacters = 400_000;
const maxLines = 4_000;
const lineFeed = 10;

/** Writes the unified diff of two versions of a file; empty when they have the same text. */
export function createUnifiedDiff(filename: string, from: DiffSide, to: DiffSide): string {
  if (from.content === to.content) return '';
  return search(filename, from, to) ?? replaceWhole(filename, from, to);
}

function search(filename: string, from: DiffSide, to: DiffSide): string | undefined {
  if (from.content.length + to.content.length > maxCharacters) return undefined;
  if (countLines(from.content) + countLines(to.content) > maxLines) return undefined;
  const [oldHeader, newHeader] = [from, to].map(({ version }) => `version ${version}`);
  const isLong = from.content.length + to.content.length > untimedCharacters;
  return createTwoFilesPatch(filename, filename, from.content, to.content, oldHeader, newHeader, {
    maxEditLength: maxChangedLines,
    ...(isLong && { timeout: searchLimitMs }),
    headerOptions: FILE_HEADERS_ONLY,
  });
}

/** Writes one hunk that removes all old lines and adds all new ones. */
function replaceWhole(filename: string, from: DiffSide, to: DiffSide): string {
  const hunk = {
    oldStart: 1,
    oldLines: countLines(from.content),
    newStart: 1,
    newLines: countLines(to.content),
    lines: [],
  };
  const patch = {
    oldFileName: filename,
    newFileName: filename,
    oldHeader: `version ${from.version}`,
    newHeader: `version ${to.version}`,
    hunks: [hunk],
  };
  const head = formatPatch(patch, FILE_HEADERS_ONLY).trimEnd();
  return `${head}\n${markLines(from.content, '-')}${markLines(to.content, '+')}`;
}

function countLines(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1)
    if (text.charCodeAt(index) === lineFeed) count += 1;
  return text === '' || text.endsWith('\n') ? count : count + 1;
}

/**
 * Puts `sign` before each line. Works on bytes, because a million short strings would take too
 * long.
 */
function markLines(text: string, sign: '-' | '+'): string {
  if (text === '') return '';
  const bytes = Buffer.from(text);
  const marked = Buffer.allocUnsafe(bytes.length + countLines(text));
  const mark = sign.charCodeAt(0);
  let written = 0;
  let previous = lineFeed;
  for (let read = 0; read < bytes.length; read += 1) {
    const byte = bytes[read] ?? lineFeed;
    if (previous === lineFeed) marked[written++] = mark;
    marked[written++] = byte;
    previous = byte;
  }
  return marked.toString() + (previous === lineFeed ? '' : '\n\\ No newline at end of file\n');
}

export const sideOf = ({ version, content }: DiffSide): DiffSide => ({ version, content });

/** Compares texts; long ones in a child. */
export const diffReader: TextReader<
  { filename: string; older: DiffSide; newer: DiffSide },
  string
> = {
  name: 'diff',
  shortWeight: 60_000,
  read: ({ filename, older, newer }) => createUnifiedDiff(filename, older, newer),
};
