import { type ChartProblem, type ChartSpec, readChartSpec } from './chart-spec.ts';

/** A `chart` block of a document. */
export type ChartBlock = {
  /** Position among the document's charts, from 1. */
  number: number;
  /** Line of its opening fence, from 1. */
  line: number;
  /** The text between the fences. */
  source: string;
} & ({ spec: ChartSpec } | { problem: ChartProblem });

/** Limits the charts of a document. Blocks after them stay code. */
export const maxCharts = 50;

interface Fence {
  /** The character, three or more of which open and close the block. */
  mark: string;
  length: number;
  indent: number;
  /** First word after the opening marks. */
  language: string;
  line: number;
}

/**
 * Lists a document's `chart` blocks in order, up to the fiftieth, not in quotes. Linear in the
 * text.
 */
export function readChartBlocks(markdown: string): ChartBlock[] {
  const lines = markdown.split(/\r\n|\n|\r/);
  const blocks: ChartBlock[] = [];
  let fence: Fence | null = null;
  for (
    let index = frontMatterLines(lines);
    index < lines.length && blocks.length < maxCharts;
    index += 1
  ) {
    const text = lines[index] ?? '';
    if (fence === null) fence = openFence(text, index + 1);
    else if (closes(fence, text)) {
      if (fence.language === 'chart')
        blocks.push(readBlock(fence, lines.slice(fence.line, index), blocks.length + 1));
      fence = null;
    }
  }
  return blocks;
}

function readBlock({ line, indent }: Fence, content: string[], number: number): ChartBlock {
  const source = content.map((text) => withoutIndent(text, indent)).join('\n');
  return { number, line, source, ...readChartSpec(source) };
}

/** Returns the number of lines of the front matter, which is not part of the text. */
function frontMatterLines(lines: string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  return end < 0 ? 0 : end + 1;
}

/** Opens a block at up to three blanks and three or more marks (CommonMark 4.5). */
function openFence(text: string, line: number): Fence | null {
  const first = text.trimStart().charAt(0);
  if (first !== '`' && first !== '~') return null;
  const [opening = '', indent = '', marks = ''] = /^( {0,3})(`{3,}|~{3,})/.exec(text) ?? [];
  const rest = text.slice(opening.length);
  const mark = marks.slice(0, 1);
  if (mark === '' || (mark === '`' && rest.includes('`'))) return null;
  const [language = ''] = rest.trim().split(/\s/, 1);
  return { mark, length: marks.length, indent: indent.length, language, line };
}

function closes({ mark, length }: Fence, text: string): boolean {
  const [, marks] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(text) ?? [];
  return marks?.startsWith(mark) === true && marks.length >= length;
}

function withoutIndent(text: string, indent: number): string {
  const blanks = text.length - text.trimStart().length;
  return text.slice(Math.min(blanks, indent));
}
