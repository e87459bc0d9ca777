import { findLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import { readNumberStyle } from '@ecp/language/number-style';
import type { DraftInput, EngagementBrief, EngineTable, SourceDocument } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { makeTaskQuery } from '../brief/make-query.ts';
import { namesUnknown } from '../material/classify-passage.ts';
import { isInstruction } from '../material/detect-instructions.ts';
import type { Material, Origin, Passage } from '../material/passage.ts';
import { flattenText } from '../text/clean-line.ts';
import { listFound } from './list-found.ts';
import { type RankedPassage, rankPassages } from './rank-passages.ts';
import { readMaterial } from './read-material.ts';

/** The material of a draft, read and ranked. */
export interface DraftEvidence {
  /** The brief and the sources. */
  material: Material;
  /** Statements of brief and sources, best first, without requests, instructions and what is unknown. */
  statements: RankedPassage[];
  /** Statements that name something unknown, best first. */
  unknown: RankedPassage[];
  /** Questions and requests of the brief that concern the task, best first. */
  asks: RankedPassage[];
}

/** Lists the brief and the sources with their origins, in the order in which they are cited. */
export function listDocuments(
  { brief, language }: Pick<EngagementBrief, 'brief' | 'language'>,
  sources: SourceDocument[],
  tables: readonly EngineTable[] = [],
): { origin: Origin; text: string }[] {
  const { decimalSign } = readNumberStyle(brief, language);
  const documents = sources.map((source) => {
    const own = findLanguage(source.text) ?? language;
    const style = readNumberStyle(source.text, own);
    const table = findTable(source, tables);
    const origin = sourceOrigin(source, own, style.decimalSign);
    return { origin: { ...origin, ...(table && { table }) }, text: source.text };
  });
  return [
    { origin: { kind: 'brief', label: 'Brief', location: null, language, decimalSign }, text: brief },
    ...documents,
  ];
}

/** Names a source as footnotes cite it, without a location that is an instruction. */
function sourceOrigin(source: SourceDocument, language: Language, decimalSign: Origin['decimalSign']): Origin {
  const location = source.location ? flattenText(source.location, 300) : null;
  const label = flattenText(source.title, 300) || 'Untitled source';
  const place = location !== null && isSteering(location) ? null : location;
  return { kind: 'source', label, location: place, language, decimalSign };
}

/**
 * Finds the typed table whose text a source is: that of its file and sheet. Parts of a file have its id and a number.
 */
function findTable({ id, location }: SourceDocument, tables: readonly EngineTable[]): EngineTable | undefined {
  const own = tables.filter(({ attachmentId }) => id.replace(/-\d+$/, '') === attachmentId);
  const ofSheet = own.find(({ sheet }) => sheet !== null && location?.endsWith(`sheet ${sheet}`));
  return ofSheet ?? (own.length === 1 ? own[0] : undefined);
}

/** True when the name of a sheet or section is an instruction. */
function isSteering(location: string): boolean {
  return [location, ...location.split(/\b(?:section|sheet)\s+/)].some(isInstruction);
}

/** Reads and ranks the evidence for one task. */
export async function gatherEvidence(
  input: Pick<DraftInput, 'engagement' | 'task' | 'sources' | 'tables' | 'pages' | 'questions'>,
  timeSlice: TimeSlice,
): Promise<DraftEvidence> {
  const query = makeTaskQuery(input.engagement, input.task);
  const given = listDocuments(input.engagement, input.sources, input.tables);
  const material = await readMaterial([...given, ...listFound(input.engagement, input)], timeSlice);
  const usable = material.passages.filter((passage) => !passage.isInstruction);
  const isAsked = (passage: Passage) => passage.isRequest && passage.origin.kind === 'brief';
  // Answers have a section of their own, under their questions.
  const isFact = ({ isRequest, origin }: Passage) => !isRequest && origin.kind !== 'answer';
  const stated = usable.filter((passage) => isFact(passage) && isReadable(passage));
  const ranked = await rankPassages(stated, query, timeSlice);
  const unknown = new Set<RankedPassage>();
  for (const entry of ranked) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    if (namesUnknown(entry.passage.text, entry.passage.heading)) unknown.add(entry);
  }
  return {
    material,
    statements: ranked.filter((entry) => !unknown.has(entry)),
    unknown: [...unknown],
    asks: await rankPassages(usable.filter(isAsked), query, timeSlice),
  };
}

/** False for labels, introductions of lists, fragments of a few words and clipped text without spaces. */
function isReadable({ text, stems, isLabel, origin }: Passage): boolean {
  if (isLabel || /[?？:：]$/.test(text) || stems.length < 3) return false;
  if (origin.language === 'ja') return true;
  const longest = text.split(' ').reduce((length, word) => Math.max(length, word.length), 0);
  return longest <= 80 || stems.length > 20;
}
