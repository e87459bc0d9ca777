import type { Citation } from '@ecp/contract/values/citations';
import { readReferences } from '@ecp/markdown/sectioned-document';

/** Letters of a claim by which its section is found. The rest of a long claim may be cut. */
const claimLength = 160;
/** Share of a claim's words that a section must have if the words are not found in their order. */
const minShared = 0.9;

/**
 * Returns the indexes of the sections that hold a checked statement, by its footnote and its words. Several sections
 * hold the same sentence where a summary repeats it.
 */
export function locateCitation(sections: readonly string[], { footnote, claim, quote }: Citation): number[] {
  const all = sections.map((raw, index) => ({ raw, index }));
  const cited = footnote === null ? all : all.filter(({ raw }) => readReferences(raw).has(footnote.toLowerCase()));
  const words = fold(claim).slice(0, claimLength);
  const quoted = quote === null ? words : fold(quote).slice(0, claimLength);
  const holding = cited.filter(({ raw }) => {
    const text = fold(raw);
    return text.includes(words) || (footnote === null && text.includes(quoted));
  });
  const found = holding.length > 0 ? holding : footnote === null ? nearest(all, claim) : cited;
  return found.map(({ index }) => index);
}

/** Links and emphasis break the order of a claim's letters in markdown, but not its words. */
function nearest(sections: { raw: string; index: number }[], claim: string): { index: number }[] {
  const wanted = [...wordsOf(claim)];
  const shares = sections.map(({ raw, index }) => {
    const own = wordsOf(raw);
    return { index, share: wanted.filter((word) => own.has(word)).length / Math.max(1, wanted.length) };
  });
  const best = shares.reduce((one, other) => (other.share > one.share ? other : one), { index: 0, share: 0 });
  return best.share >= minShared ? [best] : [];
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** Returns the letters and digits of a text. */
const fold = (text: string): string =>
  text
    .replace(/\[\^[^\]\s]+\]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
