/** A passage of a file's text. */
interface Chunk {
  /** Its place among the passages of the file, from 0. */
  ordinal: number;
  /** The place of its first character in the text of its page, sheet, slide or section. */
  position: number;
  content: string;
}

/** Joins chunks to a text without what neighbouring chunks repeat; `…` marks an omission. */
export function joinChunks(chunks: readonly Chunk[]): string {
  let text = '';
  let previous: Chunk | undefined;
  for (const chunk of chunks) {
    const end = previous ? previous.position + previous.content.length : 0;
    const follows = previous?.ordinal === chunk.ordinal - 1;
    const repeated = follows && previous && chunk.position > previous.position ? Math.max(0, end - chunk.position) : 0;
    const gap = previous === undefined || repeated > 0 ? '' : follows ? '\n' : '\n\n…\n\n';
    text += gap + chunk.content.slice(repeated);
    previous = chunk;
  }
  return text;
}
