const footnoteCall = /\[\^([^\]\s]+)\](?!:)/g;
const footnoteDefinition = /^ {0,3}\[\^([^\]\s]+)\]:/gm;

/**
 * Numbers the labels of a text's footnotes, in lower case, in the order of their first calls, as a markdown page does.
 * A call without a definition is plain text there and has no number.
 */
export function numberFootnotes(text: string): ReadonlyMap<string, string> {
  const labelsOf = (pattern: RegExp) =>
    new Set([...text.matchAll(pattern)].map(([, label = '']) => label.toLowerCase()));
  const defined = labelsOf(footnoteDefinition);
  const labels = [...labelsOf(footnoteCall)].filter((label) => defined.has(label));
  return new Map(labels.map((label, at) => [label, `${at + 1}`]));
}
