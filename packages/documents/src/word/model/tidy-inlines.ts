import type { WordInline, WordMarks, WordText } from './word-item.ts';

const marks = ['bold', 'italic', 'strike', 'code', 'html', 'url'] as const;

/**
 * Puts inlines into their one form, whatever Word or the markdown did to them: runs of white space are one space, none
 * is at the ends or beside a break, neighbours with the same marks are one text, and spaces at the edges of marked text
 * are outside its marks.
 */
export function tidyInlines(inlines: readonly WordInline[]): WordInline[] {
  const tidy: WordInline[] = [];
  let pending = false;
  for (const inline of inlines) {
    if (inline.t !== 'text') {
      if (pending && inline.t !== 'break' && tidy.length > 0) addText(tidy, { t: 'text', v: ' ' });
      pending = false;
      if (inline.t === 'break' && (tidy.length === 0 || tidy.at(-1)?.t === 'break')) continue;
      tidy.push(inline);
      continue;
    }
    const words = inline.v.replaceAll(/[ \t\r\n]+/g, ' ');
    const inner = trimSpaces(words);
    const opens: boolean = pending || words.startsWith(' ');
    if (inner === '') {
      pending = opens;
      continue;
    }
    const last = tidy.at(-1);
    if (opens && last !== undefined && last.t !== 'break') addSpace(tidy, inline);
    addText(tidy, { ...inline, v: inner });
    pending = words.endsWith(' ');
  }
  while (tidy.at(-1)?.t === 'break') tidy.pop();
  return tidy;
}

function trimSpaces(text: string): string {
  return text.slice(text.startsWith(' ') ? 1 : 0, text.length > 1 && text.endsWith(' ') ? -1 : undefined);
}

/** Puts a space between two texts under the marks that both have. */
function addSpace(tidy: WordInline[], next: WordText): void {
  const last = tidy.at(-1);
  const shared = last?.t === 'text' && sameMarks(last, next) ? marksOf(next) : {};
  addText(tidy, { t: 'text', v: ' ', ...shared });
}

function addText(tidy: WordInline[], text: WordText): void {
  const last = tidy.at(-1);
  if (last?.t === 'text' && sameMarks(last, text)) tidy[tidy.length - 1] = { ...last, v: last.v + text.v };
  else tidy.push(text);
}

/** Tells whether two texts have the same marks. */
export function sameMarks(a: WordMarks, b: WordMarks): boolean {
  return marks.every((mark) => a[mark] === b[mark]);
}

/** Returns the marks of a text alone. */
export function marksOf({ bold, italic, strike, code, html, url }: WordMarks): WordMarks {
  return {
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(strike && { strike }),
    ...(code && { code }),
    ...(html && { html }),
    ...(url !== undefined && { url }),
  };
}

/** Returns the words of inlines as a reader sees them: notes and pictures have none. */
export function wordsOf(inlines: readonly WordInline[]): string {
  return inlines.map((inline) => (inline.t === 'text' ? inline.v : inline.t === 'break' ? '\n' : '')).join('');
}
