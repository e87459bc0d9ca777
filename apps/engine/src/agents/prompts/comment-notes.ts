import type { OpenComment } from '@ecp/model-calls/prompt-types';

/** Longest quote of a passage in characters. */
const longestQuote = 600;

/** Writes a comment as a reviewer's note: its place, its words, the words that it proposes, and the replies. */
export function describeComment({ quote, section, body, suggestion, authorKind, replies }: OpenComment): string {
  const where = section === null ? '' : ` in the section “${section}”`;
  const place = quote === null ? where || ' on the whole document' : ` on the passage “${cutQuote(quote)}”${where}`;
  const proposed = suggestion === null ? '' : `\nProposed words for the passage: “${suggestion}”`;
  const answered = replies.map((reply) => `\nReply ${nameOf(reply.authorKind)}: ${reply.body}`);
  return `(Comment ${nameOf(authorKind)}${place}) ${body}${proposed}${answered.join('')}`;
}

function nameOf(kind: OpenComment['authorKind']): string {
  return kind === 'client' ? 'of the client' : 'of the team';
}

function cutQuote(quote: string): string {
  return quote.length <= longestQuote ? quote : `${quote.slice(0, longestQuote).toWellFormed()} …`;
}
