/** Gives out labels that a document does not use: the numbers above all that it does. */
export interface FreeLabels {
  next(): string;
  /** Notes that the document uses one more label. */
  use(label: string): void;
}

/** Returns the free labels of a document that uses `used`. */
export function freeLabels(used: Iterable<string>): FreeLabels {
  let highest = 0;
  const use = (label: string) => {
    const number = Number(label);
    if (Number.isSafeInteger(number) && number > highest) highest = number;
  };
  for (const label of used) use(label);
  return {
    use,
    next() {
      highest += 1;
      return String(highest);
    },
  };
}

/** Gives footnotes of a text other labels, all in one go. Labels are in lower case. */
export function relabel(text: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return text;
  return text.replace(/\[\^([^[\]\s]+)\]/g, (whole, label: string) => {
    const name = names.get(label.toLowerCase());
    return name === undefined ? whole : `[^${name}]`;
  });
}

/** Gives the definition of a footnote another label. */
export function relabelDefinition(definition: string, to: string): string {
  return definition.replace(/^(\s*)\[\^[^[\]\s]+\]:/, `$1[^${to}]:`);
}

/** Gives the footnotes to which a definition refers other labels; it keeps its own. */
export function relabelBody(definition: string, names: ReadonlyMap<string, string>): string {
  const end = definition.indexOf(']:') + 2;
  return definition.slice(0, end) + relabel(definition.slice(end), names);
}
