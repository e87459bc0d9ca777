import type { Citation } from '@ecp/contract/values/citations';
import { findLanguage } from '@ecp/language/detect-language';
import { type NumberStyle, readNumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { findClaimFailure } from './check-claim.ts';
import { type CheckedFootnote, checkFootnote, isKnownAddress } from './check-footnote.ts';
import type { NumberSet } from './check-numbers.ts';
import { checkUncitedQuote } from './check-uncited-quote.ts';
import { evidenceTexts } from './evidence-texts.ts';
import { type DocumentBlock, offsetBehind, type ParsedDocument, parseDocument } from './parse-document.ts';
import { showPassage } from './passages.ts';
import { countWords, findQuotedSpans } from './quoted-spans.ts';
import { type EvidenceContext, type EvidenceMaterial, listSourceTexts, type SourcePart } from './source-documents.ts';
import { type Claim, splitClaims } from './split-claims.ts';

/** A checked citation and the position in the markdown for a mark after it. */
export interface CheckedCitation {
  citation: Citation;
  offset: number;
}

/** Quotes with at least this many words are checked even without a footnote. */
const quoteWords = 4;
/** Most characters of a claim that are recorded. */
const maxClaim = 600;

interface Check extends EvidenceContext {
  markdown: string;
  parsed: ParsedDocument;
  /** How the deliverable writes its numbers. */
  style: NumberStyle;
  /** Titles of the deliverable's own sections, which may be in quotation marks. */
  headings: ReadonlySet<string>;
  footnotes: Map<string, Promise<CheckedFootnote>>;
  numbers: Map<SourcePart, NumberSet>;
}

/**
 * Checks every footnote, quote and cited figure of a deliverable against the stored texts of its material. Pure. Its time
 * grows with the size of the texts plus the quotes, and it yields to the event loop after each time slice.
 */
export async function checkCitations(
  markdown: string,
  material: EvidenceMaterial,
  slice: TimeSlice,
): Promise<CheckedCitation[]> {
  const parsed = await parseDocument(markdown, slice);
  const documents = listSourceTexts(material);
  const headings = new Set(parsed.blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text.trim()));
  const texts = evidenceTexts[material.language];
  const own = readOwnWords(parsed);
  const style = readNumberStyle(own, findLanguage(own) ?? material.language);
  const cache = { footnotes: new Map(), numbers: new Map() };
  const check: Check = { markdown, parsed, documents, slice, texts, style, headings, ...cache };
  const checked: CheckedCitation[] = [];
  for (const block of parsed.blocks) {
    checked.push(...checkLinks(check, block));
    for (const claim of splitClaims(block)) {
      if (slice.isUsedUp()) await slice.yieldToEventLoop();
      if (claim.references.length > 0) checked.push(...(await checkFootnotes(check, claim)));
      else checked.push(...(await checkLooseQuotes(check, block, claim)));
    }
  }
  return checked;
}

/** Characters that tell how a deliverable writes its numbers. */
const ownLength = 12_000;

/** Returns the beginning of the text without quotes: they are in the languages of the sources. */
function readOwnWords({ blocks }: ParsedDocument): string {
  let words = '';
  for (const { text } of blocks) {
    if (words.length >= ownLength) break;
    let [from, own] = [0, ''];
    for (const { start, end } of findQuotedSpans(text)) {
      own += `${text.slice(from, start)} `;
      from = end;
    }
    words += `${own}${text.slice(from)}\n`;
  }
  return words;
}

/** Reports links to addresses outside the material as missing sources. */
function checkLinks({ documents, texts }: Check, { text, links }: DocumentBlock): CheckedCitation[] {
  return links
    .filter(({ url }) => !isKnownAddress(url, documents))
    .map(({ url, end }) => ({
      citation: {
        footnote: null,
        claim: showPassage(text, maxClaim),
        quote: null,
        source: { kind: 'url', title: url, location: null },
        state: 'missing_source',
        reason: texts.addressNotGiven(null),
        passage: null,
        derivation: null,
      },
      offset: end,
    }));
}

async function checkLooseQuotes(check: Check, block: DocumentBlock, claim: Claim): Promise<CheckedCitation[]> {
  const { markdown, headings } = check;
  const checked: CheckedCitation[] = [];
  for (const quote of claim.quotes) {
    if (countWords(quote.words) < quoteWords || headings.has(quote.words)) continue;
    const citation = await checkUncitedQuote(quote, claim.sentence, check);
    if (citation) checked.push({ citation, offset: offsetBehind(block, quote.end - 1, markdown) });
  }
  return checked;
}

/** Checks the footnotes of a claim, then its quotes and figures against all of them together. */
async function checkFootnotes(check: Check, claim: Claim): Promise<CheckedCitation[]> {
  const cited: CheckedFootnote[] = [];
  const checked: CheckedCitation[] = [];
  for (const { label, end } of claim.references) {
    const footnote = await readChecked(check, label);
    const { quote, source, state, reason, passage } = footnote;
    const shown = check.parsed.definitions.get(label)?.label ?? label;
    cited.push(footnote);
    checked.push({
      citation: {
        footnote: shown,
        claim: showPassage(claim.sentence, maxClaim),
        quote,
        source,
        state,
        reason,
        passage,
        derivation: null,
      },
      offset: end,
    });
  }
  const last = checked.at(-1);
  if (!last || checked.some(({ citation }) => citation.state !== 'verified')) return checked;
  const wrong = await findClaimFailure(claim, cited, check);
  if (wrong) Object.assign(last.citation, { state: 'altered', ...wrong });
  return checked;
}

function readChecked(check: Check, label: string): Promise<CheckedFootnote> {
  const { footnotes, parsed } = check;
  const known = footnotes.get(label);
  if (known) return known;
  const checked = checkFootnote(parsed.definitions.get(label), check);
  footnotes.set(label, checked);
  return checked;
}
