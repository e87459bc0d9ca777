import { diffArrays } from 'diff';
import { countWords, diffWords, type Segment, splitWords } from '../word-changes.tsx';

export type Row =
  | { kind: 'same'; before: ComparedBlock; after: ComparedBlock }
  | { kind: 'removed'; before: ComparedBlock }
  | { kind: 'added'; after: ComparedBlock }
  /** `parts` holds the segments of each text of the block. */
  | { kind: 'changed'; before: ComparedBlock; after: ComparedBlock; parts: Segment[][] };

export interface TextComparison {
  rows: Row[];
  wordsAdded: number;
  wordsRemoved: number;
}

/**
 * Time limit of the search for a small difference. Beyond it all blocks count as changed and pair
 * by likeness.
 */
const searchLimitMs = 2_000;

/** Compares two markdown texts block by block, and changed blocks word by word. */
export function compareTexts(before: string, after: string): TextComparison {
  const [old, young] = [splitBlocks(before), splitBlocks(after)];
  const changes = diffArrays(old.map(keyOf), young.map(keyOf), { timeout: searchLimitMs });
  const rows = changes ? readChanges(changes, old, young) : alignBlocks(old, young).map(toRow);
  const count = (kind: Segment['kind']) => rows.reduce((sum, row) => sum + countIn(row, kind), 0);
  return { rows, wordsAdded: count('added'), wordsRemoved: count('removed') };
}

/**
 * Ignores the numbers of list items. Otherwise one more item at the top would change all of them.
 */
const keyOf = ({ kind, level, texts }: ComparedBlock) =>
  JSON.stringify([kind, kind === 'heading' ? level : 0, ...texts]);

interface Change {
  added: boolean;
  removed: boolean;
  count: number;
}

function readChanges(
  changes: readonly Change[],
  old: readonly ComparedBlock[],
  young: readonly ComparedBlock[],
): Row[] {
  const rows: Row[] = [];
  let [i, j] = [0, 0];
  let [gone, come]: [ComparedBlock[], ComparedBlock[]] = [[], []];
  const settle = () => {
    for (const pair of alignBlocks(gone, come)) rows.push(toRow(pair));
    [gone, come] = [[], []];
  };
  for (const { added, removed, count } of changes) {
    if (!added && !removed) settle();
    for (let step = 0; step < count; step += 1) {
      const [before, after] = [old[i], young[j]];
      if (added && after) come.push(after);
      else if (removed && before) gone.push(before);
      else if (before && after) rows.push({ kind: 'same', before, after });
      if (!added) i += 1;
      if (!removed) j += 1;
    }
  }
  settle();
  return rows;
}

function toRow({ before, after }: Pair): Row {
  if (before && after) {
    const parts = before.texts.map((text, index) => diffWords(text, after.texts[index] ?? ''));
    return { kind: 'changed', before, after, parts };
  }
  if (before) return { kind: 'removed', before };
  if (after) return { kind: 'added', after };
  throw new Error('A pair holds at least one block');
}

function countIn(row: Row, kind: Segment['kind']): number {
  if (row.kind === 'changed') {
    const texts = row.parts.flat().filter((segment) => segment.kind === kind);
    return texts.reduce((sum, { text }) => sum + countWords(text), 0);
  }
  if (row.kind !== kind) return 0;
  const block = row.kind === 'added' ? row.after : row.kind === 'removed' ? row.before : undefined;
  return countWords(block?.texts.join(' ') ?? '');
}

/** Two blocks of which one replaced the other, or one block that was removed or added. */
interface Pair {
  before: ComparedBlock | null;
  after: ComparedBlock | null;
}

/** From this share of common words on, a block counts as the new form of another. */
const likeness = 0.4;
/** Beyond this number of pairs, pairs are not scored one by one. */
const maxPairs = 60_000;

