/** The passage of a comment: its words, and some before and after it. */
export interface CommentPassage {
  quote: string;
  prefix: string;
  suffix: string;
}

/** Follows the passages of comments while the text is read. */
export interface CommentFollower {
  start(id: string): void;
  end(id: string): void;
  /** Tells the next words, and line feeds between paragraphs. */
  read(text: string): void;
  /** Passages by the ids of their comments, white space folded. */
  passages(): Map<string, CommentPassage>;
}

const aroundLength = 64;
/** Longest passage; one that is longer keeps its beginning. */
const quoteLength = 2_000;
/** Further comments have no passage: each that is open costs time at every text. */
const mostPassages = 2_000;

/** Creates a follower at the beginning of the text. */
export function followComments(): CommentFollower {
  const passages = new Map<string, CommentPassage>();
  const open = new Set<string>();
  /** Open ones whose passage is as long as it may be. */
  const full = new Set<string>();
  let closing: string[] = [];
  let recent = '';
  return {
    start: (id) => {
      if (passages.has(id) || passages.size >= mostPassages) return;
      passages.set(id, { quote: '', prefix: recent, suffix: '' });
      open.add(id);
    },
    end: (id) => {
      if (open.delete(id) || full.delete(id)) closing.push(id);
    },
    read: (text) => {
      for (const id of open) {
        const passage = passages.get(id);
        if (passage) passage.quote += text;
        if (!passage || passage.quote.length < quoteLength) continue;
        open.delete(id);
        full.add(id);
      }
      closing = closing.filter((id) => {
        const passage = passages.get(id);
        if (passage) passage.suffix += text;
        return passage !== undefined && passage.suffix.length < aroundLength;
      });
      recent = (recent + text).slice(-aroundLength);
    },
    passages: () => new Map([...passages].map(([id, passage]) => [id, foldPassage(passage)])),
  };
}

function foldPassage({ quote, prefix, suffix }: CommentPassage): CommentPassage {
  const fold = (text: string) => text.replaceAll(/\s+/g, ' ').toWellFormed();
  return {
    quote: fold(quote).trim().slice(0, quoteLength),
    prefix: fold(prefix),
    suffix: fold(suffix).slice(0, aroundLength),
  };
}
