import { languages } from '@ecp/language/language';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsIn } from './mail-language.ts';
import { describeNotice, type EngagementNotice } from './notice-mails.ts';

/** How a sentence in each language says that a client speaks. */
const clients = {
  en: /^The client /,
  de: /^Der Kunde /,
  fr: /^Le client /,
  es: /^El cliente /,
  ja: /^クライアント（/,
};

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 900 }),
  fc.webUrl(),
  fc.emailAddress(),
);
const filename = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
const notices: fc.Arbitrary<EngagementNotice> = fc
  .record({ engagementName: text, author: text, words: text, filename })
  .chain(({ engagementName, author, words, filename }) => {
    const about = { engagementId: 'e/1', engagementName };
    return fc.constantFrom<EngagementNotice>(
      { kind: 'run_failed', data: { runId: 'r', reason: null, error: words }, ...about },
      { kind: 'question_asked', data: { runId: 'r', questionId: 'q', question: words }, ...about },
      { kind: 'owner_assigned', data: { assignedBy: author }, ...about },
      {
        kind: 'approval_needed',
        data: {
          filename,
          title: words,
          version: 1,
          approvedBy: author,
          approvals: 1,
          approvalsNeeded: 3,
        },
        ...about,
      },
      {
        kind: 'client_comment',
        data: { commentId: 'c', filename, title: words, author, words },
        ...about,
      },
      { kind: 'client_comment', data: { commentId: 'c', filename: null, author, words }, ...about },
      { kind: 'client_answer', data: { questionId: 'q', author, words }, ...about },
      {
        kind: 'client_decision',
        data: { filename, version: 1, action: 'reject', author, words },
        ...about,
      },
    );
  });

// NOT-1, NOT-5, LAN-12, SGN-17
test.each(languages)(
  'a notice in words of %s is short, on one line, and without a link, whatever people and agents wrote',
  (language) => {
    fc.assert(
      fc.property(notices, (notice) => {
        const { title, sentence, words, path } = describeNotice(notice, wordsIn(language));
        for (const line of [title, sentence, words ?? '']) {
          expect(line).not.toMatch(/\/\/|@|[\p{Cc}\p{Zl}\p{Zp}]|\.(?=\p{L})/u);
          expect([...line].length).toBeLessThan(1_000);
        }
        if (notice.kind.startsWith('client')) expect(sentence).toMatch(clients[language]);
        expect(path).toMatch(/^\/engagements\/e%2F1(\/[\w%.!~*'()-]+)*(#comment-c)?$/);
      }),
    );
  },
);