/** Pairs removed blocks with the blocks that replaced them, in order, by their common words. */
function alignBlocks(removed: readonly ComparedBlock[], added: readonly ComparedBlock[]): Pair[] {
  const onlyRemoved = removed.map((before): Pair => ({ before, after: null }));
  const onlyAdded = added.map((after): Pair => ({ before: null, after }));
  if (removed.length === 0 || added.length === 0 || removed.length * added.length > maxPairs) {
    return [...onlyRemoved, ...onlyAdded];
  }
  const best = weigh(removed, added);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < removed.length || j < added.length) {
    const cell = best.at(i, j);
    const [before = null, after = null] = [removed[i], added[j]];
    if (cell === 'pair') pairs.push({ before, after });
    else pairs.push(cell === 'removed' ? { before, after: null } : { before: null, after });
    if (cell !== 'added') i += 1;
    if (cell !== 'removed') j += 1;
  }
  return pairs;
}

/**
 * Finds, from the end, the pairing with the highest total likeness. `at` returns the next step of
 * it.
 */
function weigh(removed: readonly ComparedBlock[], added: readonly ComparedBlock[]) {
  const width = added.length + 1;
  const total = new Float64Array((removed.length + 1) * width);
  const steps = new Uint8Array(total.length);
  const [mine, theirs] = [removed.map(wordsOf), added.map(wordsOf)];
  for (let i = removed.length - 1; i >= 0; i -= 1) {
    for (let j = added.length - 1; j >= 0; j -= 1) {
      const here = i * width + j;
      const like = compare(removed[i], added[j], mine[i], theirs[j]);
      const pair = like >= likeness ? like + (total[here + width + 1] ?? 0) : -1;
      const down = total[here + width] ?? 0;
      const right = total[here + 1] ?? 0;
      total[here] = Math.max(pair, down, right);
      steps[here] = pair >= down && pair >= right ? 1 : down >= right ? 2 : 3;
    }
  }
  return {
    at(i: number, j: number): 'pair' | 'removed' | 'added' {
      if (i === removed.length) return 'added';
      if (j === added.length) return 'removed';
      const step = steps[i * width + j];
      return step === 1 ? 'pair' : step === 2 ? 'removed' : 'added';
    },
  };
}

const wordsOf = (block: ComparedBlock) =>
  new Set(splitWords(block.texts.join(' ').toLowerCase()).filter((part) => part.trim() !== ''));

/**
 * Returns the share of common words. Only blocks of one kind match, and only rows with the same
 * number of cells.
 */
function compare(
  a?: ComparedBlock,
  b?: ComparedBlock,
  mine?: ReadonlySet<string>,
  theirs?: ReadonlySet<string>,
): number {
  if (!a || !b || !mine || !theirs || a.kind !== b.kind || a.texts.length !== b.texts.length)
    return 0;
  const sum = mine.size + theirs.size;
  if (sum === 0) return 1;
  let common = 0;
  for (const word of mine) if (theirs.has(word)) common += 1;
  return (2 * common) / sum;
}

export interface ComparedBlock {
  kind: 'heading' | 'text' | 'item' | 'quote' | 'row' | 'code' | 'footnote' | 'meta';
  /**
   * Level of a heading (1 to 6), depth of an item (from 0), or 1 for the header row of a table;
   * otherwise 0.
   */
  level: number;
  /** Number of a list item or label of a footnote; otherwise empty. */
  marker: string;
  /** Text without markdown syntax: one entry for each cell of a row, otherwise a single entry. */
  texts: string[];
}

