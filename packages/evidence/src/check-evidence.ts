import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import { readContentWords } from '@ecp/language/content-words';
import { readDays } from '@ecp/language/dates';
import { findLanguage } from '@ecp/language/detect-language';
import { findImpossibleDays } from '@ecp/language/impossible-days';
import type { Language } from '@ecp/language/language';
import { readNumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { checkChain } from './check-chain.ts';
import {
  ask,
  askOwn,
  type Check,
  type CheckOptions,
  isFaulty,
  report,
  type Statement,
} from './check-state.ts';
import { findOddCells } from './column-sources.ts';
import { HeldIndex, isNoClaim } from './compare-figures.ts';
import {
  countWords,
  type DocumentBlock,
  openingOf,
  type ParsedDocument,
  parseDocument,
  type QuotedSpan,
  readOwnWords,
} from './document.ts';
import { evaluateEquation } from './evaluate-calculation.ts';
import { describeFault, evidenceTexts, stateOf } from './faults.ts';
import { readTyped, type TypedFigure } from './figures.ts';
import {
  checkFootnote,
  type Footnote,
  findElsewhere,
  findWords,
  type Passage,
  readHit,
} from './footnotes.ts';
import { askAll, compareWithSource } from './judge.ts';
import type { Doubt, EvidenceMaterial } from './material.ts';
import { findOppositeWords } from './opposite-words.ts';
import { findNearest, showPassage } from './passages.ts';
import { proveClaim } from './prove-claim.ts';
import { findEquations } from './read-calculation.ts';
import { checkCalculations, listNamed, toDeclared, toHeld } from './run-calculations.ts';
import { listIndexes, matchSources } from './source-figures.ts';
import { isSourceName, listSourceTexts } from './sources.ts';
import { type Claim, cutClaim, splitClaims } from './split-claims.ts';
import { type CellGroup, followCells, listTables, type OwnTable } from './table-claims.ts';
import {
  checkCharts,
  checkLinks,
  checkUncitedQuote,
  maxClaim,
  mayStateFact,
  namesSource,
  toUncited,
} from './without-footnote.ts';

/**
 * Sets the least number of words of a quote that is checked: anywhere in a claim, and right before
 * its footnote.
 */
const quoteWords = { anywhere: 4, adjacent: 2 };
/** Share of a claim's words from which a passage counts as the nearest one. */
const minShared = 0.4;

interface UncitedSentence {
  claim: Claim;
  block: DocumentBlock;
  place: Citation[];
  near: readonly Footnote[];
}

/**
 * Proves or refutes each footnote, quote, calculation, figure and date, or asks the judge. It takes
 * linear time and yields after each time slice.
 * @returns the statements in the order of the document; each footnote reference has one
 */
export async function checkEvidence(
  markdown: string | ParsedDocument,
  material: EvidenceMaterial,
  options: CheckOptions,
): Promise<Citation[]> {
  const check = await openCheck(markdown, material, options);
  await checkCalculations(check);
  const places: Citation[][] = [];
  const cited: Statement[] = [];
  const uncited: UncitedSentence[] = [];
  const tables = listTables(check.parsed.blocks, check.style);
  const groups = Map.groupBy(
    tables.flatMap((table) => table.groups.map((group) => ({ group, table }))),
    ({ group }) => group.block,
  );
  const open: { group: CellGroup; table: OwnTable; place: Citation[] }[] = [];
  const citedRows = new Map<OwnTable, Statement[]>();
  for (const block of check.parsed.blocks) {
    if (check.slice.isUsedUp()) await check.slice.yieldToEventLoop();
    const place = checkLinks(check, block);
    places.push(place);
    for (const { group: whole, table } of groups.get(block) ?? []) {
      const follows = (figure: TypedFigure) =>
        whole.isOfOthers && followCells(figure, table) !== null;
      const group = { ...whole, figures: whole.figures.filter((figure) => !follows(figure)) };
      if (group.figures.length < whole.figures.length && group.figures.length === 0) continue;
      const statement = openRow(check, group);
      if (statement.footnotes.length === 0) open.push({ group, table, place });
      else {
        cited.push(await proveStatement(check, statement));
        const rows = citedRows.get(table) ?? [];
        citedRows.set(table, rows);
        rows.push(statement);
      }
      place.push(...statement.entries, ...statement.declared);
    }
    if (block.kind === 'row') continue;
    let near: readonly Footnote[] = [];
    for (const claim of splitClaims(block)) {
      if (check.slice.isUsedUp()) await check.slice.yieldToEventLoop();
      const own: Citation[] = [];
      places.push(own);
      if (claim.references.length > 0) {
        const statement = await openStatement(check, claim, block);
        near = statement.footnotes;
        own.push(...statement.entries, ...statement.declared);
        cited.push(await proveStatement(check, statement));
      } else {
        own.push(...(await checkLooseQuotes(check, claim, own)));
        if (block.kind !== 'heading') uncited.push({ claim, block, place: own, near });
      }
    }
  }
  await proveAgain(check, cited);
  for (const rows of citedRows.values()) await refuteOddCells(check, rows);
  for (const statement of cited) await settle(check, statement);
  for (const row of open) checkOpenRow(check, row);
  const told = cited.map(
    ({ claim }) =>
      new Set(readContentWords(claim.sentence, check.language).map(({ stem }) => stem)),
  );
  const opening = new Set(openingOf(check.parsed.blocks));
  const body = new HeldIndex(
    toHeld(
      cited.filter((one) => !opening.has(one.block) && isCarried(one)).flatMap(({ own }) => own),
      null,
      'document',
    ),
  );
  const besides = new Map<DocumentBlock, HeldIndex>();
  for (const sentence of uncited) {
    const { block } = sentence;
    const beside = besides.get(block) ?? listBeside(check, block);
    besides.set(block, beside);
    await checkUncited(
      check,
      { ...sentence, beside, body: opening.has(block) ? body : null },
      told,
    );
  }
  if (options.judge) await askAll(options.judge, check.questions, options.date ?? null);
  else for (const { settle: leave } of check.questions) leave(null);
  places.push(listUnderlying(check, cited));
  return [...places.flat(), ...checkCharts(check.parsed, material, check.texts)];
}

/**
 * Makes the entries of footnotes that only other footnotes name, with the statement that rests on
 * them.
 */
function listUnderlying(check: Check, cited: readonly Statement[]): Citation[] {
  const listed = new Set(cited.flatMap(({ footnotes }) => footnotes));
  const entries: Citation[] = [];
  for (const { claim, footnotes } of cited) {
    const named = listNamed(footnotes, check.footnotes);
    const underlying = named.filter((footnote) => !listed.has(footnote) && !footnote.isEmpty);
    for (const footnote of underlying) listed.add(footnote);
    const shown = showPassage(claim.sentence, maxClaim);
    entries.push(...toEntries(check, underlying, shown), ...toDeclaredEntries(underlying, shown));
  }
  return entries;
}

const isCarried = ({ proof, entries }: Statement): boolean =>
  proof !== null && proof.fault === null && proof.own.length === 0 && !entries.some(isOpen);

/**
 * Lists what a paragraph's footnotes declare and calculate, which its sentences without a footnote
 * may repeat.
 */
function listBeside({ footnotes, known, style }: Check, { references }: DocumentBlock): HeldIndex {
  const labels = [...new Set(references.map(({ label }) => label))];
  const declared = labels.flatMap((label) => {
    const text = footnotes.get(label)?.declared?.text;
    return text === undefined ? [] : toDeclared(text, label, style);
  });
  return new HeldIndex([
    ...declared,
    ...labels.flatMap((label) => known.calculations.get(label)?.held ?? []),
  ]);
}

async function openCheck(
  markdown: string | ParsedDocument,
  material: EvidenceMaterial,
  options: CheckOptions,
): Promise<Check> {
  const { slice } = options;
  const parsed = await parseDocument(markdown, slice);
  const headings = parsed.blocks
    .filter(({ kind }) => kind === 'heading')
    .map(({ text }) => text.trim());
  const own = readOwnWords(parsed);
  const language = findLanguage(own) ?? material.language;
  const style = readNumberStyle(own, language);
  const documents = listSourceTexts(material);
  const texts = evidenceTexts[material.language];
  const footnotes = new Map<string, Footnote>();
  for (const label of new Set(
    parsed.blocks.flatMap(({ references }) => references.map((reference) => reference.label)),
  ))
    footnotes.set(
      label,
      await checkFootnote(parsed.definitions.get(label), label, style, { documents, slice, texts }),
    );
  // A calculation may name footnotes that no sentence has, and these others: the loop also visits
  // labels that it adds.
  for (const { names } of footnotes.values())
    for (const label of names)
      if (!footnotes.has(label))
        footnotes.set(
          label,
          await checkFootnote(parsed.definitions.get(label), label, style, {
            documents,
            slice,
            texts,
          }),
        );
  const brief = [material.brief, ...material.assignment].join('\n');
  const cited = [
    ...new Set(
      [...footnotes.values()].flatMap(({ sources }) => sources.map(({ document }) => document)),
    ),
  ];
  const names = cited.map(({ title, parts, query }) =>
    [
      title,
      ...parts.map(({ location }) => location ?? ''),
      query?.title ?? '',
      query?.sql.slice(0, 4_000) ?? '',
    ].join(' ; '),
  );
  const given = new HeldIndex();
  for (const text of [brief, ...names])
    given.add(toHeld(readTyped(text, readNumberStyle(text)), null, 'given'));
  const elsewhere = new HeldIndex();
  for (const { passages, declared, label } of footnotes.values()) {
    for (const { figures } of passages) elsewhere.add(toHeld(figures, label, 'document'));
    if (declared) elsewhere.add(toDeclared(declared.text, label, style));
  }
  const dates = [
    ...[brief, ...names].flatMap((text) => readDays(text, findLanguage(text) ?? language)),
    ...[...parsed.definitions.values()].flatMap(({ text }) => readDays(text, language)),
  ];
  return {
    material,
    options,
    parsed,
    slice,
    language,
    style,
    documents,
    texts,
    headings: new Set(headings),
    known: {
      style,
      language,
      elsewhere,
      given,
      dates,
      contexts: await readContexts(parsed, language, slice),
      calculations: new Map(),
      slice,
      namedBy: (list) => listNamed(list, footnotes),
    },
    footnotes,
    upstream: new Map(),
    questions: [],
  };
}

/** Reads the content words of the sentences and rows that cite each footnote, by its label. */
async function readContexts(
  { blocks }: ParsedDocument,
  language: Language,
  slice: TimeSlice,
): Promise<Map<string, Set<string>>> {
  const contexts = new Map<string, Set<string>>();
  for (const block of blocks) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const cited =
      block.kind === 'row'
        ? [{ sentence: block.text, references: block.references }]
        : splitClaims(block);
    for (const { sentence, references } of cited) {
      if (references.length === 0) continue;
      const stems = readContentWords(sentence, language).map(({ stem }) => stem);
      for (const { label } of references) {
        const words = contexts.get(label) ?? new Set();
        contexts.set(label, words);
        for (const stem of stems) words.add(stem);
      }
    }
  }
  return contexts;
}

