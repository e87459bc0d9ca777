import { readFileSync } from 'node:fs';

/** What people write who want advice, with what a reader must keep of it and what not. */
export interface RequestMail {
  id: string;
  language: string;
  text: string;
  /** Words of each question, and beginnings of agents that fit it, where that is clear. */
  asked: { words: string; agents: string[] }[];
  /** Words of courtesies and of facts, which are no tasks. */
  courtesies: string[];
}

/**
 * Reads the mails by which rules are made (`fitting`), or those that nobody looked at meanwhile
 * (`held-out`).
 */
export function readRequestMails(set: 'fitting' | 'held-out'): RequestMail[] {
  const file = readFileSync(new URL(`./${set}.txt`, import.meta.url), 'utf8');
  return file
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\n');
      const [id = '', language = ''] = head.trim().split(' ');
      const [text = '', asked = '', courtesies = ''] = rest
        .join('\n')
        .split(/^--- (?:asked|courtesies)$/m);
      const lines = (block: string) => block.split('\n').filter((line) => line.trim() !== '');
      return {
        id,
        language,
        text: text.trim(),
        asked: lines(asked).map((line) => {
          const [words = '', agents = ''] = line.split(' | ');
          return { words: words.trim(), agents: agents.split(' ').filter(Boolean) };
        }),
        courtesies: lines(courtesies).map((line) => line.trim()),
      };
    });
}
