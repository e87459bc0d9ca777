/**
 * A path, a heading of a page or an npm script that a page names, with its line, counted from 1.
 */
export interface Reference {
  kind: 'path' | 'heading' | 'script';
  /**
   * A path in the repository (`*` and `{a,b}` as in a shell), a page with the anchor of a heading,
   * or the name of an npm script.
   */
  name: string;
  line: number;
}

const folders = 'apps|packages|scripts|ops|docs|examples|\\.ci';
const named = new RegExp(`(?<![\\w./<-]|\\]\\()(?:${folders})/[\\w./*{},<>-]*`, 'g');
const linked = /\]\((?!\w+:|#)([^)#\s]+)/g;
const anchored = /\]\((?!\w+:)([^)#\s]*)#([^)\s]+)\)/g;
const script = /\bnpm run ([\w:-]+)/g;

/**
 * Finds the repository paths and npm scripts that a markdown page names. `page` is the path of the
 * page, to which its links are relative. `<feature>` in a path stands for any name.
 */
export function findReferences(page: string, markdown: string): Reference[] {
  return markdown.split('\n').flatMap((text, index) => {
    const of = (kind: Reference['kind'], names: string[]) =>
      names.map((name) => ({ kind, name, line: index + 1 }));
    return [
      ...of(
        'path',
        Array.from(text.matchAll(named), ([path]) => toPattern(path)),
      ),
      ...of(
        'path',
        Array.from(text.matchAll(linked), ([, target = '']) => resolveLink(page, target)),
      ),
      ...of(
        'heading',
        Array.from(text.matchAll(anchored), ([, target = '', anchor = '']) => {
          return `${target === '' ? page : resolveLink(page, target)}#${anchor}`;
        }),
      ),
      ...of(
        'script',
        Array.from(text.matchAll(script), ([, name = '']) => name),
      ),
    ];
  });
}

/** Returns the anchors of a page's headings, as GitHub makes them. */
export function readAnchors(markdown: string): Set<string> {
  const headings = markdown.matchAll(/^#+ (.+)$/gm);
  return new Set(
    Array.from(headings, ([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Removes the punctuation of the surrounding sentence. */
function toPattern(path: string): string {
  return path
    .replace(/<[^>]*>/g, '*')
    .replace(/[.,>]+$/, '')
    .replace(/\/$/, '');
}

function resolveLink(page: string, target: string): string {
  const resolved = new URL(target, `file:///${page}`).pathname.slice(1).replace(/\/$/, '');
  return decodeURIComponent(resolved);
}