/**
 * @param place where the finding goes if the judge denies that words in quotation marks are the
 * author's own
 */
async function checkLooseQuotes(
  check: Check,
  claim: Claim,
  place: Citation[],
): Promise<Citation[]> {
  const checked: Citation[] = [];
  const asked: Citation[] = [];
  const quotes = claim.quotes.filter(
    ({ words }) => countWords(words) >= quoteWords.anywhere && !check.headings.has(words),
  );
  const isNamed = quotes.length > 0 && namesSource(claim.sentence, check.documents);
  for (const quote of quotes) {
    const found = await checkUncitedQuote(quote, { sentence: claim.sentence, isNamed }, check);
    if (found && 'citation' in found) checked.push(found.citation);
    if (found && 'asks' in found) asked.push(found.asks);
  }
  if (asked.length > 0)
    askOwn(check, claim.sentence, [], (answer) => {
      if (answer?.holds === false)
        place.push(...asked.map((one) => ({ ...one, reason: answer.reason })));
    });
  return checked;
}

async function openStatement(check: Check, claim: Claim, block: DocumentBlock): Promise<Statement> {
  const { style } = check;
  const footnotes = claim.references.flatMap(({ label }) => check.footnotes.get(label) ?? []);
  const entries = toEntries(check, footnotes, showPassage(claim.sentence, maxClaim));
  const passages: Passage[] = footnotes.flatMap((footnote) => footnote.passages);
  for (const footnote of footnotes)
    if (footnote.quote === null) passages.push(...(await findNear(check, footnote, claim)));
  return {
    claim,
    entries,
    footnotes,
    passages,
    proof: null,
    shown: claim.sentence,
    block,
    row: null,
    declared: toDeclaredEntries(footnotes, showPassage(claim.sentence, maxClaim)),
    figures: cutClaim(claim).flatMap(({ stretch }) => readTyped(stretch, style)),
    own: readTyped(claim.sentence, style),
  };
}

