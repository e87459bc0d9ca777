import type { Citation } from '@ecp/contract/values/citations';
import { findWords } from './check-footnote.ts';
import type { QuotedSpan } from './document/quoted-spans.ts';
import { isSourceName } from './sources/find-source.ts';
import { findNearest, readPassage, showPassage } from './sources/passages.ts';
import type { EvidenceContext } from './sources/source-documents.ts';

/** Words of a proposal. Beside them, text in quotation marks is wording that the writer suggests, not a quote. */
const proposal =
  /\b(?:slogans?|taglines?|headlines?|wording|claims?|mottos?|subject lines?|call(?:ed)?|named?|titled|label(?:led)?|ask(?:s|ed|ing)?|questions?|for example|such as|e\.g|draft|propos\w+|suggest\w+|say|phrase[sd]?|reword\w*)\b|(?<!\p{L})(?:vorschl[aä]g|vorgeschlagen|beispiel|z\. ?b\.|frage|titel|überschrift|betreff|formulier|lautet|etwa wie|titre|accroche|par exemple|p\. ?ex\.|question|intitul|formul|suggér|título|lema|eslogan|eslóganes|por ejemplo|p\. ?ej\.|pregunta|redacci|suger)|(?:スローガン|タイトル|見出し|件名|文案|提案|例えば|たとえば|という問い|質問)/iu;
/** From this share of common words, a text counts as an altered quote. Below it, the quote has no source. */
const minShared = 0.6;

/** Checks quoted words without a footnote against all material. Returns null if they do not claim to be a quote. */
export async function checkUncitedQuote(
  { words }: QuotedSpan,
  sentence: string,
  { documents, slice, texts }: EvidenceContext,
): Promise<Citation | null> {
  const found = { footnote: null, claim: sentence.slice(0, 600).toWellFormed(), quote: words, derivation: null };
  for (const document of documents) {
    const hit = await findWords(words, document.parts, slice);
    if (hit === 'nothing to find') return null;
    if (hit === null) continue;
    const source = { kind: document.kind, title: document.title, location: hit.part.location };
    const passage = showPassage(readPassage(hit.part.text, hit.place).words);
    return { ...found, source, state: 'verified', reason: null, passage, derivation: null };
  }
  if (isSourceName(words, documents)) return null;
  const parts = documents.flatMap((document) => document.parts.map((part) => ({ document, part })));
  const nearest = await findNearest(
    parts.map(({ part }) => part.text),
    words,
    slice,
  );
  const near =
    nearest && nearest.shared >= minShared ? parts.find(({ part }) => part.text === nearest.text) : undefined;
  if (nearest && near) {
    const source = { kind: near.document.kind, title: near.document.title, location: near.part.location };
    const passage = showPassage(readPassage(nearest.text, nearest.place).words);
    return { ...found, source, state: 'altered', reason: texts.otherWords, passage, derivation: null };
  }
  if (proposal.test(sentence)) return null;
  const source = { kind: 'unknown', title: '', location: null } as const;
  return { ...found, source, state: 'missing_source', reason: texts.inNoSource, passage: null, derivation: null };
}
