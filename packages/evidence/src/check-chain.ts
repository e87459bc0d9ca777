import { isOpen } from '@ecp/contract/values/citation-counts';
import { readContentWords } from '@ecp/language/content-words';
import type { Language } from '@ecp/language/language';
import { splitSentences } from '@ecp/language/split-sentences';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { findHeld, type HeldFigure } from './compare-figures.ts';
import { parseDocument } from './document.ts';
import type { Fault } from './faults.ts';
import { readTyped, type TypedFigure } from './figures.ts';
import type { Footnote } from './footnotes.ts';
import type { EvidenceMaterial, UpstreamDocument } from './material.ts';
import { foldShort } from './quotes.ts';
import type { SourceText } from './sources.ts';
import { type Claim, splitClaims } from './split-claims.ts';

export type UpstreamClaims = Map<string, Promise<Claim[]>>;

interface Reading {
  text: string;
  language: Language | null;
}

interface Chain {
  language: Language;
  material: EvidenceMaterial;
  documents: readonly SourceText[];
  upstream: UpstreamClaims;
  slice: TimeSlice;
}

/**
 * Follows a citation to its end. A document's unverified claim, and a colleague's figure that
 * stands in no source, prove nothing.
 */
export async function checkChain(
  footnotes: readonly Footnote[],
  held: readonly HeldFigure[],
  sentence: string,
  chain: Chain,
): Promise<Fault | null> {
  for (const footnote of footnotes) {
    const { kind, title } = footnote.source;
    if (kind === 'deliverable') {
      const document = chain.material.upstream.find(({ filename }) => filename === title);
      const isProven =
        document === undefined || (await isProvenUpstream(document, footnote, sentence, chain));
      if (!isProven) return { kind: 'chain', title, figures: [] };
    }
    if (kind !== 'colleague') continue;
    const figures = held.filter(({ figure }) => figure.kind !== 'year').map(({ figure }) => figure);
    const missing = await listUnproven(
      figures,
      { text: sentence, language: chain.language },
      chain,
    );
    if (missing.length > 0)
      return { kind: 'chain', title, figures: missing.map(({ shown }) => shown) };
  }
  return null;
}

async function isProvenUpstream(
  document: UpstreamDocument,
  footnote: Footnote,
  sentence: string,
  chain: Chain,
): Promise<boolean> {
  const known = chain.upstream.get(document.filename) ?? readClaims(document, chain.slice);
  chain.upstream.set(document.filename, known);
  const words = footnote.passages.map((passage) => passage.words);
  const cited = (await known).filter((claim) => sharesWords(claim.sentence, words));
  const labels = cited.flatMap(({ references }) => references.map(({ label }) => label));
  if (document.citations !== undefined) {
    const entries = document.citations.filter(
      ({ footnote: label, claim }) =>
        (label !== null && labels.includes(label.toLowerCase())) ||
        (label === null && sharesWords(claim, words)),
    );
    // A check that recorded nothing for the footnote found no fault there.
    return !entries.some(isOpen);
  }
  // If no citations are recorded, the figures themselves must stand in a source.
  const style = footnote.sources[0]?.parts[0]?.numberStyle();
  if (style === undefined) return true;
  const figures = readTyped(words.length > 0 ? words.join('\n') : sentence, style).filter(
    ({ form, kind }) => form === 'digits' && kind !== 'year',
  );
  return (
    (
      await listUnproven(
        figures,
        { text: `${sentence} ${words.join(' ')}`, language: style.language },
        chain,
      )
    ).length === 0
  );
}

function sharesWords(sentence: string, words: readonly string[]): boolean {
  const one = foldShort(sentence).toLowerCase();
  return words.some((other) => {
    const folded = foldShort(other.replace(/\[\^[^\]]+\]/g, '')).toLowerCase();
    return folded !== '' && (one.includes(folded) || folded.includes(one));
  });
}

async function readClaims({ content }: UpstreamDocument, slice: TimeSlice): Promise<Claim[]> {
  const { blocks } = await parseDocument(content, slice);
  return blocks.flatMap((block) => splitClaims(block)).filter(({ sentence }) => sentence !== '');
}

/**
 * Sets the least number of words that a sentence of a source shares with a claim so that its figure
 * proves the claim's.
 */
const minShared = 2;

/**
 * Seeks the figure in a sentence or row of a source with words of the claim, because every long
 * text has a 7.
 */
async function hasProof(
  figure: TypedFigure,
  claim: Reading,
  { documents, slice }: Chain,
): Promise<boolean> {
  const stems = new Set(readContentWords(claim.text, claim.language).map(({ stem }) => stem));
  for (const { kind, parts } of documents) {
    if (kind === 'colleague' || kind === 'deliverable') continue;
    for (const part of parts) {
      for (const line of part.text
        .split('\n')
        .flatMap((one) => splitSentences(one.slice(0, 4_000)))) {
        if (slice.isUsedUp()) await slice.yieldToEventLoop();
        if (!/\d/.test(line)) continue;
        const words = new Set(readContentWords(line, claim.language).map(({ stem }) => stem));
        if ([...stems].filter((stem) => words.has(stem)).length < minShared) continue;
        const known = readTyped(line, part.numberStyle()).map(
          (one): HeldFigure => ({ figure: one, citation: null, origin: 'source' }),
        );
        if (findHeld(figure, known)) return true;
      }
    }
  }
  return false;
}

async function listUnproven(
  figures: readonly TypedFigure[],
  claim: Reading,
  chain: Chain,
): Promise<TypedFigure[]> {
  const missing: TypedFigure[] = [];
  for (const figure of figures) if (!(await hasProof(figure, claim, chain))) missing.push(figure);
  return missing;
}
