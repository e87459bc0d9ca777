import type { Citation } from '@ecp/contract/values/citations';
import { isOpen } from '@ecp/contract/values/count-citations';
import { readContentWords } from '@ecp/language/content-words';
import { findLanguage } from '@ecp/language/detect-language';
import { readNumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { checkChain, type UpstreamClaims } from './chain/check-chain.ts';
import { checkCharts } from './check-charts.ts';
import { type ClaimFindings, checkWhole, type Shared } from './check-claim.ts';
import { type CheckedFootnote, checkFootnote, isKnownAddress } from './check-footnote.ts';
import { checkUncitedQuote } from './check-uncited-quote.ts';
import { type DocumentBlock, type ParsedDocument, parseDocument } from './document/parse-document.ts';
import { countWords } from './document/quoted-spans.ts';
import { readOwnWords } from './document/read-own-words.ts';
import { type Claim, splitClaims } from './document/split-claims.ts';
import { type Fault, stateOf } from './faults.ts';
import { askJudge } from './judge/ask-judge.ts';
import { isCertain, toQuestion } from './judge/to-question.ts';
import type { EvidenceMaterial, Judge } from './material.ts';
import { showPassage } from './sources/passages.ts';
import { listSourceTexts } from './sources/source-documents.ts';
import { describeFault } from './texts/describe-fault.ts';
import { evidenceTexts } from './texts/evidence-texts.ts';
import type { Grounds } from './uncited/check-uncited-figures.ts';
import { isUncitedFact } from './uncited/is-uncited-fact.ts';
import { namesClient } from './uncited/names-client.ts';
import { listNewRows, readOwnTables, settleFigures } from './uncited/settle-figures.ts';
import { type HeldFigure, HeldIndex } from './values/held-figure.ts';
import { readTypedDates } from './values/typed-dates.ts';
import { readTyped } from './values/typed-figure.ts';

/** Options of a check besides document and material. */
export interface CheckOptions {
  /** Judges meaning where the rules leave it open. Without it the rules alone decide. */
  judge?: Judge;
  /** Tells whether a sentence is new, and a person's: no word of it lets a figure be that has no source. */
  isNew?: (sentence: string) => boolean;
  slice: TimeSlice;
}

/** Quotes with at least this many words are checked even without a footnote. */
const quoteWords = 4;
/** Most characters of a claim that are recorded. */
const maxClaim = 600;

interface Check extends Shared {
  material: EvidenceMaterial;
  parsed: ParsedDocument;
  footnotes: Map<string, Promise<CheckedFootnote>>;
  upstream: UpstreamClaims;
  /** Claims whose meaning is open. */
  pending: { statement: Citation; findings: ClaimFindings }[];
  /** Rows with new words in tables that cite nothing. */
  newRows: ReadonlySet<DocumentBlock>;
  /** Uncited sentences, with the place of their statements. */
  uncited: { claim: Claim; block: DocumentBlock; place: Citation[] }[];
}

/**
 * Checks what a document states against the material of its writer (contract 9): every footnote, quote, figure and
 * fact. Its time grows with the size of the texts plus the quotes, and it yields to the event loop after each time
 * slice.
 * @returns the statements in the order of the document; each footnote reference has one
 */
export async function checkEvidence(
  markdown: string | ParsedDocument,
  material: EvidenceMaterial,
  { judge, isNew, slice }: CheckOptions,
): Promise<Citation[]> {
  const check = await openCheck(markdown, material, { isNew, slice });
  const places: Citation[][] = [];
  for (const block of check.parsed.blocks) {
    places.push(checkLinks(check, block));
    for (const claim of splitClaims(block)) {
      if (slice.isUsedUp()) await slice.yieldToEventLoop();
      const place =
        claim.references.length > 0 ? await checkFootnotes(check, claim) : await checkLooseQuotes(check, claim);
      if (claim.references.length === 0 && block.kind !== 'heading') check.uncited.push({ claim, block, place });
      places.push(place);
    }
  }
  await checkUncited(check, isNew);
  if (judge) await judgePending(check, judge);
  return [...places.flat(), ...checkCharts(check.parsed, material, check.texts)];
}

async function openCheck(
  markdown: string | ParsedDocument,
  material: EvidenceMaterial,
  { isNew, slice }: { isNew: CheckOptions['isNew'] | undefined; slice: TimeSlice },
): Promise<Check> {
  const parsed = await parseDocument(markdown, slice);
  const newRows = listNewRows(parsed, isNew);
  const headings = parsed.blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text.trim());
  const own = readOwnWords(parsed);
  const language = findLanguage(own) ?? material.language;
  const style = readNumberStyle(own, language);
  return {
    ...{ material, parsed, slice, language, style },
    documents: listSourceTexts(material),
    texts: evidenceTexts[material.language],
    headings: new Set(headings),
    ...{ footnotes: new Map(), upstream: new Map(), pending: [], uncited: [], newRows },
    elsewhere: new HeldIndex(readOwnTables(parsed, style, newRows)),
    givenDates: [
      material.brief,
      ...material.assignment,
      ...[...parsed.definitions.values()].map(({ text }) => text),
    ].flatMap((text) => readTypedDates(text, findLanguage(text) ?? language)),
  };
}

