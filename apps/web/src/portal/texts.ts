import { countOf } from '../format/words.ts';

export const portalTexts = {
  documentTitle: (company: string) => `Documents from ${company}`,
  loadingTitle: 'Shared documents',
  skip: 'Skip to the documents',
  cover: {
    preparedFor: (client: string) => `Prepared for ${client}`,
    state: {
      preparing: (company: string) => `${company} is preparing your documents.`,
      asked: (count: number) =>
        count === 1 ? 'One decision or answer is waiting for you.' : `${count} decisions or answers are waiting for you.`,
      settled: 'Nothing is waiting for you at the moment.',
    },
  },
  asked: {
    title: 'What we ask of you',
    questions: (count: number) => `Answer ${countOf(count, 'question')}`,
    reply: (name: string, title: string | undefined) =>
      title === undefined ? `Read the reply from ${name}` : `Read the reply from ${name} on “${title}”`,
  },
  release: {
    from: (name: string, day: string) => `${name}, ${day}`,
    on: (day: string) => `Sent to you on ${day}`,
  },
  documents: 'Documents',
  decisionPapers: 'For your decision',
  mainPaper: 'Main paper',
  supporting: 'Supporting papers',
  supportingHint: 'They need no decision.',
  read: 'Read the paper',
  changedSince: (day: string) => `changed since ${day}`,
  minutes: (minutes: number) => `${minutes} min read`,
  commentCount: (count: number) => countOf(count, 'comment'),
  nothingYet: {
    title: 'Nothing to read yet',
    advice: (company: string) =>
      `${company} is still preparing the documents. They appear here as soon as they are ready. Please keep this link.`,
  },
  allDocuments: 'All documents',
  aside: 'Decision and comments',
  neighbours: { label: 'Other documents', previous: 'Previous', next: 'Next' },
  print: 'Print',
  printedHead: (engagement: string, client: string) => `${engagement} · Prepared for ${client}`,
  downloads: {
    all: 'Download all',
    one: 'Download',
    pdf: 'As PDF',
    word: 'For Word',
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
  source: (number: string) => `Show the source of footnote ${number}`,
  derivation: {
    open: 'Show how this figure follows',
    title: 'The calculation',
  },
  archived: (moment: string) => `archived on ${moment}`,
  decision: {
    title: 'Your decision',
    ask: 'Is this document what you need?',
    count: (made: number, of: number) => `${made} of ${of} people have decided.`,
    approve: 'Approve',
    reject: 'Ask for changes',
    send: { approve: 'Approve', reject: 'Send to the team' },
    given: {
      approve: (moment: string) => `You approved this on ${moment}.`,
      reject: (moment: string) => `You asked for changes on ${moment}.`,
    },
    before: {
      approve: (moment: string) => `You approved this on ${moment}. It has changed since.`,
      reject: (moment: string) => `You asked for changes on ${moment}. It has changed since.`,
    },
    change: { approve: 'Ask for changes instead', reject: 'Approve instead' },
    confirmTitle: {
      approve: (title: string) => `Approve “${title}”`,
      reject: (title: string) => `Ask for changes to “${title}”`,
    },
    lead: {
      approve:
        'This tells the team that you accept the document as it is. You can change your mind until the document changes.',
      reject: 'The team is notified immediately. You can change your mind until the document changes.',
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
    open: (count: number) => (count === 0 ? 'Comments' : countOf(count, 'comment')),
    hint: 'Select words in the text to comment on them.',
    generalTitle: 'General comments',
    generalHint: 'To comment on one document, open it and comment there.',
    yours: 'Comment',
    onPassage: 'Comment on these words',
    placeholder: 'Write to the team…',
    send: 'Send comment',
    reply: 'Reply',
    replyTo: (name: string) => `Reply to ${name}`,
    yourReply: 'Your reply',
    replyPlaceholder: 'Reply…',
    sendReply: 'Send reply',
    cancel: 'Cancel',
    resolved: 'The team has resolved this.',
    isNew: 'New',
    showPassage: (quote: string) => `Show “${quote}” in the text`,
  },
  as: (name: string) => `As ${name}`,
  readers: {
    team: (company: string) => `Only the team of ${company} reads this.`,
    clients: (company: string) => `The team of ${company} and other clients with a link read this.`,
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
  privacy: 'Shared with you privately. Anyone who has this link can see what you see here.',
} as const;
