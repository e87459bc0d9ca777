import { createHash } from 'node:crypto';

/** Names a question whatever its case, punctuation and spaces: the same key is the same question. */
export function questionKey(question: string): string {
  const words =
    question
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}%€$£]+/gu) ?? [];
  return createHash('sha256').update(words.join(' ')).digest('base64url');
}
