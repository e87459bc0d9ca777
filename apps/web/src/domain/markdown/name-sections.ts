import { type ElementNode, type ParentNode, readText, walkElements } from './document-tree.ts';

interface SectionOptions {
  /** Prefix of every id, where a page shows several texts. */
  idPrefix: string;
  /** Level of the highest headings, below the headings of the surrounding page. */
  topLevel: number;
}

const deepest = 6;
const maxSlugLength = 60;

/**
 * A rehype plugin that gives every heading an id and closes gaps between levels, starting at `topLevel`: authors write
 * `##` first or jump from `#` to `###`.
 */
export function nameSections({ idPrefix, topLevel }: SectionOptions) {
  return (tree: ParentNode): void => {
    const above: number[] = [];
    const taken = new Map<string, number>();
    for (const element of walkElements(tree)) {
      if (isFootnotes(element)) {
        nameFootnotes(element, idPrefix, topLevel);
        return;
      }
      const depth = headingDepth(element);
      if (depth === null) continue;
      while ((above.at(-1) ?? 0) >= depth) above.pop();
      element.tagName = `h${Math.min(topLevel + above.length, deepest)}`;
      element.properties['id'] = `${idPrefix}section-${unique(toSlug(readText(element)), taken)}`;
      above.push(depth);
    }
  };
}

function headingDepth({ tagName }: ElementNode): number | null {
  const [, depth] = /^h([1-6])$/.exec(tagName) ?? [];
  return depth === undefined ? null : Number(depth);
}

const isFootnotes = ({ properties }: ElementNode) => properties['dataFootnotes'] !== undefined;

function nameFootnotes(section: ElementNode, idPrefix: string, topLevel: number): void {
  for (const element of walkElements(section)) {
    if (headingDepth(element) === null) continue;
    element.tagName = `h${topLevel}`;
    element.properties['id'] = `${idPrefix}footnotes`;
    return;
  }
}

/** Joins the letters and digits of any script with hyphens. */
export function toSlug(text: string): string {
  const words =
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, maxSlugLength).toWellFormed().replace(/-$/, '') || 'untitled';
}

function unique(slug: string, taken: Map<string, number>): string {
  const uses = taken.get(slug) ?? 0;
  taken.set(slug, uses + 1);
  return uses === 0 ? slug : unique(`${slug}-${uses + 1}`, taken);
}
