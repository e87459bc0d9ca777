import type { DraftInput, SourceDocument } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { makeTaskQuery } from '../brief/make-query.ts';
import { isInstruction } from '../evidence/detect-instructions.ts';
import { briefOrigin, type Material, type Origin, type Passage } from '../evidence/passage.ts';
import { type RankedPassage, rankPassages } from '../evidence/rank-passages.ts';
import { readMaterial } from '../evidence/read-material.ts';
import { flattenText } from '../text/clean-line.ts';
import { readUpstreamText } from './read-upstream-text.ts';

/** The material of a draft, read and ranked. */
export interface DraftEvidence {
  /** The brief and the sources. */
  material: Material;
  /** Statements of brief and sources, best first, without requests and instructions. */
  statements: RankedPassage[];
  /** Questions and requests of the brief that concern the task, best first. */
  asks: RankedPassage[];
  /** Statements of upstream deliverables, one entry for each deliverable. */
  upstream: { origin: Origin; statements: RankedPassage[] }[];
}

/** Names a source as documents cite it. */
function sourceOrigin(source: SourceDocument): Origin {
  const title = flattenText(source.title, 90) || 'Untitled source';
  const location = source.location ? flattenText(source.location, 160) : null;
  // An attacker may choose the name of a sheet or section, so a name that is an instruction is not shown.
  return { kind: 'source', label: title, location: location !== null && isSteering(location) ? null : location };
}

/** True when the name of a sheet or section is an instruction. */
function isSteering(location: string): boolean {
  return [location, ...location.split(/\b(?:section|sheet)\s+/)].some(isInstruction);
}

/** Lists the brief and the sources with their origins, in the order in which they are cited. */
export function listDocuments(brief: string, sources: SourceDocument[]): { origin: Origin; text: string }[] {
  return [
    { origin: briefOrigin, text: brief },
    ...sources.map((source) => ({ origin: sourceOrigin(source), text: source.text })),
  ];
}

/** Reads and ranks the evidence for one task. */
export async function gatherEvidence(input: DraftInput, timeSlice: TimeSlice): Promise<DraftEvidence> {
  const query = makeTaskQuery(input.engagement, input.task, input.agent);
  const material = await readMaterial(listDocuments(input.engagement.brief, input.sources), timeSlice);
  const usable = material.passages.filter((passage) => !passage.isInstruction);
  const isAsked = (passage: Passage) => passage.isRequest && passage.origin.kind === 'brief';
  const statements = await rankPassages(
    usable.filter((passage) => !passage.isRequest),
    query,
    timeSlice,
  );
  const asks = await rankPassages(usable.filter(isAsked), query, timeSlice);
  const upstream: DraftEvidence['upstream'] = [];
  for (const document of input.upstream) {
    const label = flattenText(document.taskName, 90) || 'Earlier deliverable';
    const origin: Origin = { kind: 'deliverable', label, location: flattenText(document.filename, 120) };
    const read = await readMaterial([{ origin, text: readUpstreamText(document.content) }], timeSlice);
    const stated = read.passages.filter((passage) => !passage.isRequest && !passage.isInstruction);
    upstream.push({ origin, statements: await rankPassages(stated, query, timeSlice) });
  }
  return { material, statements: statements.filter(isReadable), asks, upstream };
}

/** False for steps, fragments of a few words and clipped text without spaces. */
function isReadable({ passage }: RankedPassage): boolean {
  if (/[?？:]$/.test(passage.text) || passage.isLabel) return false;
  const longest = passage.text.split(' ').reduce((length, word) => Math.max(length, word.length), 0);
  return passage.stems.length >= 3 && (longest <= 80 || passage.stems.length > 20);
}