function toEntries(
  { known, texts }: Check,
  footnotes: readonly Footnote[],
  claim: string,
): Citation[] {
  return footnotes.flatMap((footnote) => {
    const { label, kind, quote, source, state, reason, passage } = footnote;
    if (kind === 'declaration') return [];
    const entry: Citation = {
      footnote: label,
      claim,
      quote,
      source,
      state,
      reason,
      passage,
      derivation: null,
    };
    const calculation = known.calculations.get(label);
    if (!calculation) return [entry];
    const { fault, derivation } = calculation;
    return [
      fault
        ? { ...entry, state: stateOf(fault), reason: describeFault(fault, texts) }
        : { ...entry, derivation },
    ];
  });
}

/** What a text declares as its own assumption or proposal is listed, and needs no source. */
function toDeclaredEntries(footnotes: readonly Footnote[], claim: string): Citation[] {
  return footnotes.flatMap(({ label, declared }) => {
    if (declared === null) return [];
    const entry = toUncited(claim, 'set_by_text');
    return { ...entry, footnote: label, passage: showPassage(declared.text) || null };
  });
}

async function findNear(
  { slice }: Check,
  footnote: Footnote,
  { sentence }: Claim,
): Promise<Passage[]> {
  const parts = footnote.sources.flatMap((source) => source.parts);
  if (footnote.passages.length > 0 || parts.every((part) => part.tables().length > 0)) return [];
  const nearest = await findNearest(
    parts.map(({ text }) => text),
    sentence,
    slice,
  );
  const part = parts.find(({ text }) => text === nearest?.text);
  if (!nearest || !part || nearest.shared < minShared) return [];
  return [readHit({ part, place: nearest.place }, footnote.label, footnote.source)];
}

