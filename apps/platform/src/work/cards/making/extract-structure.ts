import { findFigures } from '../revealing/find-marks.ts';
import { findNames, mergePlaces } from '../revealing/find-names.ts';
import { cardWords } from './card-words.ts';
import type { CardMaterial, NewCard } from './new-card.ts';
import type { Section } from './read-sections.ts';

/** An outline with fewer headings says nothing; a longer one is no outline. */
const fewestHeadings = 3;
const mostHeadings = 40;
const deepest = 3;
/** A heading that names an attached file tells only what this engagement had. */
const fileName = /\.[a-z0-9]{2,5}[”"“’»)]*(?:,|$)/i;

/**
 * Makes the card of a document's outline: its headings below the title, with what stands in each section. The client's
 * words and all figures are left out. Null for a document with few headings.
 */
export function extractStructure(material: CardMaterial): NewCard | null {
  const headings = material.sections.filter(
    ({ depth, heading }) => depth > 1 && depth <= deepest && heading !== '' && !fileName.test(heading),
  );
  if (headings.length < fewestHeadings) return null;
  const top = Math.min(...headings.map(({ depth }) => depth));
  const lines = headings.slice(0, mostHeadings).map((section) => {
    const holds = describe(section, material);
    return `${'  '.repeat(section.depth - top)}- ${generalise(section.heading, material)}${holds && ` (${holds})`}`;
  });
  return { kind: 'structure', key: 'structure', title: generalise(material.title, material), body: lines.join('\n') };
}

/** Returns the words of a heading with an ellipsis for each name of the client and each figure. */
function generalise(words: string, { clientWords }: CardMaterial): string {
  const places = mergePlaces([...findNames(words, clientWords), ...findFigures(words)]);
  let text = '';
  let done = 0;
  for (const { start, end } of places) {
    text += `${words.slice(done, start)}…`;
    done = end;
  }
  return (text + words.slice(done)).replace(/…(?:\s*…)+/g, '…').trim();
}

function describe({ text }: Section, { language }: CardMaterial): string {
  const words = cardWords[language];
  const holds = [
    /^\s*\|.*\|\s*\n\s*\|[\s:|-]+\|/m.test(text) && words.table,
    /^ {0,3}(?:```|~~~)chart\b/m.test(text) && words.chart,
    /^\s*(?:[-*+]|\d{1,3}[.)])\s/m.test(text) && words.list,
  ];
  return holds.filter((word) => word !== false).join(', ');
}
