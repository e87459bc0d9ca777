import type { Block } from './document-tree.ts';

type Heading = Extract<Block, { t: 'heading' }>;

/** `2.`, `2)`, `2.1`, `２．`, `二、`, `II.` and the blanks after it. A number without a sign, as in `2025`, is no such. */
const sectionNumber =
  /^(?:(?:\p{Nd}{1,2}(?:\.\p{Nd}{1,2})+[.)]?|\p{Nd}{1,2}[.)：:]|[IVX]{1,5}[.)])\s+|\p{Nd}{1,2}[．、]\s*|[一二三四五六七八九十]{1,3}[、．]\s*)/u;

/**
 * Drops the numbers that an author gave to the sections of a document, where the report numbers them. They are dropped
 * if each section at `topLevel` has one, and then below too.
 */
export function dropOwnNumbers(blocks: Block[], topLevel: number): Block[] {
  const sections = blocks.filter((block) => block.t === 'heading' && block.level === topLevel) as Heading[];
  if (sections.length === 0 || !sections.every(({ plain }) => sectionNumber.test(plain))) return blocks;
  return blocks.map((block) => (block.t === 'heading' ? withoutNumber(block) : block));
}

function withoutNumber(heading: Heading): Heading {
  const [first, ...rest] = heading.c;
  if (first?.t !== 'run' || !sectionNumber.test(first.v)) return heading;
  const text = first.v.replace(sectionNumber, '');
  const c = text === '' ? rest : [{ ...first, v: text }, ...rest];
  return { ...heading, c, plain: heading.plain.replace(sectionNumber, '') };
}
