import { cardLimits } from '@ecp/contract/values/card-kinds';
import { cleanPassage, cutAtParagraph } from './clean-passage.ts';
import type { CardMaterial, NewCard } from './new-card.ts';
import type { Section } from './read-sections.ts';

/** Headings of sections that say how something was done, in the languages of documents. */
const methodHeading =
  /\b(?:methods?|methodology|approach|procedure|how (?:we|this|the .{1,40} was)|calculation|estimation|assumptions and method|steps of work)\b|\b(?:Methoden?|Methodik|Vorgehen|Vorgehensweise|Ansatz|Verfahren|Herleitung|Berechnungsweg)\b|\b(?:méthodes?|méthodologie|démarche|approche|procédure|mode de calcul)(?!\p{L})|\b(?:métodos?|metodología|enfoque|procedimiento|forma de cálculo)(?!\p{L})|方法|手法|アプローチ|手順|進め方|算定/iu;
/** A shorter section says too little to be reused. */
const shortestText = 200;
/** Most characters of a section that are read. */
const longestSection = 20_000;

/**
 * Makes the card of the section that says how the work was done: the longest one with such a heading, with the sections
 * below it. Footnotes and marks are left out. Null without such a section.
 */
export function extractMethod({ sections, title }: CardMaterial): NewCard | null {
  const candidates = sections.flatMap((section, at) => {
    if (section.depth < 2 || !methodHeading.test(section.heading)) return [];
    return [{ heading: section.heading, text: cleanPassage(wholeText(sections, at).slice(0, longestSection)) }];
  });
  const [best] = candidates.toSorted((one, other) => other.text.length - one.text.length);
  if (!best || best.text.length < shortestText) return null;
  return {
    kind: 'method',
    key: `method ${best.heading.toLowerCase()}`,
    title: title === '' ? best.heading : `${best.heading} · ${title}`,
    body: cutAtParagraph(best.text, cardLimits.body),
  };
}

/** Returns the text of a section with the sections below it. */
function wholeText(sections: readonly Section[], at: number): string {
  const [own, ...rest] = sections.slice(at);
  if (!own) return '';
  const end = rest.findIndex(({ depth }) => depth <= own.depth);
  const below = end === -1 ? rest : rest.slice(0, end);
  return [own.text, ...below.map(({ depth, heading, text }) => `${'#'.repeat(depth)} ${heading}\n\n${text}`)].join(
    '\n\n',
  );
}
