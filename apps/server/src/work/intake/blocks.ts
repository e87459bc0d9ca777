import { readItem } from './messages.ts';

export interface Enumeration {
  /** The last line before it that is not blank; empty if it begins the text. */
  lead: string;
  items: string[];
}

/** A paragraph, or a list of two items or more. */
export type Block = { kind: 'text'; text: string } | ({ kind: 'list' } & Enumeration);

/**
 * Cuts lines into paragraphs and lists. An item extends to a blank line, which does not end the
 * list.
 */
export function cutBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let lead = '';
  let text: string[] = [];
  let items: string[] = [];
  let isAfterBlank = false;
  const endText = () => {
    if (text.length > 0) blocks.push({ kind: 'text', text: joinWords(text) });
    text = [];
  };
  const endList = () => {
    if (items.length > 1) blocks.push({ kind: 'list', lead, items });
    else if (items[0] !== undefined) blocks.push({ kind: 'text', text: items[0] });
    items = [];
  };
  for (const line of lines) {
    const item = readItem(line);
    if (item !== null) {
      endText();
      items.push(item);
      isAfterBlank = false;
    } else if (line.trim() === '') {
      endText();
      isAfterBlank = true;
    } else if (items.length > 0 && !isAfterBlank) {
      items.push(`${items.pop()} ${line.trim()}`);
    } else {
      endList();
      lead = line.trim();
      text.push(lead);
    }
  }
  endText();
  endList();
  return blocks;
}

/** Joins the lines of a paragraph; those of Japanese have no spaces between words. */
const joinWords = (lines: readonly string[]) =>
  lines
    .join(' ')
    .replace(/(?<=[\u3040-\u30ff\u4e00-\u9fff。、]) (?=[\u3040-\u30ff\u4e00-\u9fff])/gu, '');
