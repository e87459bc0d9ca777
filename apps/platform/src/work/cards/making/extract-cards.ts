import { cardLimits } from '@ecp/contract/values/card-kinds';
import { showPassage } from '@ecp/evidence/passages';
import { extractBenchmarks } from './extract-benchmarks.ts';
import { extractLesson } from './extract-lesson.ts';
import { extractMethod } from './extract-method.ts';
import { extractStructure } from './extract-structure.ts';
import type { CardMaterial, NewCard } from './new-card.ts';

/** Most cards of one document. Few good ones are read; many are not. */
const maxCardsOfDocument = 4;

/**
 * Makes the cards of an approved version by rules alone: at most one structure, method and lesson, and benchmarks in
 * the places that are left (contract 11).
 */
export function extractCards(material: CardMaterial): NewCard[] {
  const single = [extractLesson(material), extractMethod(material), extractStructure(material)];
  const cards = single.filter((card) => card !== null);
  const benchmarks = extractBenchmarks(material).slice(0, maxCardsOfDocument - cards.length);
  return [...benchmarks, ...cards].flatMap((card) => {
    const title = showPassage(card.title, cardLimits.title);
    const isEmpty = title.replace(/[…\s]/g, '') === '' || card.body.trim() === '';
    return isEmpty ? [] : [{ ...card, title, body: card.body.slice(0, cardLimits.body).toWellFormed() }];
  });
}
