import type { CitedSource } from '@ecp/contract/values/citations';
import type { Consultation, SourceDocument, UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { foldName } from './fold-name.ts';
import { type FoldedText, foldText } from './fold-text.ts';

/** Everything that a deliverable may cite: the stored texts that its writer was given. */
export interface EvidenceMaterial {
  brief: string;
  /** Name and client of the engagement, name and description of the task. They may be quoted like the brief. */
  assignment: string[];
  sources: SourceDocument[];
  upstream: UpstreamDeliverable[];
  consultations: Consultation[];
  reviewNotes: string[];
}

/** A document with its names and its text in parts: pages, sheets, sections, or one part. */
export interface SourceText {
  kind: CitedSource['kind'];
  title: string;
  /** Folded for comparison. */
  names: string[];
  url: string | null;
  parts: SourcePart[];
}

export interface SourcePart {
  /** Such as "page 3", "page 1 to page 3" or "sheet Costs". Null for a whole text. */
  location: string | null;
  text: string;
  /** Returns the text in the form for searching quotes. It is folded at the first use. */
  fold: (slice: TimeSlice) => Promise<FoldedText>;
}

const briefNames = ['Brief', 'the brief', 'client brief', 'engagement brief', 'project brief', 'engagement', 'task'];

/** Groups the material into documents by title, so that parts of one file belong together. */
export function listSourceTexts(material: EvidenceMaterial): SourceText[] {
  const files = Map.groupBy(material.sources, ({ title, location }) => JSON.stringify([title, urlOf(location)]));
  return [
    {
      kind: 'brief',
      title: 'Brief',
      names: foldNames(briefNames),
      url: null,
      parts: [material.brief, ...material.assignment].map((text) => makePart(null, text)),
    },
    ...[...files.values()].map(toFile),
    ...material.upstream.map(({ taskName, filename, content }) =>
      whole('deliverable', filename, [filename, taskName], content),
    ),
    ...material.consultations.map(({ agentName, agentSlug, question, answer }) =>
      whole('colleague', agentName, [agentName, agentSlug, `Colleague ${agentName}`], `${answer}\n\n${question}`),
    ),
    ...material.reviewNotes.map((note, index) => {
      const aliases = ['Reviewer', 'Reviewer notes', 'Review'].flatMap((name) => [name, `${name} ${index + 1}`]);
      return whole('reviewer', `Reviewer note ${index + 1}`, [...aliases, `Note ${index + 1}`], note);
    }),
  ];
}

function whole(kind: SourceText['kind'], title: string, names: string[], text: string): SourceText {
  return { kind, title, names: foldNames(names), url: null, parts: [makePart(null, text)] };
}

function toFile(sources: SourceDocument[]): SourceText {
  const title = sources[0]?.title ?? '';
  const url = urlOf(sources[0]?.location ?? null);
  const parts = sources.map(({ location, text }) => makePart(placeOf(location), text));
  const withoutExtension = title.replace(/\.[a-z0-9]{1,5}$/i, '');
  const places = sources.flatMap(({ location }) => (location !== null && isFileName(location) ? [location] : []));
  return {
    kind: url === null ? 'attachment' : 'url',
    title,
    names: foldNames([title, withoutExtension, ...places]),
    url,
    parts,
  };
}

function foldNames(names: string[]): string[] {
  return [...new Set(names.map(foldName))].filter((name) => name !== '');
}

function makePart(location: string | null, text: string): SourcePart {
  let folded: Promise<FoldedText> | null = null;
  return {
    location,
    text,
    fold: (slice) => {
      folded ??= foldText(text, slice);
      return folded;
    },
  };
}

/** Returns the address at the start of a location. Fetched pages have one. */
function urlOf(location: string | null): string | null {
  return /^https?:\/\/[^\s,]+/i.exec(location ?? '')?.[0] ?? null;
}

/** Returns the rest of a location after the address. */
function placeOf(location: string | null): string | null {
  const place = (location ?? '').replace(/^https?:\/\/[^\s,]+,?\s*/i, '').trim();
  return place === '' ? null : place;
}

function isFileName(location: string): boolean {
  return /^[^\s/]+\.[a-z0-9]{1,5}$/i.test(location);
}
