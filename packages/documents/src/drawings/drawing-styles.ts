import { DrawingRefusal } from './drawing-refusal.ts';

/** The parts of a drawing's style sheets that affect the cost of drawing it. */
export interface DrawingStyles {
  /** Returns the ids to which an element refers by the rules that apply to it. */
  referencesOf(element: { name: string; id: string | null; classes: readonly string[] }): string[];
  selectorCount: number;
}

/** The only accepted selectors. With others, the typesetter's time can grow with a power of the drawing's size. */
const simpleSelector = /^(?:\*|[.#]?-?[A-Za-z_][\w-]*)$/;

/** Reads the text of all `style` elements together. Throws DrawingRefusal `style`, `filter` or `reference`. */
export function readStyles(css: string): DrawingStyles {
  const bySelector = new Map<string, string[]>();
  let selectorCount = 0;
  const [rest = '', ...rules] = withoutComments(css).split('}').reverse();
  if (rest.trim() !== '') throw new DrawingRefusal('style', `the text ${rest.trim().slice(0, 60)}`);
  for (const rule of rules) {
    const [selectors = '', declarations, ...more] = rule.split('{');
    if (declarations === undefined || more.length > 0)
      throw new DrawingRefusal('style', `the rule ${rule.slice(0, 60)}`);
    const ids = readDeclarations(declarations);
    for (const selector of selectors.split(',').map((text) => text.trim())) {
      if (!simpleSelector.test(selector)) throw new DrawingRefusal('style', `the selector ${selector.slice(0, 60)}`);
      selectorCount += 1;
      if (ids.length > 0) bySelector.set(selector, (bySelector.get(selector) ?? []).concat(ids));
    }
  }
  return {
    selectorCount,
    referencesOf({ name, id, classes }) {
      if (bySelector.size === 0) return [];
      const selectors = ['*', name, `#${id}`, ...classes.map((className) => `.${className}`)];
      return selectors.flatMap((selector) => bySelector.get(selector) ?? []);
    },
  };
}

/** Returns the ids in `url(#id)` of declarations or of an attribute's value. Throws DrawingRefusal like readStyles. */
export function readDeclarations(text: string): string[] {
  const plain = withoutComments(text);
  // An escape could hide a name from this reader but not from the typesetter.
  if (plain.includes('\\')) throw new DrawingRefusal('style', 'an escape');
  if (/(?:^|[^\w-])(?:-webkit-)?filter\s*:(?!\s*none\s*(?:;|$))/i.test(plain)) {
    throw new DrawingRefusal('filter', 'a filter in a style');
  }
  return readReferences(plain);
}

/** Returns the ids in all `url(#id)` of a value. Throws DrawingRefusal `reference` for any other `url(…)`. */
export function readReferences(value: string): string[] {
  return value
    .split(/url\s*\(/i)
    .slice(1)
    .map((rest) => {
      const id = /^\s*(["']?)#([^"'()\s]+)\1\s*\)/.exec(rest)?.[2];
      if (id === undefined) throw new DrawingRefusal('reference', `url(${rest.slice(0, 60)}`);
      return id;
    });
}

/** Takes time proportional to the text, as does all in this file, because the text is untrusted. */
function withoutComments(css: string): string {
  let plain = '';
  for (let at = 0; ; ) {
    const start = css.indexOf('/*', at);
    if (start < 0) return plain + css.slice(at);
    const end = css.indexOf('*/', start + 2);
    if (end < 0) throw new DrawingRefusal('style', 'a comment without an end');
    plain += css.slice(at, start);
    at = end + 2;
  }
}