/** Cells whose sources stand elsewhere share one entry. */
function openRow(
  check: Check,
  { block, labels, own, ofRow, beside, figures }: CellGroup,
): Statement {
  const footnotes = labels.flatMap((label) => check.footnotes.get(label) ?? []);
  const shownFootnotes =
    own.length > 0
      ? own.flatMap((label) => check.footnotes.get(label) ?? [])
      : footnotes.slice(0, 1);
  const text = block.text.trim();
  const claim: Claim = {
    sentence: text,
    start: 0,
    end: block.text.length,
    references: [],
    quotes: [],
    stretch: block.text,
    columns: block.columns,
  };
  const shown = `${(block.columns ?? []).join(' | ')}\n${text}`;
  const others = [
    ...ofRow.flatMap((label) => check.footnotes.get(label) ?? []),
    ...beside
      .flatMap((label) => check.footnotes.get(label) ?? [])
      .filter(({ declared }) => declared !== null),
  ];
  return {
    block,
    row: { beside: others },
    claim,
    entries: toEntries(check, shownFootnotes, showPassage(text, maxClaim)),
    declared: toDeclaredEntries(shownFootnotes, showPassage(text, maxClaim)),
    footnotes,
    figures,
    own: figures,
    passages: footnotes.flatMap((footnote) => footnote.passages),
    proof: null,
    shown,
  };
}

