import type { BaseDocument, BaseUnit } from '../markdown/base-document.ts';

/** A part of the merged markdown: a block of the base with its bytes, or new text. */
export type MergedPart = { unit: number; text: ''; isList: false } | { unit: null; text: string; isList: boolean };

/** The notes of the merged markdown: new definitions by label, and the labels that are still called. */
export interface MergedNotes {
  notes: ReadonlyMap<string, string>;
  used: ReadonlySet<string>;
}

/** Keeps two lists apart that became neighbours. */
const separator = '<!-- -->\n\n';
const opensList = /^ {0,3}(?:[-*+]|\d+[.)]) /;

/** The text so far. */
interface Output {
  text: string;
  /** The block of the base that was put last; null after new text. */
  last: number | null;
  endsList: boolean;
}

/**
 * Joins the parts. Blocks that Word does not show stay behind the block before them. A changed definition takes the
 * place of the former one, new ones come last, and one that nothing calls any longer is left out.
 */
export function joinParts(base: BaseDocument, parts: readonly MergedPart[], { notes, used }: MergedNotes): string {
  const output: Output = { text: base.front, last: -1, endsList: false };
  const called = new Set(base.references);
  const written = new Set<string>();
  const done = new Set<number>();
  const { hidden, visible } = orderUnits(base.units);

  const putHidden = (unit: number) => {
    const { note, source } = base.units[unit] as BaseUnit;
    const text = note === null ? undefined : notes.get(note);
    if (note !== null && text !== undefined && !written.has(note)) {
      written.add(note);
      putUnit(output, base, unit, `${text}${trailingSpace(source)}`);
    } else if (note === null || used.has(note) || !called.has(note)) putUnit(output, base, unit, source);
    else if (output.last !== null && output.last + 1 === unit) output.last = unit;
  };
  const finish = (unit: number) => {
    if (done.has(unit)) return;
    done.add(unit);
    for (const behind of hidden.get(unit) ?? []) putHidden(behind);
  };
  finish(-1);
  let next = 0;
  for (const part of parts) {
    if (part.unit === null) putText(output, part);
    else {
      while ((visible[next] ?? Number.POSITIVE_INFINITY) < part.unit) finish(visible[next++] ?? -1);
      putUnit(output, base, part.unit, base.units[part.unit]?.source ?? '');
      finish(part.unit);
    }
  }
  for (const unit of visible) finish(unit);
  const added = [...notes].filter(([label]) => !written.has(label));
  if (added.length > 0) output.text += `${gapAfter(output.text)}${added.map(([, text]) => text).join('\n\n')}\n`;
  return keepRule(output.text, base);
}

const dashes = /^---[ \t]*\r?\n/;

/** A line that has come to the beginning would open front matter: it is drawn with stars. */
function keepRule(text: string, { front, units }: BaseDocument): string {
  const openedSo = dashes.test(front + (units[0]?.source ?? ''));
  return dashes.test(text) && !openedSo ? `***${text.slice(3)}` : text;
}

/** Puts a block of the base. Between blocks that were no neighbours there is a blank line. */
function putUnit(output: Output, base: BaseDocument, unit: number, text: string): void {
  const { joinsLists, items } = base.units[unit] as BaseUnit;
  if (output.last === null || output.last + 1 !== unit) {
    output.text += gapAfter(output.text);
    if (output.endsList && joinsLists) output.text += separator;
  }
  output.text += text;
  output.last = unit;
  if (items > 0) output.endsList = joinsLists;
}

function putText(output: Output, { text, isList }: MergedPart): void {
  if (text === '') return;
  output.text += gapAfter(output.text);
  if (output.endsList && isList && opensList.test(text)) output.text += separator;
  output.text += `${text}\n`;
  output.last = null;
  output.endsList = isList;
}

/** Lists the visible blocks, and those that Word does not show by the visible one before them: -1 for the first. */
function orderUnits(units: readonly BaseUnit[]): { hidden: Map<number, number[]>; visible: number[] } {
  const hidden = new Map<number, number[]>();
  const visible: number[] = [];
  for (const [unit, { items }] of units.entries()) {
    const last = visible.at(-1) ?? -1;
    if (items > 0) {
      visible.push(unit);
      continue;
    }
    const own = hidden.get(last) ?? [];
    own.push(unit);
    hidden.set(last, own);
  }
  return { hidden, visible };
}

function trailingSpace(source: string): string {
  return /\s*$/.exec(source)?.[0] || '\n';
}

/** More than the blanks of a line that separates two parts. */
const lastLine = 200;

/** Returns the line feeds that are needed so that any new block can follow. */
function gapAfter(before: string): string {
  // Searching the whole text for each part would take the square of its length.
  if (before === '' || /\n[ \t]*\r?\n$/.test(before.slice(-lastLine))) return '';
  return before.endsWith('\n') ? '\n' : '\n\n';
}
