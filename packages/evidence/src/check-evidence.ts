import { findLanguage } from '@ecp/language/detect-language';
import { type NumberStyle, readNumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { findClaimFailure } from './check-claim.ts';
import { type CheckedFootnote, checkFootnote, isKnownAddress } from './check-footnote.ts';
import type { NumberSet } from './check-numbers.ts';
import { checkUncitedQuote } from './check-uncited-quote.ts';
import { type DocumentBlock, type ParsedDocument, parseDocument } from './document/parse-document.ts';
import { countWords, findQuotedSpans } from './document/quoted-spans.ts';
import { type Claim, splitClaims } from './document/split-claims.ts';
import type { EvidenceMaterial, Judge } from './material.ts';
import { showPassage } from './sources/passages.ts';
import { type EvidenceContext, listSourceTexts, type SourcePart } from './sources/source-documents.ts';
import type { CheckedStatement } from './statement.ts';
import { evidenceTexts } from './texts/evidence-texts.ts';

/** What a check needs besides document and material. */
export interface CheckOptions {
  /** Judges meaning where the rules leave it open. Without it the rules alone decide. */
  judge?: Judge;
  slice: TimeSlice;
}

/** Quotes with at least this many words are checked even without a footnote. */
const quoteWords = 4;
/** Most characters of a claim that are recorded. */
const maxClaim = 600;

interface Check extends EvidenceContext {
  parsed: ParsedDocument;
  /** How the document writes its numbers. */
  style: NumberStyle;
  /** Titles of the document's own sections, which may be in quotation marks. */
  headings: ReadonlySet<string>;
  footnotes: Map<string, Promise<CheckedFootnote>>;
  numbers: Map<SourcePart, NumberSet>;
}

/**
 * Checks every footnote, quote and figure of a document against the material of its writer (contract 9). Its time grows
 * with the size of the texts plus the quotes, and it yields to the event loop after each time slice.
 * @returns the statements in the order of the document; each footnote reference has one
 */
export async function checkEvidence(
  markdown: string,
  material: EvidenceMaterial,
  { slice }: CheckOptions,
): Promise<CheckedStatement[]> {
  const parsed = await parseDocument(markdown, slice);
  const documents = listSourceTexts(material);
  const headings = new Set(parsed.blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text.trim()));
  const texts = evidenceTexts[material.language];
  const own = readOwnWords(parsed);
  const style = readNumberStyle(own, findLanguage(own) ?? material.language);
  const cache = { footnotes: new Map(), numbers: new Map() };
  const check: Check = { parsed, documents, slice, texts, style, headings, ...cache };
  const checked: CheckedStatement[] = [];
  for (const block of parsed.blocks) {
    checked.push(...checkLinks(check, block));
    for (const claim of splitClaims(block)) {
      if (slice.isUsedUp()) await slice.yieldToEventLoop();
      if (claim.references.length > 0) checked.push(...(await checkFootnotes(check, claim)));
      else checked.push(...(await checkLooseQuotes(check, claim)));
    }
  }
  return checked;
}

/** Characters that tell how a document writes its numbers. */
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
function checkLinks({ documents, texts }: Check, { text, links }: DocumentBlock): CheckedStatement[] {
  return links
    .filter(({ url }) => !isKnownAddress(url, documents))
    .map(({ url }) => ({
      footnote: null,
      claim: showPassage(text, maxClaim),
      quote: null,
      source: { kind: 'url', title: url, location: null },
      state: 'missing_source',
      reason: texts.addressNotGiven(null),
      passage: null,
      derivation: null,
    }));
}

async function checkLooseQuotes(check: Check, claim: Claim): Promise<CheckedStatement[]> {
  const checked: CheckedStatement[] = [];
  for (const quote of claim.quotes) {
    if (countWords(quote.words) < quoteWords || check.headings.has(quote.words)) continue;
    const statement = await checkUncitedQuote(quote, claim.sentence, check);
    if (statement) checked.push(statement);
  }
  return checked;
}

/** Checks the footnotes of a claim, then its quotes and figures against all of them together. */
async function checkFootnotes(check: Check, claim: Claim): Promise<CheckedStatement[]> {
  const cited: CheckedFootnote[] = [];
  const checked: CheckedStatement[] = [];
  for (const { label } of claim.references) {
    const footnote = await readChecked(check, label);
    const { quote, source, state, reason, passage } = footnote;
    const shown = check.parsed.definitions.get(label)?.label ?? label;
    cited.push(footnote);
    const words = showPassage(claim.sentence, maxClaim);
    checked.push({ footnote: shown, claim: words, quote, source, state, reason, passage, derivation: null });
  }
  const last = checked.at(-1);
  if (!last || checked.some(({ state }) => state !== 'verified')) return checked;
  const wrong = await findClaimFailure(claim, cited, check);
  if (wrong) Object.assign(last, { state: 'altered', ...wrong });
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
