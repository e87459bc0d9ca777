/**
 * Puts text on one line: each run of white space with a line feed becomes one space, other runs stay. It uses no
 * regular expression, because one that tries each blank of a long run again takes minutes.
 */
export function unwrapLines(text: string): string {
  const [first = '', ...others] = text.split('\n');
  const last = others.pop();
  if (last === undefined) return text;
  const between = others.map((line) => line.trim()).filter((line) => line !== '');
  return [first.trimEnd(), ...between, last.trimStart()].join(' ');
}
