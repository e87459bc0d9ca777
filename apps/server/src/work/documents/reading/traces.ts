import { readChartBlocks } from '@ecp/charts/reading/read-chart-blocks';
import type { MarkdownLine } from '@ecp/markdown/parse-markdown';

/** A line of a document, with what only programs read in it. */
export interface TraceLine extends MarkdownLine {
  /** The label of the footnote that the line defines, in lower case. */
  footnote: string | null;
  /**
   * True if only programs read it; unlike a cut section, it takes the footnote that it stands in
   * along.
   */
  isTrace: boolean;
}

/**
 * Opens fenced code at any depth, as programs write it, with its first word: ` - ```chart`, `[^1]:
 * ```sql`.
 */
const anyFence =
  /^(?:[\s>]|[-*+]\s|\d{1,9}[.)]\s|\[\^[^\]\s]{1,200}\]:)*(`{3,}|~{3,})[ \t]*([\w-]*)/;
const programs = new Set(
  'sql duckdb postgresql postgres pgsql sqlite mysql tsql json json5 jsonc jsonl ndjson vega vega-lite'.split(
    ' ',
  ),
);

/** Marks fenced code to be cut: SQL, JSON, and descriptions of charts that no reader can draw. */
export function cutBlocks<L extends TraceLine>(lines: readonly L[], body: string): L[] {
  const charts = new Set(
    readChartBlocks(body).flatMap((block) => ('spec' in block ? [block.line - 1] : [])),
  );
  let open: { marks: string; isTrace: boolean; isCode: boolean; indent: number } | null = null;
  return lines.map((line, index) => {
    // Code in a list or a footnote ends with it, whether it is closed or not.
    if (
      open &&
      (open.isCode ? !line.isCode : line.raw.trim() !== '' && indentOf(line.raw) < open.indent)
    )
      open = null;
    if (open) {
      const { marks, isTrace } = open;
      if (line.raw.slice(0, 200).replaceAll(/[\s>]/g, '').startsWith(marks)) open = null;
      return isTrace ? { ...line, isTrace } : line;
    }
    const [opening = '', marks, name = ''] = anyFence.exec(line.raw) ?? [];
    const rest = line.raw.slice(opening.length);
    // A fence that ends on its own line is code in a line.
    if (marks === undefined || rest.includes(marks)) return line;
    const isChart = name.toLowerCase() === 'chart' && !charts.has(index);
    const inside = () => codeOf(lines.slice(index + 1, index + 31));
    const isProgram =
      programs.has(name.toLowerCase()) ||
      (name.toLowerCase() !== 'chart' && isForPrograms(inside()));
    const isTrace = isChart || isProgram;
    open = { marks, isTrace, isCode: line.isCode, indent: Math.min(indentOf(line.raw), 4) };
    return isTrace ? { ...line, isTrace } : line;
  });
}

const indentOf = (raw: string): number => raw.length - raw.trimStart().length;

const codeOf = (lines: readonly TraceLine[]): string =>
  lines.map(({ raw }) => raw.slice(0, 500)).join('');

/** Tells whether code is SQL or JSON, whatever it is called. */
function isForPrograms(code: string): boolean {
  const isQuery = isStatement(code) && /\bfrom\b/i.test(code) && /[*(,_=]/.test(code);
  return isQuery || changesTables.test(withoutRemarks(code)) || /^[\s>]*[[{][\s>[{]*"/.test(code);
}

/** Removes the remarks with which SQL begins. */
function withoutRemarks(code: string): string {
  let rest = code.replace(/^[\s>]+/, '');
  for (let end = endOfRemark(rest); end > 0; end = endOfRemark(rest))
    rest = rest.slice(end).replace(/^[\s>]+/, '');
  return rest;
}

function endOfRemark(code: string): number {
  const closing = code.startsWith('--') ? '\n' : code.startsWith('/*') ? '*/' : '';
  const end = closing === '' ? -1 : code.indexOf(closing);
  return end < 0 ? 0 : end + closing.length;
}

/** Tells whether code begins as a query of tables does. */
const isStatement = (code: string): boolean =>
  /^(?:\(\s{0,20})?(?:explain\s+(?:analyze\s+)?)?(?:select\s|from\s+["\w.]{1,100}\s+select\s|with\s+(?:recursive\s+)?["\w]{1,100}\s*(?:\([^()]{0,500}\)\s*)?as\s+(?:not\s+)?(?:materialized\s+)?\(|with\s+["\w]{1,100}\s+as\()/i.test(
    withoutRemarks(code),
  );

/** Other statements than queries. They are SQL in code alone: words can begin so. */
const changesTables =
  /^(?:create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:table|view)\s+(?:if\s+not\s+exists\s+)?["\w.]{1,100}\s*(?:\(|as\s)|insert\s+into\s+["\w.]{1,100}\s*(?:\(|values\b|select\s)|update\s+["\w.]{1,100}\s+set\s+["\w.]{1,100}\s*=|delete\s+from\s+["\w.]{1,100}\s+where\s)/i;

/** A hash, with what names it; not a part of an address or a longer name. */
const hash =
  /[ (]{0,2}(?:\b(?:SHA-?(?:1|224|256|384|512)|MD5)[:= ]{0,2})?`?(?<![\p{L}\p{N}_/=.#-])(?=[a-f]{0,31}\d)(?=\d{0,31}[a-f])[0-9a-f]{32,128}(?![\p{L}\p{N}_/-])`?\)?|[ (]{0,2}\bSHA-?(?:1|224|256|384|512)[:= ]{1,2}`?[0-9a-f]{7,128}(?![\p{L}\p{N}])…?`?\)?/giu;

/** Cuts from the lines what only programs read: JSON, SQL and hashes. */
export function cutTraces<L extends TraceLine>(lines: readonly L[]): L[] {
  return markObjects(lines).map((line) => {
    if (line.isCode || line.isTrace) return line;
    const isNote = line.footnote !== null;
    const raw = cutSql(cutObjects(line.raw, isNote), isNote).replace(hash, '');
    return raw === line.raw ? line : { ...line, raw };
  });
}

/**
 * After so many lines that look like the beginning of JSON and are none, no further line of the
 * document is tried.
 */
const mostFailures = 20;

/** Marks the lines of JSON that stands in the text line by line. */
function markObjects<L extends TraceLine>(lines: readonly L[]): L[] {
  let last = -1;
  let failures = 0;
  return lines.map((line, index) => {
    if (index <= last) return { ...line, isTrace: true };
    const opening = line.raw.length > maxObject ? '' : line.raw.trim();
    if (
      line.isCode ||
      line.isTrace ||
      failures >= mostFailures ||
      !/^[[{](?:$|\s{0,20}[[{"])/.test(opening)
    )
      return line;
    const found = readLinesOfObject(lines, index);
    if (found === 0) failures += 1;
    if (found < 2) return line;
    last = index + found - 1;
    return { ...line, isTrace: true };
  });
}

/**
 * Returns how many lines a JSON text takes that begins with a line and ends with one; 0 if there is
 * none.
 */
function readLinesOfObject(lines: readonly TraceLine[], start: number): number {
  const endIn = createEndFinder();
  let code = '';
  for (let at = start; at < lines.length && code.length < maxObject; at += 1) {
    const { raw, isCode, footnote } = lines[at] as TraceLine;
    if (isCode || footnote !== lines[start]?.footnote) return 0;
    code += raw;
    if (endIn(raw) >= 0) return readObject(code.trim()) ? at - start + 1 : 0;
  }
  return 0;
}

/** Limits the length of a description of a chart. */
const maxObject = 8_000;

/** Tells whether an object is written for a program: a chart, a query, or more than one value. */
const isProgramObject = (found: object): boolean =>
  'query' in found || 'sql' in found || (!Array.isArray(found) && Object.keys(found).length > 1);

/** Cuts JSON objects out of a line: those for programs, in a footnote all. */
function cutObjects(raw: string, isNote: boolean): string {
  let kept = '';
  let from = 0;
  // Each character is read a few times at most, whatever braces a line has.
  let budget = 4 * raw.length;
  for (let at = raw.indexOf('{'); at >= 0 && budget > 0; at = raw.indexOf('{', at + 1)) {
    if (!/^\{\s*"/.test(raw.slice(at, at + 40))) continue;
    const end = findEnd(raw, at);
    budget -= (end < 0 ? Math.min(maxObject, raw.length - at) : end - at) + 1;
    const found = end < 0 ? null : readObject(raw.slice(at, end + 1));
    if (!found || !(isNote || isProgramObject(found))) continue;
    const before = raw
      .slice(from, at)
      .trimEnd()
      .replace(/`{1,3}(?:chart|json)?$/, '')
      .trimEnd()
      .replace(/\bchart[:：]?$/i, '');
    kept += before;
    from = end + 1 + (/^\s*`{1,3}/.exec(raw.slice(end + 1, end + 10))?.[0].length ?? 0);
    at = end;
  }
  return from === 0 ? raw : kept + raw.slice(from);
}

/**
 * Finds the bracket that closes an object or a list; -1 within a text that does not close it soon.
 */
function findEnd(raw: string, start: number): number {
  const end = createEndFinder()(raw.slice(start, start + maxObject));
  return end < 0 ? -1 : start + end;
}

/**
 * Returns a search for the bracket that closes a JSON text given in pieces: its index in the piece,
 * -1 before.
 */
function createEndFinder(): (piece: string) => number {
  let [depth, isText, isEscaped] = [0, false, false];
  return (piece) => {
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece[at];
      if (isEscaped) isEscaped = false;
      else if (isText && character === '\\') isEscaped = true;
      else if (character === '"') isText = !isText;
      else if (isText) continue;
      else if (character === '{' || character === '[') depth += 1;
      else if (character === '}' || character === ']') {
        depth -= 1;
        if (depth <= 0) return at;
      }
    }
    return -1;
  };
}

function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    // JSON.parse throws only for a text that is not JSON.
    return null;
  }
}

/**
 * Cuts statements in code spans and outside of them: in a footnote any, elsewhere those with
 * keywords in capitals.
 */
function cutSql(raw: string, isNote: boolean): string {
  const lower = raw.toLowerCase();
  const at = lower.search(/\b(?:select|with)\s/);
  if (at < 0 || !lower.includes('from', at)) return raw;
  const spans = raw.replace(/ ?`([^`]{1,20000})`/g, (whole, code: string) =>
    isStatement(code) && /\bfrom\b/i.test(code) ? '' : whole,
  );
  if (spans !== raw) return spans;
  const starts = [...raw.matchAll(isNote ? /\b(?:select|with)\s/gi : /\b(?:SELECT|WITH)\s/g)].slice(
    0,
    mostStarts,
  );
  const start = starts.find(({ index }) => isStatement(raw.slice(index, index + 700)))?.index;
  if (start === undefined) return raw;
  const quoted = raw.slice(0, start).split('“').length > raw.slice(0, start).split('”').length;
  const statement = raw.slice(start);
  const names = isNote ? /\bfrom\s/i : /\bSELECT\s.*\bFROM\s/s;
  const isCode = (isNote ? /[*(_="]/ : /[*(_=",]/).test(statement);
  if (quoted || !names.test(statement) || !isCode) return raw;
  // In a sentence or a cell the statement ends with it. A footnote has nothing behind its
  // statement.
  const end = isNote ? -1 : statement.search(/;|\.\s+\p{Lu}|\s\|(?!\|)/u);
  const before = [/[:：;,(]$/, /\bSQL$/i, /[:：;,(]$/].reduce(
    (text, mark) => text.trimEnd().replace(mark, ''),
    raw.slice(0, start),
  );
  return end < 0
    ? `${before}${raw.endsWith('\n') ? '\n' : ''}`
    : before + statement.slice(end).replace(/^;/, '');
}

/**
 * A statement may begin at each of the first keywords of a line. No more of them are tried than
 * these.
 */
const mostStarts = 20;
