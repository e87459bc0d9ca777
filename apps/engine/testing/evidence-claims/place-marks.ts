/**
 * Puts footnote marks into a sentence: at `{^1}` where it says so, else at its end, before or after the last sign. A
 * sentence with places has one for each label.
 */
export function placeMarks(sentence: string, labels: readonly string[], isInside: boolean): string {
  if (labels.length === 0) return sentence;
  const mark = (label: string | undefined) => (label === undefined ? '' : `[^${label}]`);
  if (sentence.includes('{^')) {
    return sentence.replaceAll(/\{\^(\d)\}/g, (_, place: string) => mark(labels[Number(place) - 1]));
  }
  const marks = labels.map(mark).join('');
  const [, body = sentence, end = ''] = /^(.*?)([.。!?]?)$/s.exec(sentence) ?? [];
  return isInside ? `${body}${marks}${end}` : `${body}${end}${marks}`;
}
