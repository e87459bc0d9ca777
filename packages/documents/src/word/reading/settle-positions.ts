import { readRaised, writeLowered } from '@ecp/language/raised-text';
import { sameMarks } from '../model/tidy-inlines.ts';
import type { WordInline, WordText } from '../model/word-item.ts';
import type { TextPosition } from './read-parts.ts';
import type { Warnings } from './warnings.ts';

/** How much of a line tells what a raised text is. */
const lineEnd = 24;

/**
 * Writes the raised and lowered texts of a paragraph as signs that join no number (readRaised). What becomes another
 * sign than a raised one is a warning.
 */
export function settlePositions(
  inlines: readonly WordInline[],
  { positions, warnings }: { positions: WeakMap<WordText, TextPosition>; warnings: Warnings },
): WordInline[] {
  const settled: WordInline[] = [];
  let line = '';
  for (let at = 0; at < inlines.length; ) {
    const inline = inlines[at] as WordInline;
    const position = inline.t === 'text' ? positions.get(inline) : undefined;
    at += 1;
    if (inline.t !== 'text' || position === undefined) {
      line = inline.t === 'text' ? (line + inline.v).slice(-lineEnd) : '';
      settled.push(inline);
      continue;
    }
    let text = inline.v;
    for (let next = inlines[at]; next?.t === 'text' && positions.get(next) === position; next = inlines[at]) {
      if (!sameMarks(inline, next)) break;
      text += next.v;
      at += 1;
    }
    const after = inlines[at];
    const [written, isSpelled] = settle(position, { line, text, after: after?.t === 'text' ? after.v : '' });
    if (!isSpelled && text.trim() !== '') warnings.add('formatting_left_out', text);
    settled.push({ ...inline, v: written });
    line = (line + written).slice(-lineEnd);
  }
  return settled;
}

/** Writes a text of a position, and tells whether its position still shows, by Unicode's signs. */
function settle(
  position: TextPosition,
  { line, text, after }: { line: string; text: string; after: string },
): [written: string, isSpelled: boolean] {
  if (position === 'lowered') {
    const written = writeLowered(line, text);
    return [written, written !== text];
  }
  const { kind, written } = readRaised(line, text, after);
  return [written, kind === 'signs'];
}