const nothing = { footnote: null, quote: null, passage: null, derivation: null } as const;
const noSource = { kind: 'unknown', title: '', location: null } as const;

/** Reports links to addresses outside the material as missing sources. */
function checkLinks({ documents, texts }: Check, { text, links }: DocumentBlock): Citation[] {
  return links
    .filter(({ url }) => !isKnownAddress(url, documents))
    .map(({ url }) => ({
      ...nothing,
      claim: showPassage(text, maxClaim),
      source: { kind: 'url', title: url, location: null },
      state: 'missing_source',
      reason: texts.addressNotGiven(null),
    }));
}

async function checkLooseQuotes(check: Check, claim: Claim): Promise<Citation[]> {
  const checked: Citation[] = [];
  for (const quote of claim.quotes) {
    if (countWords(quote.words) < quoteWords || check.headings.has(quote.words)) continue;
    const statement = await checkUncitedQuote(quote, claim.sentence, check);
    if (statement) checked.push(statement);
  }
  return checked;
}

/** Checks the footnotes of a claim, then its quotes, figures and words against all of them together. */
async function checkFootnotes(check: Check, claim: Claim): Promise<Citation[]> {
  const cited: (CheckedFootnote & { label: string })[] = [];
  const checked: Citation[] = [];
  for (const { label } of claim.references) {
    const footnote = await readChecked(check, label);
    const { quote, source, state, reason, passage } = footnote;
    const shown = check.parsed.definitions.get(label)?.label ?? label;
    cited.push({ ...footnote, label: shown });
    const words = showPassage(claim.sentence, maxClaim);
    checked.push({ footnote: shown, claim: words, quote, source, state, reason, passage, derivation: null });
  }
  const last = checked.at(-1);
  if (!last || checked.some(isOpen)) return checked;
  const findings = await checkWhole(claim, cited, check);
  quoteFigures(check, findings);
  const chain = findings.misquote || findings.fault?.isSure ? null : await checkChain(cited, findings, check);
  if (findings.misquote) Object.assign(last, { state: 'altered', ...findings.misquote });
  else if (chain) report(check, last, chain, null);
  else if (findings.fault?.isSure) report(check, last, findings.fault.fault, findings.passage);
  else accept(check, last, findings);
  return checked;
}

/** Records a claim that no sure fault was found in. A fault that is not sure counts until a judge answers. */
function accept(check: Check, statement: Citation, findings: ClaimFindings): void {
  if (findings.derivation) Object.assign(statement, { state: 'computed', derivation: findings.derivation });
  const counts = findings.fault !== null && findings.fault.isWeak !== true;
  if (findings.fault && counts) report(check, statement, findings.fault.fault, findings.passage);
  if (findings.fault || !isCertain(findings)) check.pending.push({ statement, findings });
  if (counts) return;
  const { view, derivation } = findings;
  const citation = statement.footnote;
  // Computed figures hold too. The others are kept with unit, period and place as the passages give them.
  const held: HeldFigure[] = findings.held.map(({ figure, found }) => ({
    figure: { ...found.figure, ...(found.figure.unit === null && { unit: figure.unit, kind: figure.kind }) },
    citation: found.citation,
    origin: 'document',
  }));
  const words = new Set(view.words.map(({ stem }) => stem));
  const computed =
    derivation === null
      ? []
      : view.figures.filter(({ start }) => !findings.held.some(({ figure }) => figure.start === start));
  check.elsewhere.add([
    ...held.map((one) => ({ ...one, words })),
    ...computed.map((figure) => ({ figure, citation, origin: 'document' as const, words })),
  ]);
}

/** Figures that a footnote quotes hold elsewhere in the document too. */
function quoteFigures({ elsewhere }: Check, { view }: ClaimFindings): void {
  for (const { figures, citation, words } of view.passages) {
    const stems = new Set(words.map(({ stem }) => stem));
    elsewhere.add(figures.map((figure) => ({ figure, citation, origin: 'document' as const, words: stems })));
  }
}

