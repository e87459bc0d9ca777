import { isOpen } from '@ecp/contract/values/citations';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { findHeld, type HeldFigure } from '../check-figures.ts';
import type { ClaimFindings } from '../check-claim.ts';
import type { CheckedFootnote } from '../check-footnote.ts';
import { parseDocument } from '../document/parse-document.ts';
import { type Claim, splitClaims } from '../document/split-claims.ts';
import type { Fault } from '../faults.ts';
import type { EvidenceMaterial, UpstreamDocument } from '../material.ts';
import { foldShort } from '../sources/fold-text.ts';
import type { SourceText } from '../sources/source-documents.ts';
import { readTyped } from '../values/typed-figure.ts';

/** Claims of upstream documents, by filename. */
export type UpstreamClaims = Map<string, Promise<Claim[]>>;

interface Chain {
  material: EvidenceMaterial;
  documents: readonly SourceText[];
  upstream: UpstreamClaims;
  slice: TimeSlice;
}

/**
 * Follows a citation of another document or of a colleague to its end (contract 9). What another document says without a
 * verified source, and a colleague's figure that stands in no source, prove nothing.
 */
export async function checkChain(
  footnotes: readonly CheckedFootnote[],
  { held, view }: Pick<ClaimFindings, 'held' | 'view'>,
  chain: Chain,
): Promise<Fault | null> {
  for (const footnote of footnotes) {
    const { kind, title } = footnote.source;
    if (kind === 'deliverable') {
      const document = chain.material.upstream.find(({ filename }) => filename === title);
      const isProven = document === undefined || (await isProvenUpstream(document, footnote, view.text, chain));
      if (!isProven) return { kind: 'chain', title, figures: [] };
    }
    if (kind !== 'colleague') continue;
    const figures = held.filter(({ figure }) => figure.kind !== 'year').map(({ figure }) => figure);
    const proofs = await readSources(chain);
    const missing = figures.filter((figure) => findHeld(figure, proofs) === null);
    if (missing.length > 0) return { kind: 'chain', title, figures: missing.map(({ shown }) => shown) };
  }
  return null;
}

async function isProvenUpstream(
  document: UpstreamDocument,
  footnote: CheckedFootnote,
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
        (label !== null && labels.includes(label.toLowerCase())) || (label === null && sharesWords(claim, words)),
    );
    if (entries.length > 0) return !entries.some(isOpen);
  }
  // Without a checked citation its figures must stand in a source themselves.
  const style = footnote.parts[0]?.numberStyle();
  if (style === undefined) return true;
  const figures = readTyped(words.length > 0 ? words.join('\n') : sentence, style).filter(({ form, kind }) => form === 'digits' && kind !== 'year');
  const proofs = await readSources(chain);
  return figures.every((figure) => findHeld(figure, proofs) !== null);
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

const sourceFigures = new WeakMap<readonly SourceText[], Promise<HeldFigure[]>>();

/** Reads the figures of everything that is a source by itself: files, pages, the brief, reviewers' notes and queries. */
function readSources({ documents, slice }: Chain): Promise<HeldFigure[]> {
  const known = sourceFigures.get(documents) ?? readAll(documents, slice);
  sourceFigures.set(documents, known);
  return known;
}

async function readAll(documents: readonly SourceText[], slice: TimeSlice): Promise<HeldFigure[]> {
  const figures: HeldFigure[] = [];
  for (const { kind, parts } of documents) {
    if (kind === 'colleague' || kind === 'deliverable') continue;
    for (const part of parts) {
      for (const { rows } of part.tables()) {
        const cells = rows.flatMap((row) => row.figures.flatMap((figure) => figure ?? []));
        figures.push(...cells.map((figure) => ({ figure, citation: null, origin: 'table' as const })));
      }
      for (let at = 0; at < part.text.length; at += 2_000) {
        if (slice.isUsedUp()) await slice.yieldToEventLoop();
        const read = readTyped(part.text.slice(at, at + 2_000), part.numberStyle());
        figures.push(...read.map((figure) => ({ figure, citation: null, origin: 'document' as const })));
      }
    }
  }
  return figures;
}
