import { readContentWords } from '@ecp/language/content-words';
import type { Language } from '@ecp/language/language';
import { findConclusions, findHearsay, findProposals, findWorld } from '@ecp/language/meaning/speech-words';
import type { Claim } from '../document/split-claims.ts';

/** Words of the document about itself and its parts. */
const aboutDocument: Record<Language, RegExp> = {
  en: /\b(?:section|paper|report|document|chapter|table|figure|page|appendix|below|above|sources?|analysis|annex|summary|overview|chart|footnote|assignment|brief|findings?|facts|picture|task|material|documents?)\b/iu,
  de: /(?<!\p{L})(?:Abschnitt\p{L}*|Papier\p{L}*|Bericht\p{L}*|Dokument\p{L}*|Kapitel\p{L}*|Tabelle\p{L}*|Abbildung\p{L}*|Seite\p{L}*|Anhang|unten|oben|Quelle\p{L}*|Analyse\p{L}*|Überblick|Auftrag\p{L}*|Befund\p{L}*|Fakten|Zahlen|Bild|folgende\p{L}*|zunächst|zuerst|Aufgabe\p{L}*|Material\p{L}*|Unterlagen)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:sections?|document|rapport|chapitre|tableau|figure|page|annexe|ci-dessous|ci-dessus|sources?|analyse|note|synthèse|aperçu|mission|constats?|chiffres|faits|suivant\p{L}*|d.abord|tâche|documents|dossier)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:sección|secciones|documento|informe|capítulo|tabla|figura|página|anexo|abajo|arriba|fuentes?|análisis|nota|resumen|encargo|hallazgos?|cifras|datos|hechos|siguientes?|primero|tarea|material|documentos)(?!\p{L})/iu,
  ja: /本書|本稿|本報告|本資料|本章|以下|上記|下記|章|節|表|図|ページ|付録|出典|分析|概要|まとめ|依頼|数字|事実|まず|次に|資料|課題|任務/u,
};
/** Fewest content words that no given text has, and their share of the sentence. */
const minNovel = { count: 2, share: 0.3 };

/**
 * Returns true for a statement of fact about the world outside the engagement that cites nothing: it tells something, most of
 * its words stand in nothing that the writer was given or that the document cites, and it is no recommendation, no
 * conclusion, and not about the document itself.
 * @param given returns whether a stem stands in the material or in a cited sentence
 */
export function isUncitedFact(
  { sentence, quotes }: Claim,
  language: Language,
  given: (stem: string) => boolean,
): boolean {
  if (quotes.length > 0 || /[?？:：]\s*$/.test(sentence) || !/[.!。]["”»)]?\s*$/.test(sentence)) return false;
  if (findHearsay(sentence, language).length > 0) return true;
  if (findProposals(sentence, language).length > 0 || aboutDocument[language].test(sentence)) return false;
  if (findConclusions(sentence, language).length > 0) return false;
  if (findWorld(sentence, language).length === 0) return false;
  const stems = [...new Set(readContentWords(sentence, language).map(({ stem }) => stem))];
  const novel = stems.filter((stem) => !given(stem));
  return novel.length >= minNovel.count && novel.length >= stems.length * minNovel.share;
}
