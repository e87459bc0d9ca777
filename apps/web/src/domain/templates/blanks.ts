/** A place in a brief to be filled in, such as `[number of staff]`. Places that ask for the same are one blank. */
export interface Blank {
  key: string;
  /** The words in the brackets. */
  label: string;
  /** The words around its first place, with `…` for the blank; empty if the words of the blank are its own. */
  context: string;
  /** The heading above its first place; empty without one. */
  group: string;
}

interface Place extends Blank {
  start: number;
  end: number;
  isInTable: boolean;
}

/** Links, their definitions and checkboxes are no blanks. */
export const blankPattern = /\[(?![ xX]\]|\d+\]:)([^[\]\n]+)\](?![([]|: *(?:https?:|[</#]))/g;
/** How many words before a blank tell it from others with the same words. */
const tellingWords = 3;

/** Finds every place to be filled in, in the order of the text. */
function findPlaces(brief: string): Place[] {
  let group = '';
  let lineStart = 0;
  const found: Place[] = [];
  for (const [number, line] of brief.split('\n').entries()) {
    group = /^#{1,6} +(\S.*)$/.exec(line)?.[1] ?? group;
    const isInTable = /^\s*\|/.test(line);
    for (const match of line.matchAll(blankPattern)) {
      const [whole, label = ''] = match;
      const before = wordsOf(line.slice(0, match.index)).slice(-tellingWords);
      const after = wordsOf(line.slice(match.index + whole.length)).slice(0, tellingWords);
      // The rows of a table ask for the same of different things.
      const key = JSON.stringify([label, before, isInTable ? number : null]);
      const context = [...before, '…', ...after].join(' ');
      const start = lineStart + match.index;
      found.push({ key, label, context, group, start, end: start + whole.length, isInTable });
    }
    lineStart += line.length + 1;
  }
  return found;
}

const wordsOf = (text: string) => text.split(/[\s|]+/).filter((word) => word !== '');

/** Lists the blanks of a brief, each once, in the order of the text. Blanks with the same words show where they stand. */
export function findBlanks(brief: string): Blank[] {
  const first = new Map<string, Blank>();
  for (const place of findPlaces(brief)) if (!first.has(place.key)) first.set(place.key, place);
  const blanks = [...first.values()];
  const counts = Map.groupBy(blanks, ({ label }) => label);
  return blanks.map(({ key, label, context, group }) => {
    const isAlone = counts.get(label)?.length === 1;
    return { key, label, context: isAlone ? '' : context, group };
  });
}

/**
 * Fills the blanks of a brief with the values of their keys, at all their places; nothing else changes. A blank without
 * a value stays. In a table a value loses its line ends, and its bars are escaped.
 */
export function fillBlanks(brief: string, values: Readonly<Record<string, string>>): string {
  let at = 0;
  const parts: string[] = [];
  for (const { key, start, end, isInTable } of findPlaces(brief)) {
    const value = Object.hasOwn(values, key) ? (values[key]?.trim() ?? '') : '';
    if (value === '') continue;
    parts.push(brief.slice(at, start), isInTable ? value.replace(/\s+/g, ' ').replaceAll('|', '\\|') : value);
    at = end;
  }
  return parts.join('') + brief.slice(at);
}
