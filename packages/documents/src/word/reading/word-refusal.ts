/**
 * Why a Word file is not taken: it is no Word file, has macros, is protected by a password, is damaged, unpacks to more
 * than can be read, or leads to files outside of it.
 */
export const wordRefusalKinds = ['not_word', 'macros', 'encrypted', 'damaged', 'too_large', 'external'] as const;

export type WordRefusalKind = (typeof wordRefusalKinds)[number];

/** A file that is not taken. The message is for the log. */
export class WordRefusal extends Error {
  override readonly name = 'WordRefusal';
  readonly kind: WordRefusalKind;

  constructor(kind: WordRefusalKind, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.kind = kind;
  }
}
