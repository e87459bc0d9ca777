import { readContentWords } from '@ecp/language/content-words';
import type { Language } from '@ecp/language/language';
import { findHearsay } from '@ecp/language/meaning/speech-words';
import { findAdvice, findWeighing, findWorld, findWorldEvents } from '@ecp/language/meaning/world-words';
import type { Claim } from '../document/split-claims.ts';
import { isAboutDocument, isFromBefore, isInFirstPerson, isVerdict, tellsOfSubject } from './own-voice.ts';

/**
 * Fewest content words that no given text has, and their share of the sentence; more where no word tells of the world.
 */
const minNovel = { named: { count: 2, share: 0.3 }, unnamed: { count: 3, share: 0.6 } };

/**
 * Returns true for a statement of fact about the world outside the engagement that cites nothing: it tells something,
 * most of its words stand in nothing that the writer was given or that the document cites, and it is no recommendation,
 * no conclusion, and not about the document itself.
 * @param given returns whether a stem stands in the material or in a cited sentence
 */
export function isUncitedFact(
  { sentence, quotes }: Pick<Claim, 'sentence' | 'quotes'>,
  language: Language,
  given: (stem: string) => boolean,
): boolean {
  if (quotes.length > 0 || /[?？:：]\s*$/.test(sentence) || !/[.!。]["”»)]?\s*$/.test(sentence)) return false;
  if (findHearsay(sentence, language).length > 0) return true;
  if (isAboutDocument(sentence, language) || isInFirstPerson(sentence, language) || isFromBefore(sentence, language))
    return false;
  if (isVerdict(sentence, language)) return false;
  if (findAdvice(sentence, language).length > 0) return false;
  const isNamed = findWorld(sentence, language).length + findWorldEvents(sentence, language).length > 0;
  if (!isNamed && (!tellsOfSubject(sentence, language) || findWeighing(sentence, language).length > 0)) return false;
  const stems = [...new Set(readContentWords(sentence, language).map(({ stem }) => stem))];
  const novel = stems.filter((stem) => !given(stem));
  const { count, share } = isNamed ? minNovel.named : minNovel.unnamed;
  return novel.length >= count && novel.length >= stems.length * share;
}
