import { t, translated } from '../language/translate.ts';

/** What is said about the approvals of a version where it needs several, or not its author's. */
export const signOffTexts = translated({
  count: (given: number, needed: number) =>
    t('{given} of {needed, plural, one {# approval} other {# approvals}}', { given, needed }),
  by: (who: string, ago: string) => t('{who}, {ago}', { who, ago }),
  /** Why the reader may not approve the version, or need not. */
  hindrances: {
    given: 'You have approved this version. Someone else has to approve it, too.',
    author: 'You wrote this version or ordered its run, so someone else approves it.',
  },
  done: (title: string, given: number, needed: number) =>
    t('Approved “{title}”: {given} of {needed, plural, one {# approval} other {# approvals}}', {
      title,
      given,
      needed,
    }),
});