function report({ texts }: Pick<Check, 'texts'>, statement: Citation, fault: Fault, passage: string | null): void {
  const state = stateOf(fault);
  Object.assign(statement, { state, reason: describeFault(fault, texts), derivation: null });
  if (passage !== null) statement.passage = passage;
}

function readChecked(check: Check, label: string): Promise<CheckedFootnote> {
  const { footnotes, parsed } = check;
  const known = footnotes.get(label);
  if (known) return known;
  const checked = checkFootnote(parsed.definitions.get(label), check);
  footnotes.set(label, checked);
  return checked;
}

/** Checks the sentences without footnotes, which may rest on any verified one. */
async function checkUncited(check: Check, isNew: CheckOptions['isNew'] | undefined): Promise<void> {
  const { material, elsewhere, style, language, slice } = check;
  const brief = [material.brief, ...material.assignment].join('\n');
  const given = readTyped(brief, readNumberStyle(brief)).map(
    (figure): HeldFigure => ({ figure, citation: null, origin: 'document' }),
  );
  const grounds: Grounds = { verified: elsewhere, given: new HeldIndex(given), style, language };
  const isGiven = await readGivenWords(check);
  // A table of the document is computed or cited as a whole: only its footnotes tell.
  const sentences = check.uncited.filter(({ block }) => block.kind !== 'row' || check.newRows.has(block));
  const settled = await settleFigures(
    sentences.map(({ claim, block, place }) => ({
      claim,
      isStrict: isNew?.(claim.sentence) ?? false,
      checkedQuotes: new Set(place.map(({ quote }) => quote)),
      before: block.text.slice(Math.max(0, claim.start - nearLength), claim.start),
    })),
    grounds,
    slice,
  );
  for (const { claim, block, place } of sentences) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const figures = settled.get(claim) ?? null;
    const isFact =
      !figures &&
      block.kind === 'prose' &&
      !statesFigure(claim, style) &&
      !namesClient(claim, material) &&
      isUncitedFact(claim, language, isGiven);
    if (!figures && !isFact) continue;
    const statement: Citation = {
      ...nothing,
      ...{ claim: showPassage(claim.sentence, maxClaim), source: noSource, state: 'computed', reason: null },
      derivation: figures?.derivation ?? null,
    };
    if (figures?.fault || isFact) report(check, statement, figures?.fault ?? { kind: 'uncitedFact' }, null);
    place.push(statement);
  }
}

/** Characters before a sentence whose figures it may go on from. */
const nearLength = 240;

/** A sentence with a figure rests on that figure, which is checked. */
function statesFigure({ stretch }: Claim, style: Grounds['style']): boolean {
  return readTyped(stretch, style).some(({ form, kind }) => form === 'digits' && kind !== 'year');
}

/** Collects the words of the material and of the cited sentences: a sentence of such words follows from them. */
async function readGivenWords({
  documents,
  parsed,
  uncited,
  slice,
  language,
}: Check): Promise<(stem: string) => boolean> {
  const stems = new Set<string>();
  const add = (text: string) => {
    for (const { stem } of readContentWords(text, language)) stems.add(stem);
  };
  const open = new Set(uncited.map(({ block }) => block));
  for (const block of parsed.blocks) if (!open.has(block)) add(block.text);
  for (const { kind, parts } of documents) {
    if (kind === 'colleague') continue;
    for (const { text } of parts) {
      for (let at = 0; at < Math.min(text.length, maxGiven); at += 1_000) {
        if (slice.isUsedUp()) await slice.yieldToEventLoop();
        add(text.slice(at, at + 1_010));
      }
    }
  }
  return (stem) => stems.has(stem);
}

/** Characters of each part whose words count as given. */
const maxGiven = 40_000;

/** Lets the judge decide what the rules leave open. */
async function judgePending(check: Check, judge: Judge): Promise<void> {
  const answers = await askJudge(
    judge,
    check.pending.map(({ findings }) => toQuestion(findings)),
  );
  for (const [index, { statement, findings }] of check.pending.entries()) {
    const answer = answers[index];
    if (!answer) continue;
    if (!answer.supported) report(check, statement, { kind: 'judged', reason: answer.reason }, findings.passage);
    else if (findings.fault)
      Object.assign(statement, {
        ...{ state: findings.derivation ? 'computed' : 'verified', reason: null, derivation: findings.derivation },
      });
  }
}
