import { isSourceLine, pageOnePartOf } from '@ecp/markdown/page-one';
import type {
  Block,
  Inline,
  PageOneBlock,
  PageOnePartBlock,
  ParagraphBlock,
} from './document-tree.ts';

type Part = NonNullable<ReturnType<typeof pageOnePartOf>>;

const textOf = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => (inline.t === 'run' ? inline.v : inline.t === 'link' ? textOf(inline.c) : ''))
    .join('');

/**
 * Joins a table with the line in bold above it, its takeaway, and the line below it that names its
 * source.
 */
export function joinExhibits(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (let at = 0; at < blocks.length; at += 1) {
    const [table, source] = blocks.slice(at, at + 2);
    const above = joined.at(-1);
    const title = above?.t === 'para' && isTakeaway(above) ? above.c : [];
    const named = source?.t === 'para' && isSourceLine(textOf(source.c)) ? source.c : [];
    if (table?.t === 'table' && !table.landscape && title.length + named.length > 0) {
      if (title.length > 0) joined.pop();
      joined.push({ t: 'exhibit', title, c: [table], source: named });
      if (named.length > 0) at += 1;
    } else joined.push(blocks[at] as Block);
  }
  return joined;
}

const isTakeaway = ({ c }: ParagraphBlock): boolean =>
  c.some(({ t }) => t === 'run') &&
  c.every((inline) => inline.t === 'fn' || (inline.t === 'run' && inline.b === true));

/** Joins the blocks before the first heading to a first page, if they have all its parts. */
export function joinPageOne(blocks: readonly Block[]): Block[] {
  const end = blocks.findIndex(({ t }) => t === 'heading');
  const before = end === -1 ? blocks : blocks.slice(0, end);
  const parts = new Map<Part, { label: string; at: number; c: Inline[] }>();
  for (const [at, block] of before.entries()) {
    const [label, ...c] = block.t === 'para' ? block.c : [];
    const part = label?.t === 'run' && label.b === true ? pageOnePartOf(label.v) : null;
    if (part !== null && label?.t === 'run' && !parts.has(part))
      parts.set(part, { label: nameOf(label.v), at, c });
  }
  const [decision, recommendation, figures, price, risk] = (
    ['decision', 'recommendation', 'figures', 'price', 'risk'] as const
  ).map((part) => parts.get(part));
  const list = figures && before[figures.at + 1];
  if (!decision || !recommendation || !price || !risk || list?.t !== 'list') return [...blocks];
  const taken = new Set([...parts.values()].map(({ at }) => at)).add(before.indexOf(list));
  const first = Math.min(...taken);
  const page: PageOneBlock = {
    t: 'pageone',
    opening: before.slice(0, first),
    decision: partOf(decision),
    recommendation: partOf(recommendation),
    figures: list.items.map(({ c: [entry] }) => splitFigure(entry?.t === 'para' ? entry.c : [])),
    price: partOf(price),
    risk: partOf(risk),
    exhibit: before.filter((_, at) => at > first && !taken.has(at)),
  };
  return [page, ...blocks.slice(before.length)];
}

const nameOf = (label: string) => label.replace(/[\s:：.]+$/u, '');
const partOf = ({ label, c }: { label: string; c: Inline[] }): PageOnePartBlock => ({
  label,
  c: trimStart(c),
});

/** Parts the figure, which is in bold, from the words behind it. */
function splitFigure(inlines: readonly Inline[]): PageOneBlock['figures'][number] {
  const end = inlines.findIndex((inline) => inline.t !== 'run' || inline.b !== true);
  const cut = end === -1 ? inlines.length : end;
  return { value: inlines.slice(0, cut), c: trimStart(inlines.slice(cut)) };
}

function trimStart([first, ...rest]: readonly Inline[]): Inline[] {
  if (first === undefined) return [];
  return first.t === 'run' ? [{ ...first, v: first.v.trimStart() }, ...rest] : [first, ...rest];
}
