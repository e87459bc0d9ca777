/** How often new text is passed on. */
const flushMs = 250;
/** Characters of one piece. Its JSON stays below Postgres's limit of 8,000 bytes for a notification, in every language. */
const pieceLength = 1_200;

/** A text that grows. */
export interface TextInProgress {
  write(textSoFar: string): void;
  /** Passes the text on from its beginning, because a reader has missed it. */
  restart(): void;
  end(): void;
}

/**
 * Passes a growing text on in pieces, cleaned by `clean`, while `isWatched`. A text that became shorter begins again. A text
 * that nobody watches is not even cleaned.
 */
export function trackText(
  clean: (text: string) => string,
  isWatched: () => boolean,
  pass: (offset: number, text: string) => void,
): TextInProgress {
  let written = '';
  let cleanedLength = 0;
  let sentLength = 0;
  const flush = () => {
    if (!isWatched() || (written.length === cleanedLength && sentLength > 0)) return;
    const text = clean(written);
    cleanedLength = written.length;
    if (text.length < sentLength) sentLength = 0;
    for (let offset = sentLength; offset < text.length; offset += pieceLength) {
      pass(offset, text.slice(offset, offset + pieceLength));
    }
    sentLength = text.length;
  };
  const timer = setInterval(flush, flushMs).unref();
  return {
    write: (textSoFar) => {
      written = textSoFar;
    },
    restart: () => {
      sentLength = 0;
    },
    end: () => {
      clearInterval(timer);
      flush();
    },
  };
}
