import type { CaseKey } from '../key-file.ts';
import type { CaseScore, ItemResult } from '../report/report-file.ts';
import { hasQuantity, hasWord, isFalse, meets, type Place, placeOf } from './match-passage.ts';
import { type Block, readPassages } from './read-passages.ts';
import { findUncitedFigures } from './uncited-figures.ts';

/**
 * Compares the papers of a case with its key, by words and numbers alone: facts, contradictions and figures within a
 * paragraph, list item or row, false statements within a sentence (docs/rehearsal.md says what this can and cannot
 * see).
 */
export function scorePapers(papers: readonly string[], key: CaseKey): CaseScore {
  const read = papers.map((paper) => readPassages(paper, key.language));
  const paragraphs = read.flat().map((block) => placeOf([block]));
  const neighbours = [...paragraphs, ...read.flatMap(pairNeighbours)];
  const sentences = read.flat().flatMap(listSentences);
  const find = (id: string, places: readonly Place[], holds: (place: Place) => boolean): ItemResult => {
    const found = places.find(holds);
    return { id, hit: found !== undefined, words: found?.text ?? null };
  };
  const findFalse = ({ id, wrong }: { id: string; wrong: CaseKey['traps'][number]['wrong'] }): ItemResult => {
    const found = sentences.find(({ sentence, paragraph }) => wrong.some((one) => isFalse(one, sentence, paragraph)));
    return { id, hit: found !== undefined, words: found?.sentence.text ?? null };
  };
  return {
    facts: key.facts.map(({ id, accept }) => find(id, paragraphs, (place) => accept.some((one) => meets(one, place)))),
    contradictions: key.contradictions.map(({ id, words, values }) =>
      find(id, neighbours, (place) => meets({ words, numbers: values }, place)),
    ),
    figures: key.figures.map(({ id, words, ...figure }) =>
      find(id, paragraphs, (place) => words.every((one) => hasWord(one, place)) && hasQuantity(figure, place)),
    ),
    traps: key.traps.map(findFalse),
    mustNotSay: key.mustNotSay.map(findFalse),
    uncitedFigures: findUncitedFigures(read),
  };
}

/** Two values of one measure often stand in neighbouring items, rows or paragraphs. */
function pairNeighbours(blocks: Block[]): Place[] {
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    return next !== undefined && next.kind !== 'heading' ? [placeOf([block, next])] : [];
  });
}

function listSentences(block: Block): { sentence: Place; paragraph: Place }[] {
  const paragraph = placeOf([block]);
  return block.passages.map((passage) => ({ sentence: { ...passage, around: block.heading }, paragraph }));
}
