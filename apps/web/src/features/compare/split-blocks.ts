/** A part of a markdown text that is shown and compared as a unit. */
export interface ComparedBlock {
  kind: 'heading' | 'text' | 'item' | 'quote' | 'row' | 'code' | 'footnote' | 'meta';
  /** Level of a heading (1 to 6), depth of an item (from 0), or 1 for the header row of a table; otherwise 0. */
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

/** Splits markdown into headings, paragraphs, list items, table rows, lines of code and footnotes. */
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

const block = (kind: ComparedBlock['kind'], text: string, level = 0, marker = ''): ComparedBlock => ({
  kind,
  level,
  marker,
  texts: [text],
});

/** Parses the block that a line starts. Returns `nothing` for a separator line, null for plain text. */
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

/** Returns the readable text of a line: without emphasis, with URLs and footnote labels after their words. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]^][^\]]*)\]\((\S+?)(?:\s+"[^"]*")?\)/g, (_, text: string, address: string) =>
      text === address ? text : `${text} (${address})`,
    )
    .replace(/\[\^([^\]\s]+)\]/g, '[$1]')
    .replace(/(?<!\\)(\*\*|__|~~)(?=\S)(.+?)(?<=\S)(?<!\\)\1/g, '$2')
    .replace(/(?<![\\\w*])([*_])(?=\S)([^*_]+?)(?<=\S)(?<!\\)\1(?!\w)/g, '$2')
    .replace(/(?<!\\)`([^`]+)`/g, '$1')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/\\([\\`*_{}[\]()<>#+\-.!|~&^$])/g, '$1');
}
