import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import { readContentWords } from '@ecp/language/content-words';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import { cardWords } from './card-words.ts';
import { cleanPassage } from './clean-passage.ts';
import type { CardMaterial, NewCard } from './new-card.ts';

/** Sources that mean something outside the engagement, best first. The id of a query does not. */
const sourceKinds: readonly Citation['source']['kind'][] = ['url', 'attachment'];
/** Most figures that are compared with the citations. */
const mostFigures = 60;

/**
 * Makes the cards of figures that hold beyond the document: with unit and period, verified or computed, and in a
 * statement that cites a source. Figures from the web come first, then those of the document's beginning.
 */
export function extractBenchmarks(material: CardMaterial): NewCard[] {
  const usable = material.figures.filter(isUsable).slice(0, mostFigures);
  const found = usable.flatMap((figure) => {
    const citation = findCitation(figure, material);
    return citation ? [{ figure, citation }] : [];
  });
  const ranked = found.toSorted((one, other) => rankOf(one.citation) - rankOf(other.citation));
  const cards = ranked.map(({ figure, citation }) => toCard(figure, citation, material));
  return [...Map.groupBy(cards, ({ key }) => key).values()].flatMap(([best]) => best ?? []);
}

const rankOf = ({ source }: Citation) => sourceKinds.indexOf(source.kind);

function isUsable({ unit, period, state, label }: Figure): boolean {
  return unit !== null && period !== null && label.trim() !== '' && (state === 'verified' || state === 'computed');
}

/** Finds the best source of a figure: a statement with the same number that is about the same thing. */
function findCitation({ text, label }: Figure, { citations, language }: CardMaterial): Citation | undefined {
  const stems = new Set(readContentWords(label, language).map(({ stem }) => stem));
  const isAbout = (claim: string) => readContentWords(claim, language).some(({ stem }) => stems.has(stem));
  const holding = citations.filter(
    ({ state, claim, source }) =>
      (state === 'verified' || state === 'computed') &&
      sourceKinds.includes(source.kind) &&
      holdsNumber(claim, text) &&
      isAbout(claim),
  );
  return holding.toSorted((one, other) => rankOf(one) - rankOf(other))[0];
}

/** Returns true if a text holds a number that is no part of a longer one. */
function holdsNumber(claim: string, number: string): boolean {
  for (let at = claim.indexOf(number); at !== -1; at = claim.indexOf(number, at + 1)) {
    const isAlone = !/[\p{N}][.,]?$/u.test(claim.slice(0, at)) && !/^[.,]?\p{N}/u.test(claim.slice(at + number.length));
    if (isAlone) return true;
  }
  return false;
}

/** Writes the unit behind a bare number, as tables give it. */
function withUnit({ text, unit }: Figure): string {
  return unit !== null && /^[\d\s.,'’−+-]+$/.test(text) ? `${text} ${unit}` : text;
}

function toCard(figure: Figure, { claim, source }: Citation, { language }: CardMaterial): NewCard {
  const words = cardWords[language];
  const colon = language === 'fr' ? '\u00a0:' : language === 'ja' ? '：' : ':';
  const space = language === 'ja' ? '' : ' ';
  const line = (label: string, text: string) => `${label}${colon}${space}${escapeMarkdown(text)}`;
  const place = [source.title, source.location].filter((part) => part !== null && part !== '').join(', ');
  const { label, unit, period } = figure;
  return {
    kind: 'benchmark',
    key: `benchmark ${JSON.stringify([label.toLowerCase(), unit, period])}`,
    title: `${label}, ${period}`,
    body: [
      line(label, withUnit(figure)),
      line(words.period, period ?? ''),
      cleanPassage(claim),
      line(words.source, place),
    ].join('\n\n'),
  };
}
