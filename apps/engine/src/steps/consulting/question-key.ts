import { createHash } from 'node:crypto';

/** Returns a key that ignores case, punctuation and spaces. Questions with the same key are the same question. */
export function questionKey(question: string): string {
  const words =
    question
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}%€$£]+/gu) ?? [];
  return createHash('sha256').update(words.join(' ')).digest('base64url');
}