async function proveStatement(check: Check, statement: Statement): Promise<Statement> {
  const { claim, entries, footnotes } = statement;
  const last = entries.at(-1);
  if (entries.some(isFaulty)) return statement;
  for (const quote of claim.quotes) {
    if (!isChecked(check, quote, claim)) continue;
    const found = await findQuoted(check, quote.words, statement);
    if (found && 'reason' in found && last) {
      Object.assign(last, { state: 'altered', ...found });
      return statement;
    }
    if (found && !('reason' in found)) statement.passages = [...statement.passages, found];
  }
  const { sentence, stretch } = claim;
  // A row's words are its labels; its figures stand in their cells.
  const declared = statement.row?.beside.filter((footnote) => footnote.declared !== null) ?? [];
  const beside = new Set(declared.map(({ label }) => label));
  statement.proof = await proveClaim(
    { ...statement, beside, sentence, stretch: statement.row ? '' : stretch, footnotes },
    check.known,
  );
  if (statement.proof.fault === null) check.known.elsewhere.add(statement.proof.held);
  return statement;
}

function isChecked(
  { headings, documents }: Check,
  { words, end }: QuotedSpan,
  { references }: Claim,
): boolean {
  const isAdjacent = references.some(({ at }) => at >= end && at - end <= 2);
  const least = isAdjacent ? quoteWords.adjacent : quoteWords.anywhere;
  return countWords(words) >= least && !headings.has(words) && !isSourceName(words, documents);
}

/**
 * Returns the passage with the quoted words, or the failure if no cited source has them. Null
 * without quoted words.
 */
async function findQuoted(
  check: Check,
  words: string,
  { footnotes }: Statement,
): Promise<Passage | { quote: string; reason: string; passage: string | null } | null> {
  const sources = footnotes.flatMap((footnote) =>
    footnote.sources.map((source) => ({ ...source, footnote })),
  );
  for (const { parts, footnote } of sources) {
    const hit = await findWords(words, parts, check.slice);
    if (hit === 'nothing to find') return null;
    if (hit !== null) return readHit(hit, footnote.label, footnote.source);
  }
  const [first] = sources;
  return first ? { quote: words, ...(await findElsewhere([words], first, check)) } : null;
}

async function proveAgain(check: Check, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) {
    const { proof } = statement;
    const isSettled =
      proof &&
      (proof.fault !== null ||
        (proof.own.length === 0 && !proof.doubts.some(({ kind }) => kind === 'derived')));
    if (!isSettled) await proveStatement(check, statement);
  }
}

/**
 * Refutes cells that differ from their source, although other figures of the paper may have the
 * same value.
 */
async function refuteOddCells({ known, slice }: Check, rows: readonly Statement[]): Promise<void> {
  for (const { statement, figure } of await findOddCells(rows, known.calculations, slice)) {
    if (statement.proof === null) continue;
    statement.proof.fault ??= { kind: 'figures', figures: [figure.shown] };
  }
}

