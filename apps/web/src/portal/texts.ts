import { t, translated } from '../base/language/translate.ts';

export const portalTexts = translated({
  documentTitle: (company: string) => t('Documents from {company}', { company }),
  frame: {
    title: 'Shared documents',
    skip: 'Skip to the documents',
    privacy: 'Shared with you privately. Anyone who has this link can see what you see here.',
  },
  cover: {
    preparedFor: (client: string) => t('Prepared for {client}', { client }),
    state: {
      preparing: (company: string) => t('{company} is preparing your documents.', { company }),
      decisions: (count: number) =>
        t(
          '{count, plural, one {# document awaits your decision.} other {# documents await your decision.}}',
          {
            count,
          },
        ),
      questions: (count: number) =>
        t(
          '{count, plural, one {# question awaits your answer.} other {# questions await your answer.}}',
          { count },
        ),
      replies: (count: number) =>
        t(
          '{count, plural, one {# reply from the team is new.} other {# replies from the team are new.}}',
          { count },
        ),
      settled: 'Nothing is waiting for you at the moment.',
    },
  },
  asked: {
    title: 'What we ask of you',
    questions: (count: number) =>
      t('Answer {count, plural, one {# question} other {# questions}}', { count }),
    reply: (name: string, title: string | undefined) =>
      title === undefined
        ? t('Read the reply from {name}', { name })
        : t('Read the reply from {name} on “{title}”', { name, title }),
  },
  release: {
    from: (name: string, day: string) => `${name}, ${day}`,
    on: (day: string) => t('Sent to you on {day}', { day }),
    by: (name: string, day: string) => t('Sent to you by {name} on {day}', { name, day }),
  },
  documents: 'Documents',
  decisionPapers: 'For your decision',
  mainPaper: 'Main paper',
  supporting: 'Supporting papers',
  supportingHint: 'They need no decision.',
  read: 'Read the paper',
  changedSince: (day: string) => t('changed since {day}', { day }),
  minutes: (minutes: number) => t('{minutes} min read', { minutes }),
  commentCount: (count: number) =>
    t('{count, plural, one {# comment} other {# comments}}', { count }),
  nothingYet: {
    title: 'Nothing to read yet',
    advice: (company: string) =>
      t(
        '{company} is still preparing the documents. They appear here as soon as they are ready. Please keep this link.',
        { company },
      ),
  },
  allDocuments: 'All documents',
  aside: 'Decision and comments',
  neighbours: { label: 'Other documents', previous: 'Previous', next: 'Next' },
  print: 'Print',
  printedHead: (engagement: string, client: string) =>
    t('{engagement} · Prepared for {client}', { engagement, client }),
  downloads: {
    all: 'Download all',
    one: 'Download',
    pdf: 'As PDF',
    word: 'For Word',
    aiUse: 'Statement on the use of AI',
    made: 'Your file has been saved',
  },
  missingFile: {
    title: 'This document is no longer available',
    advice: 'It may have been renamed or withdrawn. The others are in the list.',
  },
  standing: {
    waiting: 'Awaiting your decision',
    approved: 'Approved',
    rejected: 'Changes requested',
  },
  decidedBefore: 'It has changed since you decided.',
  source: (number: string) => t('Show the source of footnote {number}', { number }),
  derivation: {
    open: 'Show how this figure follows',
    title: 'The calculation',
  },
  archived: (moment: string) => t('archived on {moment}', { moment }),
  decision: {
    title: 'Your decision',
    ask: 'Is this document what you need?',
    count: (made: number, of: number) => t('{made} of {of} people have decided.', { made, of }),
    approve: 'Approve',
    reject: 'Ask for changes',
    send: { approve: 'Approve', reject: 'Send to the team' },
    given: {
      approve: (moment: string) => t('You approved this on {moment}.', { moment }),
      reject: (moment: string) => t('You asked for changes on {moment}.', { moment }),
    },
    before: {
      approve: (moment: string) =>
        t('You approved this on {moment}. It has changed since.', { moment }),
      reject: (moment: string) =>
        t('You asked for changes on {moment}. It has changed since.', { moment }),
    },
    change: { approve: 'Ask for changes instead', reject: 'Approve instead' },
    confirmTitle: {
      approve: (title: string) => t('Approve “{title}”', { title }),
      reject: (title: string) => t('Ask for changes to “{title}”', { title }),
    },
    lead: {
      approve:
        'This tells the team that you accept the document as it is. You can change your mind until the document changes.',
      reject:
        'The team is notified immediately. You can change your mind until the document changes.',
    },
    note: { approve: 'Note (optional)', reject: 'What has to change?' },
    noteHint: {
      approve: 'Sent to the team with your decision.',
      reject: 'The clearer it is, the better the next draft.',
    },
    done: { approve: 'Your approval has been recorded', reject: 'Your request has been sent' },
    doneAdvice: 'The team can see it at once.',
    newer: 'The document has changed. Please read it, then decide again.',
  },
  comments: {
    title: 'Comments',
    open: (count: number) =>
      count === 0
        ? t('Comments')
        : t('{count, plural, one {# comment} other {# comments}}', { count }),
    hint: 'Select words in the text to comment on them.',
    generalTitle: 'General comments',
    generalHint: 'To comment on one document, open it and comment there.',
    yours: 'Comment',
    onPassage: 'Comment on these words',
    placeholder: 'Write to the team…',
    send: 'Send comment',
    reply: 'Reply',
    replyTo: (name: string) => t('Reply to {name}', { name }),
    yourReply: 'Your reply',
    replyPlaceholder: 'Reply…',
    sendReply: 'Send reply',
    cancel: 'Cancel',
    resolved: 'The team has resolved this.',
    moreReaders:
      'Nothing has been sent: other clients with a link can now read comments, too. Send it again if they may read it.',
    isNew: 'New',
    showPassage: (quote: string) => t('Show “{quote}” in the text', { quote }),
  },
  as: (name: string) => t('As {name}', { name }),
  /** Under which name a comment is sent, and who reads it. */
  asReadBy: {
    team: (name: string, company: string) =>
      t('As {name}. Only the team of {company} reads this.', { name, company }),
    clients: (name: string, company: string) =>
      t('As {name}. The team of {company} and other clients with a link read this.', {
        name,
        company,
      }),
  },
  closed: {
    title: 'This link does not work',
    lead: 'It may have expired, been revoked by the team that sent it, or been copied incompletely.',
    advice: 'Ask the person who sent it for a new link. You do not need an account.',
  },
  noReading: {
    title: 'This link does not allow reading',
    lead: 'It was created without permission to read the documents.',
    advice: 'Ask the person who sent it for another one.',
  },
  failed: { retry: 'Try again' },
});