const patterns = {
  fence: /^\s{0,3}(`{3,}|~{3,})/,
  heading: /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/,
  item: /^(\s*)([-*+•]|\d{1,9}[.)])\s+(.*)$/,
  quote: /^\s{0,3}>\s?(.*)$/,
  footnote: /^\[\^([^\]\s]+)\]:\s*(.*)$/,
  row: /^\s*\|(.*?)\|?\s*$/,
  separator: /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/,
  rule: /^\s{0,3}([-*_])(\s*\1){2,}\s*$/,
};

/**
 * Splits markdown into headings, paragraphs, list items, table rows, lines of code and footnotes.
 */
export function splitBlocks(markdown: string): ComparedBlock[] {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n');
  const blocks: ComparedBlock[] = [];
  let start = 0;
  if (lines[0] === '---') {
    const end = lines.indexOf('---', 1);
    for (const line of lines.slice(1, Math.max(1, end))) blocks.push(block('meta', line));
    if (end > 0) start = end + 1;
  }
  let fence: string | null = null;
  /** The block that a following line without markup continues. */
  let open: ComparedBlock | null = null;
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark: string | undefined = patterns.fence.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
      else blocks.push(block('code', line));
      continue;
    }
    if (mark) {
      fence = mark;
      open = null;
      continue;
    }
    if (line.trim() === '') {
      open = null;
      continue;
    }
    const begun = readMarked(line, lines[at + 1]);
    if (begun === 'nothing') open = null;
    else if (begun) {
      blocks.push(begun);
      open = ['item', 'quote', 'footnote'].includes(begun.kind) ? begun : null;
    } else if (open) open.texts = [`${open.texts[0]} ${plainText(line.trim())}`];
    else {
      open = block('text', plainText(line.trim()));
      blocks.push(open);
    }
  }
  return blocks;
}

const block = (
  kind: ComparedBlock['kind'],
  text: string,
  level = 0,
  marker = '',
): ComparedBlock => ({
  kind,
  level,
  marker,
  texts: [text],
});

/**
 * Parses the block that a line starts. Returns `nothing` for a separator line, null for plain text.
 */
function readMarked(line: string, next: string | undefined): ComparedBlock | 'nothing' | null {
  if (patterns.rule.test(line)) return 'nothing';
  const [, hashes, title = ''] = patterns.heading.exec(line) ?? [];
  if (hashes) return block('heading', plainText(title), hashes.length);
  if (line.includes('|') && patterns.separator.test(line)) return 'nothing';
  const [, cells] = patterns.row.exec(line) ?? [];
  if (cells !== undefined) {
    const isHead = next?.includes('|') === true && patterns.separator.test(next);
    const texts = cells.split(/(?<!\\)\|/).map((cell) => plainText(cell.trim()));
    return { kind: 'row', level: isHead ? 1 : 0, marker: '', texts };
  }
  const [, label, note = ''] = patterns.footnote.exec(line) ?? [];
  if (label) return block('footnote', plainText(note), 0, label);
  const [, indent = '', marker, item = ''] = patterns.item.exec(line) ?? [];
  if (marker) {
    const depth = Math.min(5, Math.floor(indent.replaceAll('\t', '    ').length / 2));
    return block('item', plainText(item), depth, /\d/.test(marker) ? marker : '•');
  }
  const [, quoted] = patterns.quote.exec(line) ?? [];
  return quoted === undefined ? null : block('quote', plainText(quoted));
}

/**
 * Returns the readable text of a line: without emphasis, with URLs and footnote labels after their
 * words.
 */
function plainText(markdown: string): string {
  return markdown
    .replace(
      /!?\[([^\]^][^\]]*)\]\((\S+?)(?:\s+"[^"]*")?\)/g,
      (_, text: string, address: string) => (text === address ? text : `${text} (${address})`),
    )
    .replace(/\[\^([^\]\s]+)\]/g, '[$1]')
    .replace(/(?<![\\\d])(\*\*|__|~~)(?=\S)(.+?)(?<=\S)(?<!\\)\1(?!\d)/g, '$2')
    .replace(/(?<![\\\w*])([*_])(?=\S)([^*_]+?)(?<=\S)(?<!\\)\1(?!\w)/g, '$2')
    .replace(/(?<!\\)`([^`]+)`/g, '$1')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/\\([\\`*_{}[\]()<>#+\-.!|~&^$])/g, '$1');
}
