import type { Language } from '@ecp/language/language';
import { splitSentences } from '@ecp/language/split-sentences';
import type { Nodes, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { foldText, unifyText } from './fold-text.ts';
import { type Measure, type ReadNumber, readMeasure, readNumbers } from './read-numbers.ts';

/** A sentence of a paper. A row of a table counts as one. */
export interface Passage {
  /** Folded words, without footnote references. */
  text: string;
  numbers: ReadNumber[];
}

/** A paragraph, heading, list item or row of a table. */
export interface Block {
  kind: 'prose' | 'heading' | 'row';
  /** The folded heading above it. */
  heading: string;
  passages: Passage[];
  /** True when the block has a footnote. For a row, when its table or the paragraph before the table has one. */
  isFootnoted: boolean;
}

/** Stands for a footnote reference in the text of a node. */
const mark = '\uE000';

/**
 * Reads the blocks and sentences of a paper in markdown. Front matter, code and the text of footnotes are left out: a
 * quotation in a footnote is not a statement of the paper.
 */
export function readPassages(markdown: string, language: Language): Block[] {
  const body = markdown.replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, '');
  const root = fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const reader = new PassageReader(language);
  for (const node of root.children) reader.read(node);
  return reader.blocks;
}

class PassageReader {
  readonly blocks: Block[] = [];
  readonly #language: Language;
  #heading = '';

  constructor(language: Language) {
    this.#language = language;
  }

  read(node: Nodes): void {
    if (node.type === 'footnoteDefinition' || node.type === 'code' || node.type === 'html') return;
    if (node.type === 'table') this.#readTable(node);
    else if (node.type === 'paragraph' || node.type === 'heading') this.#readProse(node);
    else if ('children' in node) for (const child of node.children) this.read(child);
  }

  #readProse(node: Nodes): void {
    const text = textOf(node);
    const unmarked = text.replaceAll(mark, '');
    const kind = node.type === 'heading' ? 'heading' : 'prose';
    // Sentences are split before they are folded, because capitals show where one begins.
    const passages = splitSentences(unmarked).map((sentence) => ({
      text: foldText(sentence),
      numbers: readNumbers(unifyText(sentence), this.#language),
    }));
    if (kind === 'heading') this.#heading = foldText(unmarked);
    this.blocks.push({ kind, heading: this.#heading, passages, isFootnoted: text.includes(mark) });
  }

  #readTable({ children: [head, ...rows] }: Table): void {
    const cellsOf = (row: Nodes | undefined) => (row && 'children' in row ? row.children.map(textOf) : []);
    const unmarked = (row: Nodes | undefined) => cellsOf(row).map((cell) => unifyText(cell.replaceAll(mark, '')));
    const heads = unmarked(head);
    const measures = heads.map((cell) => readMeasure(cell, this.#language));
    const isFootnoted =
      [head, ...rows].some((row) => cellsOf(row).join().includes(mark)) || this.blocks.at(-1)?.isFootnoted === true;
    for (const row of rows) {
      const cells = unmarked(row);
      const numbers = cells.flatMap((cell, index) =>
        readNumbers(cell, this.#language).map((number) => inColumn(number, measures[index])),
      );
      const text = cells.map((cell, index) => (heads[index] ? `${heads[index]}: ${cell}` : cell)).join(' | ');
      this.blocks.push({
        kind: 'row',
        heading: this.#heading,
        passages: [{ text: text.toLowerCase(), numbers }],
        isFootnoted,
      });
    }
  }
}

function inColumn(number: ReadNumber, measure: Measure | undefined): ReadNumber {
  if (measure === undefined || number.unit !== null) return number;
  const scale = measure.unit === 'percent' ? 1 : measure.scale;
  return { ...number, value: number.value * scale, unit: measure.unit };
}

function textOf(node: Nodes): string {
  if (node.type === 'footnoteReference') return mark;
  if (node.type === 'break') return '\n';
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
