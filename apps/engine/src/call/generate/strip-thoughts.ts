const opening = /^\s*<(think|thinking|thought|thoughts|reasoning)>/i;
const closing = /<\/(?:think|thinking|thought|thoughts|reasoning)>/i;

/**
 * Removes the thoughts that a reasoning model writes before its answer, as `<think>…</think>`. Some servers leave out
 * the opening tag, because their template has written it. Thoughts that do not end are the whole text.
 */
export function stripThoughts(text: string): string {
  let answer = text;
  for (let block = opening.exec(answer); block !== null; block = opening.exec(answer)) {
    const end = closing.exec(answer);
    if (end === null) return '';
    answer = answer.slice(end.index + end[0].length);
  }
  const end = closing.exec(answer);
  // A document may name the tag further down. A template's closing tag stands before any heading.
  const isTemplate = end !== null && !/^(#|\{|```)/m.test(answer.slice(0, end.index));
  return isTemplate ? answer.slice(end.index + end[0].length).trimStart() : answer.trimStart();
}
