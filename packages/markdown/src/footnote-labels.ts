/** Returns the lowest number above all labels that are used. */
export function nextLabel(used: ReadonlySet<string>): string {
  const numbers = [...used].map(Number).filter((number) => Number.isSafeInteger(number) && number > 0);
  return String(Math.max(0, ...numbers) + 1);
}

/** Gives a footnote of a text another label. Labels are in lower case. */
export function relabel(text: string, from: string, to: string): string {
  if (from === to) return text;
  return text.replace(/\[\^([^\]\s]+)\]/g, (whole, label: string) =>
    label.toLowerCase() === from ? `[^${to}]` : whole,
  );
}

/** Gives the definition of a footnote another label. */
export function relabelDefinition(definition: string, to: string): string {
  return definition.replace(/^(\s*)\[\^[^\]\s]+\]:/, `$1[^${to}]:`);
}
