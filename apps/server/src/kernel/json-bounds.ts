/** Deeper nesting could exhaust the stack of code that walks the value. */
export const maxDepth = 64;
/** More values take longer to parse and walk than a request may hold up others. */
export const maxValues = 100_000;

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = '"\\,[]{}'
  .split('')
  .map((character) => character.charCodeAt(0));

/**
 * Returns what is wrong with a JSON text's size before it is parsed: two million brackets would
 * take a second.
 */
export function findJsonProblem(text: string): string | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0, inString = false; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at++;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === comma) values++;
    else if (code === openList || code === openObject) {
      values++;
      if (++depth > maxDepth) return `must not be nested deeper than ${maxDepth} levels`;
    } else if (code === closeList || code === closeObject) depth--;
    if (values > maxValues) return `must not have more than ${maxValues} values`;
  }
  return undefined;
}
