import { type ChosenBlock, chooseStatements } from './choose-statements.ts';
import type { ClaimCase, Pool, SeededStatement } from './claim-case.ts';
import { corpusOf, languages } from './corpora.ts';
import { type FilledMaterial, fillMaterial, type Quotable } from './fill-material.ts';
import { drawFigures, type Figures, fillTemplate } from './fill-template.ts';
import { placeMarks } from './place-marks.ts';
import type { Corpus, StatementLine } from './read-corpus.ts';
import { makeRandom, type Random } from './seeded-random.ts';

/** Faults of which the sentence agrees with the words that the footnote quotes; what is wrong is the source. */
const agreeingFaults = new Set([
  ...['made_up_source', 'made_up_words', 'moved_quote', 'colleague_invention', 'upstream_unverified'],
]);

interface Draft {
  corpus: Corpus;
  figures: Figures;
  random: Random;
  filled: FilledMaterial;
  statements: SeededStatement[];
  definitions: string[];
  areMarksInside: boolean;
}

/**
 * Writes a deliverable with correct and fabricated statements, and the material that it cites. The same seed and pool
 * give the same case; the language follows from the seed.
 */
export function writeClaimCase(seed: number, pool: Pool): ClaimCase {
  const language = languages[seed % languages.length] ?? 'en';
  const random = makeRandom(seed * 2 + (pool === 'open' ? 0 : 1));
  const corpus = corpusOf(pool, language);
  const figures = drawFigures(corpus.draws, language, random);
  const filled = fillMaterial(corpus, figures, random);
  const areMarksInside = random.chance(0.5);
  const draft: Draft = { corpus, figures, random, filled, statements: [], definitions: [], areMarksInside };
  const chosen = chooseStatements(corpus, random);
  const parts = [
    `# ${pickLoose(draft, 'T')}`,
    writeOpening(draft),
    ...chosen.flatMap((block) => writeSection(draft, block)),
    ...writeEnd(draft, chosen),
    draft.definitions.join('\n'),
  ];
  return {
    language,
    markdown: `${parts.join('\n\n')}\n`,
    material: filled.material,
    statements: draft.statements,
  };
}

function writeOpening(draft: Draft): string {
  const about = state(draft, 'about_document', 'A');
  if (draft.random.chance(0.5)) return about;
  return [about, state(draft, 'intro', 'I')].join(draft.figures.language === 'ja' ? '' : ' ');
}

function loose(draft: Draft, mark: string): string[] {
  return (draft.corpus.loose.get(mark) ?? []).map((template) => fillTemplate(template, draft.figures).text);
}

function pickLoose(draft: Draft, mark: string): string {
  return draft.random.pick(loose(draft, mark));
}

/** States a sentence without a source that is correct or not by its kind. */
function state(draft: Draft, kind: string, mark: string): string {
  return stateUncited(draft, kind, draft.random.pick(draft.corpus.loose.get(mark) ?? []));
}

function stateUncited(draft: Draft, kind: string, template: string): string {
  const line: StatementLine = { kind, isCorrect: !kind.startsWith('uncited'), references: [], template, quoted: null };
  return writeStatement(draft, line);
}

function writeSection(draft: Draft, { block, statements, table }: ChosenBlock): string[] {
  const { random } = draft;
  if (statements.length === 0 && table === null) return [];
  const sentences = statements.map((line) => writeStatement(draft, line));
  const isList = sentences.length > 1 && random.chance(0.35);
  const joint = isList ? '\n' : draft.figures.language === 'ja' ? '' : ' ';
  const text = sentences.map((sentence) => (isList ? `- ${sentence}` : sentence)).join(joint);
  const heading = block.fields[2] ?? '';
  return [`## ${heading}`, text, table === null ? '' : writeTable(draft, table)].filter((part) => part !== '');
}

function writeTable(draft: Draft, table: { head: string; rows: StatementLine[] }): string {
  const rows = table.rows.map((line) => `| ${writeStatement(draft, line)} |`);
  const rule = table.head.split(' | ').map((_, at) => (at === 0 ? '---' : '---:'));
  return [`| ${table.head} |`, `| ${rule.join(' | ')} |`, ...rows].join('\n');
}

/** Writes the last section: inventions without a source, proposals and repetitions. */
function writeEnd(draft: Draft, chosen: readonly ChosenBlock[]): string[] {
  const { random } = draft;
  const repeats = chosen.flatMap((block) => block.repeats);
  const sentences = [
    ...repeats.slice(0, 1).map((template) => stateUncited(draft, 'repeated', template)),
    ...(random.chance(0.5) ? [state(draft, 'uncited_figure', 'U')] : []),
    ...(random.chance(0.5) ? [state(draft, 'uncited_statement', 'V')] : []),
    ...(random.chance(0.4) ? [writeMadeUpSource(draft)] : []),
    ...(random.chance(0.5) ? [state(draft, 'estimate', 'E')] : []),
    ...(random.chance(0.75) ? [state(draft, 'recommendation', 'R')] : []),
  ];
  if (sentences.length === 0) return [];
  return [`## ${pickLoose(draft, 'H')}`, sentences.join(draft.figures.language === 'ja' ? '' : ' ')];
}

function writeMadeUpSource(draft: Draft): string {
  const [title = '', quoted = '', template = ''] = draft.random.pick(draft.corpus.loose.get('M') ?? []).split(' // ');
  const line: StatementLine = { kind: 'made_up_source', isCorrect: false, references: [title], template, quoted };
  return writeStatement(draft, line);
}

/** Writes a statement with its marks, and keeps its footnotes and what is true of it. */
function writeStatement(draft: Draft, line: StatementLine): string {
  const { text, arithmetic } = fillTemplate(line.template, draft.figures);
  const labels = line.references.map((reference) => {
    const label = String(draft.definitions.length + 1);
    draft.definitions.push(`[^${label}]: ${writeFootnote(draft, line, reference)}`);
    return label;
  });
  draft.statements.push({
    ...{ label: labels[0] ?? null, labels, sentence: text.replaceAll(/\{\^\d\}/g, ''), kind: line.kind },
    ...{ isCorrect: line.isCorrect, supportedByMeaning: line.isCorrect || agreeingFaults.has(line.kind), arithmetic },
  });
  return placeMarks(text, labels, draft.areMarksInside);
}

function writeFootnote(draft: Draft, line: StatementLine, reference: string): string {
  const quote = (words: string) => `: “${fillTemplate(words, draft.figures).text}”`;
  if (line.kind === 'made_up_source') return `${reference}${quote(line.quoted ?? '')}`;
  const quotable = draft.filled.quotables.get(reference);
  if (quotable === undefined) throw new Error(`“${line.template}” cites ${reference}, which is not there.`);
  if (line.kind === 'missing_query') return `Query ${nameOtherQuery(draft)}`;
  const source = line.kind === 'moved_quote' ? nameOtherSource(draft, quotable) : quotable.source;
  if (line.quoted !== null) return `${source}${quote(line.quoted)}`;
  return quotable.words === null ? source : `${source}: “${quotable.words}”`;
}

function nameOtherSource(draft: Draft, { source }: Quotable): string {
  const others = [...draft.filled.quotables.values()].filter(
    (other) => other.block.form === 'prose' && other.source !== source,
  );
  return draft.random.pick(others).source;
}

function nameOtherQuery(draft: Draft): string {
  const known = draft.filled.material.queries.map(({ id }) => Number.parseInt(id.slice(2), 16));
  const free = [1, 2, 3].map(() => draft.random.below(0x10000)).find((id) => !known.includes(id)) ?? 0;
  return `q_${free.toString(16).padStart(4, '0')}`;
}
