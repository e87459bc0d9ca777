import type { ExtractedSection } from './text/extraction.ts';

/** A passage for the context index. */
export interface Chunk {
  /** The location of its section. */
  location: string | null;
  /** The index of its first character in the section's text. */
  position: number;
  text: string;
}

/** The sizes of chunks in characters, and how many there may be. */
export interface ChunkLimits {
  length: number;
  overlap: number;
  count: number;
}

const defaultLimits: ChunkLimits = { length: 1_200, overlap: 150, count: 5_000 };

/** Patterns of places where a chunk may end, best first. */
const boundaries = [/\n\s*\n/g, /[.!?…]["')\]]*\s|[。！？]|\n/g, /\s/g];

/**
 * Cuts sections into passages of about `length` characters. They end with a paragraph, else a sentence, else a word,
 * and repeat the last `overlap` characters of the one before. `truncated` is true when `count` passages are not enough.
 */
export function chunkSections(
  sections: readonly ExtractedSection[],
  limits: Partial<ChunkLimits> = {},
): { chunks: Chunk[]; truncated: boolean } {
  const { length, overlap, count } = { ...defaultLimits, ...limits };
  const chunks: Chunk[] = [];
  for (const { location, text } of sections) {
    let start = 0;
    while (start < text.length) {
      if (chunks.length >= count) return { chunks, truncated: true };
      const end = endOf(text, start, length);
      const passage = text.slice(start, end);
      const leading = passage.length - passage.trimStart().length;
      if (passage.trim() !== '') chunks.push({ location, position: start + leading, text: passage.trim() });
      start = end >= text.length ? end : nextStart(text, start, end, overlap);
    }
  }
  return { chunks, truncated: false };
}

/** Returns the last good boundary in the second half of the window, else the window's end, never within a character. */
function endOf(text: string, start: number, length: number): number {
  if (text.length - start <= length * 1.15) return text.length;
  const half = start + Math.floor(length / 2);
  const window = text.slice(half, start + length);
  for (const boundary of boundaries) {
    const last = [...window.matchAll(boundary)].at(-1);
    if (last) return half + last.index + last[0].length;
  }
  return afterWholeCharacter(text, start + length);
}

/** Returns the start of the first word within the overlap. */
function nextStart(text: string, start: number, end: number, overlap: number): number {
  const from = Math.max(end - overlap, start + 1);
  const blank = text.slice(from, end).search(/\s\S/);
  return blank < 0 ? end : from + blank + 1;
}

function afterWholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