async function settle(check: Check, statement: Statement): Promise<void> {
  const { entries, proof, footnotes, claim } = statement;
  const last = entries.at(-1);
  if (!proof) return;
  const chain = proof.fault
    ? null
    : await checkChain(footnotes, proof.held, claim.sentence, {
        ...check,
        language: check.language,
      });
  const fault = chain ?? proof.fault;
  if (!last) {
    const declared = statement.declared.at(-1);
    if (declared && proof.own.length > 0)
      report(check, declared, { kind: 'figures', figures: proof.own }, statement);
    return;
  }
  const others = entries.slice(0, -1);
  const unjudged = () => {
    for (const entry of others)
      if (entry.state === 'verified') Object.assign(entry, { state: 'unjudged' });
  };
  const holder = findHolder(statement);
  const derivation = holder === last ? proof.derivation : last.derivation;
  if (fault) {
    report(check, last, fault, statement);
    unjudged();
    return;
  }
  const difference = statement.row ? null : compareWithSource(claim.stretch, statement.passages);
  const opposite = findOppositeWords(statement, check.language);
  const doubts: Doubt[] = [
    ...proof.doubts,
    ...(difference !== null && difference !== true ? [difference] : []),
    ...(opposite
      ? [{ kind: 'opposite' as const, figure: opposite.said, found: opposite.found }]
      : []),
  ];
  const isCertain =
    doubts.length === 0 && (statement.row !== null ? proof.isExact : difference === true);
  // A result of the other sign is right only if the words express the sign.
  const isTurned =
    proof.derivation !== null && doubts.some(({ kind }) => kind === 'direction' || kind === 'sign');
  if (holder) holder.derivation = proof.derivation;
  const confirm = () => {
    Object.assign(last, { state: derivation ? 'computed' : 'verified', derivation, reason: null });
    for (const entry of others)
      if (entry.state === 'unjudged')
        entry.state = entry.derivation === null ? 'verified' : 'computed';
  };
  for (const entry of entries) {
    const isComputed = entry.derivation !== null && !(isTurned && (entry === holder || !holder));
    entry.state = isComputed ? 'computed' : isCertain ? 'verified' : 'unjudged';
  }
  if (proof.own.length > 0) {
    report(check, last, { kind: 'figures', figures: proof.own }, statement);
    unjudged();
    return;
  }
  if (isCertain) return;
  ask(check, statement, doubts, (answer) => {
    if (answer === null) {
      if (opposite) last.reason = check.texts.oppositeWord(opposite.said, opposite.found);
      return;
    }
    if (!answer.holds) {
      report(check, last, { kind: 'judged', reason: answer.reason }, statement);
      return;
    }
    confirm();
  });
}

/**
 * Returns the entry that shows an undeclared operation: the last one whose source gives a value of
 * it.
 */
function findHolder({ proof, entries, footnotes }: Statement): Citation | undefined {
  if (!proof?.derivation) return undefined;
  const used = new Set(proof.derivation.inputs.map(({ citation }) => citation));
  const plain = entries.filter(({ derivation }) => derivation === null);
  const isOwn = footnotes.some(({ label }) => used.has(label));
  return isOwn ? plain.findLast(({ footnote }) => used.has(footnote)) : plain.at(-1);
}

/** Only a judge can distinguish a fact from a conclusion. */
function askFact(check: Check, { sentence }: Claim, place: Citation[]): void {
  askOwn(check, sentence, [], (answer) => {
    if (answer?.holds !== false) return;
    const entry = toUncited(sentence, 'uncited');
    report(check, entry, { kind: 'uncitedFact' }, null);
    place.push(entry);
  });
}

/** Checks the cells of a table without sources: they hold elsewhere, or follow from other cells. */
function checkOpenRow(
  check: Check,
  { group, table, place }: { group: CellGroup; table: OwnTable; place: Citation[] },
): void {
  const { elsewhere, given } = check.known;
  const isKnown = (figure: TypedFigure) =>
    [...elsewhere.match(figure), ...given.match(figure)].some(({ how }) => how !== 'loose');
  const open = group.figures.filter(
    (figure) => figure.kind !== 'year' && !isNoClaim(figure) && !isKnown(figure),
  );
  const openFigures = open.filter((figure) => followCells(figure, table) === null);
  const { text, columns } = group.block;
  reportOwn(check, {
    place,
    claim: text.trim(),
    shown: `${(columns ?? []).join(' | ')}\n${text}`,
    open: openFigures,
  });
}

