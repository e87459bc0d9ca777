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

/**
 * Joins the parts. Blocks that Word does not show stay behind the block before them. A changed definition takes the
 * place of the former one, new ones come last, and one that nothing calls any longer is left out.
 */
export function joinParts(base: BaseDocument, parts: readonly MergedPart[], { notes, used }: MergedNotes): string {
  const called = new Set(base.references);
  const written = new Set<string>();
  const output: { text: string; last: number | null; endsList: boolean } = {
    text: base.front,
    last: -1,
    endsList: false,
  };
  const order = hiddenBehind(base.units);

  const put = (unit: number, text: string) => {
    const follows = output.last !== null && output.last + 1 === unit;
    const { joinsLists = false, items = 0 } = base.units[unit] ?? {};
    if (!follows) {
      output.text += gapAfter(output.text);
      if (output.endsList && joinsLists) output.text += separator;
    }
    output.text += text;
    output.last = unit;
    if (items > 0) output.endsList = base.units[unit]?.source !== text ? false : joinsLists;
  };
  const putHidden = (units: readonly number[]) => {
    for (const unit of units) {
      const { note, source = '' } = base.units[unit] ?? {};
      if (note === null || note === undefined) put(unit, source);
      else if (notes.has(note) && !written.has(note)) {
        written.add(note);
        put(unit, `${notes.get(note) ?? ''}${trailingSpace(source)}`);
      } else if (used.has(note) || !called.has(note)) put(unit, source);
      else if (output.last !== null && output.last + 1 === unit) output.last = unit;
    }
  };
  let shown = 0;
  putHidden(order.get(-1) ?? []);
  const visible = base.units.flatMap(({ items }, unit) => (items > 0 ? [unit] : []));
  const done = new Set<number>();
  const putBefore = (limit: number) => {
    for (const unit of visible) if (unit < limit && !done.has(unit)) finish(unit);
  };
  const finish = (unit: number) => {
    if (done.has(unit)) return;
    done.add(unit);
    putHidden(order.get(unit) ?? []);
  };
  for (const part of parts) {
    if (part.unit === null) {
      if (part.text === '') continue;
      output.text += gapAfter(output.text);
      if (output.endsList && part.isList && /^(?: {0,3}(?:[-*+]|\d+[.)]) )/.test(part.text)) output.text += separator;
      output.text += `${part.text}\n`;
      output.last = null;
      output.endsList = part.isList;
    } else {
      if (part.unit >= shown) putBefore(part.unit);
      shown = Math.max(shown, part.unit);
      put(part.unit, base.units[part.unit]?.source ?? '');
      finish(part.unit);
    }
  }
  putBefore(Number.POSITIVE_INFINITY);
  const added = [...notes].filter(([label]) => !written.has(label)).map(([, text]) => text);
  for (const text of added) output.text += `${gapAfter(output.text)}${text}\n`;
  return output.text;
}

/** Lists the blocks that Word does not show, by the visible block before them; -1 for those at the beginning. */
function hiddenBehind(units: readonly BaseUnit[]): Map<number, number[]> {
  const order = new Map<number, number[]>();
  let visible = -1;
  for (const [unit, { items }] of units.entries()) {
    if (items > 0) visible = unit;
    else order.set(visible, [...(order.get(visible) ?? []), unit]);
  }
  return order;
}

function trailingSpace(source: string): string {
  return /\s*$/.exec(source)?.[0] || '\n';
}

/** Returns the line feeds that are needed so that any new block can follow. */
function gapAfter(before: string): string {
  if (before === '' || /\n[ \t]*\r?\n$/.test(before)) return '';
  return before.endsWith('\n') ? '\n' : '\n\n';
}
