/**
 * A row of a table: the right edges of its cells, in twentieths of a point, and how many cells each
 * stands for.
 */
interface RtfRow {
  edges: number[];
  spans: number[];
}

/** What holds inside of a group until it ends. */
interface GroupState {
  isHidden: boolean;
  isDeleted: boolean;
  /** True in the properties of a table inside of a cell. */
  isNested: boolean;
}

/** Describes the visible words of a file. */
export interface SeenRtf {
  rtf: string;
  /** True if hidden words were left out; deletions of tracked changes are none. */
  hidesText: boolean;
}

/** A control word with its number, another control, a brace, or text. */
const token = /\\([a-z]+)(-?\d+)? ?|\\'[\da-f]{2}|\\[^a-z]|[{}]|[^\\{}]+/giy;

/**
 * Removes hidden texts and deletions of tracked changes, and puts an empty cell for each that a
 * wide one covers. A program that merges cells across may leave the covered ones out.
 * @param rtf one character for each byte
 */
export function dropUnseen(rtf: string): SeenRtf {
  let hidesText = false;
  const rows = readRows(rtf);
  const written: string[] = [];
  let row = 0;
  let cell = 0;
  let edge = 0;
  walk(rtf, (whole, word, number, state) => {
    const isTable = !state.isNested;
    if (isTable && word === 'trowd') edge = 0;
    if (isTable && word === 'cellx') {
      const [first, ...others] = coveredEdges(rows[row], edge);
      edge += 1;
      if (first !== undefined) {
        written.push(`\\clmgf\\cellx${first} `);
        for (const covered of [...others, number ?? 0]) written.push(`\\clmrg\\cellx${covered} `);
        return;
      }
    }
    // The parser would count the cells of a table inside of a cell among those of its row.
    if (state.isNested && (word === 'cellx' || word === 'trowd')) return;
    if (isText(whole, word) && (state.isHidden || state.isDeleted)) {
      hidesText ||= state.isHidden && whole.trim() !== '';
      return;
    }
    written.push(whole);
    if (isTable && word === 'cell') {
      written.push('\\cell '.repeat(Math.max((rows[row]?.spans[cell] ?? 1) - 1, 0)));
      cell += 1;
    }
    if (isTable && word === 'row') {
      row += 1;
      cell = 0;
    }
  });
  return { rtf: written.join(''), hidesText };
}

/** Returns the edges of columns that a cell covers, without its own. */
function coveredEdges({ edges, spans }: RtfRow = { edges: [], spans: [] }, at: number): number[] {
  const count = (spans[at] ?? 1) - 1;
  if (count <= 0) return [];
  const [from, to] = [edges[at - 1] ?? 0, edges[at] ?? 0];
  // The parser reads the order of edges only.
  return Array.from({ length: count }, (_, index) =>
    Math.round(from + ((to - from) * (index + 1)) / (count + 1)),
  );
}

/** Tells whether a token shows something. */
function isText(whole: string, word: string | undefined): boolean {
  if (word !== undefined)
    return /^(?:u|tab|line|emdash|endash|bullet|[lr]dblquote|[lr]quote|chftn)$/.test(word);
  return whole !== '{' && whole !== '}' && whole !== '\\*';
}

type Visit = (
  whole: string,
  word: string | undefined,
  number: number | null,
  state: Readonly<GroupState>,
) => void;

function walk(rtf: string, visit: Visit): void {
  const open: GroupState[] = [];
  let state: GroupState = { isHidden: false, isDeleted: false, isNested: false };
  token.lastIndex = 0;
  for (let found = token.exec(rtf); found; found = token.exec(rtf)) {
    const [whole, word, digits] = found;
    const number = digits === undefined ? null : Number(digits);
    if (whole === '{') {
      open.push(state);
      state = { ...state };
    } else if (whole === '}') state = open.pop() ?? state;
    else if (word === 'v') state.isHidden = number !== 0;
    else if (word === 'deleted') state.isDeleted = number !== 0;
    else if (word === 'plain') Object.assign(state, { isHidden: false, isDeleted: false });
    else if (word === 'nesttableprops') state.isNested = true;
    visit(whole, word, number, state);
    if (word === 'bin' && number !== null && number > 0) {
      visit(rtf.slice(token.lastIndex, token.lastIndex + number), undefined, null, state);
      token.lastIndex += number;
    }
  }
}

/** Reads the rows of all tables, and how many columns of its table each of their cells covers. */
function readRows(rtf: string): RtfRow[] {
  const rows: RtfRow[] = [];
  let first = 0;
  let edges: number[] = [];
  let isMerged = false;
  let isInTable = false;
  walk(rtf, (_whole, word, number, { isNested }) => {
    if (isNested) return;
    if (word === 'trowd') [edges, isMerged] = [[], false];
    else if (word === 'cellx') edges.push(number ?? 0);
    else if (word === 'clmrg') isMerged = true;
    else if (word === 'intbl') isInTable = true;
    else if (word === 'pard') isInTable = false;
    else if (word === 'row') rows.push({ edges: isMerged ? [] : edges, spans: [] });
    else if (word === 'par' && !isInTable) {
      spanRows(rows.slice(first));
      first = rows.length;
    }
  });
  spanRows(rows.slice(first));
  return rows;
}

/** Edges that differ by less, in twentieths of a point, are one. */
const sameEdge = 40;

/**
 * Counts the columns of the widest row that each cell of the others covers; a table of other edges
 * stays as it is.
 */
function spanRows(rows: readonly RtfRow[]): void {
  const widest = rows.reduce<number[]>(
    (best, { edges }) => (edges.length > best.length ? edges : best),
    [],
  );
  const isKnown = (edge: number) => widest.some((other) => Math.abs(other - edge) < sameEdge);
  if (!rows.every(({ edges }) => edges.every(isKnown))) return;
  for (const row of rows) {
    row.spans = row.edges.map((edge, at) => {
      const from = row.edges[at - 1] ?? Number.NEGATIVE_INFINITY;
      return widest.filter((other) => other > from + sameEdge && other < edge + sameEdge).length;
    });
  }
}