function reportOwn(
  check: Check,
  {
    place,
    claim,
    shown,
    open,
  }: { place: Citation[]; claim: string; shown: string; open: readonly TypedFigure[] },
): void {
  if (open.length === 0) return;
  const figures = [...new Set(open.map((figure) => figure.shown))];
  const entry = toUncited(claim, 'uncited');
  report(check, entry, { kind: 'uncitedFigures', figures }, null);
  place.push(entry);
  askOwn(check, shown, figures, (answer) => {
    if (answer?.holds) Object.assign(entry, { state: 'set_by_text', reason: null });
    else if (answer) report(check, entry, { kind: 'notOwn', figures, reason: answer.reason }, null);
  });
}

/**
 * Checks the figures of a sentence without footnotes, which may rest on what the document proves
 * elsewhere.
 */
async function checkUncited(
  check: Check,
  {
    claim,
    block,
    place,
    near,
    beside,
    body,
  }: UncitedSentence & { beside: HeldIndex; body: HeldIndex | null },
  cited: readonly ReadonlySet<string>[],
): Promise<void> {
  const { known, style, language, slice } = check;
  if (slice.isUsedUp()) await slice.yieldToEventLoop();
  const dates = readDays(claim.stretch, language);
  const isDate = ({ start }: TypedFigure) =>
    dates.some((date) => start >= date.start && start < date.end);
  const impossible = findImpossibleDays(claim.stretch).map(({ text }) => text);
  if (impossible.length > 0) {
    const entry = toUncited(claim.sentence, 'uncited');
    report(check, entry, { kind: 'uncitedFigures', figures: [...new Set(impossible)] }, null);
    place.push(entry);
    return;
  }
  const all = readTyped(claim.stretch, style);
  const figures = all.filter(
    (figure) =>
      figure.kind !== 'year' && figure.form === 'digits' && !isDate(figure) && !isNoClaim(figure),
  );
  if (figures.length === 0 && mayStateFact(claim.sentence, block, cited, language))
    askFact(check, claim, place);
  if (figures.length === 0 || /[?？]\s*$/u.test(claim.sentence)) return;
  const sources = near.length === 0 ? [] : await listIndexes(near, slice);
  const find = (figure: TypedFigure) =>
    [
      ...known.elsewhere.match(figure),
      ...known.given.match(figure),
      ...matchSources(sources, figure),
      // A number without a unit does not match another sentence's result with one.
      ...beside
        .match(figure)
        .filter(({ origin, isOpen: isUnsure }) => origin !== 'calculation' || !isUnsure),
    ].find(({ how }) => how !== 'loose') ??
    body?.match(figure).find(({ how, isOpen: isUnsure }) => how !== 'loose' && !isUnsure) ??
    null;
  const results = new Set<number>();
  let computed: Citation | null = null;
  for (const equation of findEquations(claim.stretch, all, style)) {
    const grounds = new Map(
      equation.terms.map((term) => [term, { held: find(term.figure), isConstant: false }]),
    );
    const outcome = evaluateEquation(equation, grounds);
    const entry = toUncited(claim.sentence, 'computed');
    if (outcome.kind === 'differs') {
      report(
        check,
        entry,
        { kind: 'result', said: equation.place.shown, found: outcome.found },
        null,
      );
      place.push(entry);
      return;
    }
    if (outcome.kind !== 'comes out' || [...grounds.values()].every(({ held }) => held === null))
      continue;
    results.add(equation.place.start);
    computed ??= { ...entry, derivation: outcome.derivation };
    known.elsewhere.add([{ figure: outcome.value, citation: null, origin: 'document' }]);
  }
  const open = figures.filter((figure) => !results.has(figure.start) && find(figure) === null);
  if (open.length === 0 && computed) place.push(computed);
  reportOwn(check, { place, claim: claim.sentence, shown: claim.sentence, open });
}
