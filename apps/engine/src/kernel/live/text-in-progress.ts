/** How often new text is passed on. */
const flushMs = 250;
/**
 * Characters of one piece. Its JSON stays below Postgres's limit of 8,000 bytes for a notification, in every language.
 */
const pieceLength = 1_200;

/** A text that grows. */
export interface TextInProgress {
  write(textSoFar: string): void;
  /** Passes the text on from its beginning, because a reader has missed it. */
  restart(): void;
  end(): void;
}

/**
 * Passes a growing text on in pieces, cleaned by `clean`, while `isWatched`. A text whose beginning has changed,
 * because thoughts or a secret were taken out, begins again. A text that nobody watches is not even cleaned.
 */
export function trackText(
  clean: (text: string) => string,
  isWatched: () => boolean,
  pass: (offset: number, text: string) => void,
): TextInProgress {
  let written = '';
  let sent = '';
  let isNew = false;
  const flush = () => {
    if (!isNew || !isWatched()) return;
    const text = clean(written);
    for (let offset = text.startsWith(sent) ? sent.length : 0; offset < text.length; offset += pieceLength) {
      pass(offset, text.slice(offset, offset + pieceLength));
    }
    sent = text;
    isNew = false;
  };
  const timer = setInterval(flush, flushMs).unref();
  return {
    write: (textSoFar) => {
      written = textSoFar;
      isNew = true;
    },
    restart: () => {
      sent = '';
      isNew = true;
    },
    end: () => {
      clearInterval(timer);
      flush();
    },
  };
}
