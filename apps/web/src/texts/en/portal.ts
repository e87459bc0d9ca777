import { countOf } from './shared/count-of.ts';

/** Texts of the client portal. */
export const portalTexts = {
  documentTitle: (company: string) => `Documents from ${company}`,
  loadingTitle: 'Shared documents',
  skip: 'Skip to the documents',
  preparedFor: (client: string, company: string) => `Prepared for ${client} by ${company}`,
  signedOff: (done: number, all: number) => `You have decided on ${done} of ${countOf(all, 'document')}`,
  documents: 'Documents',
  documentFacts: {
    version: (version: number) => `Version ${version}`,
    minutes: (minutes: number) => `${minutes} min read`,
  },
  commentCount: (count: number) => countOf(count, 'comment'),
  nothingYet: {
    title: 'Nothing to read yet',
    advice: (company: string) =>
      `${company} is still preparing the documents. They appear here as soon as they are ready; keep this link.`,
  },
  allDocuments: 'All documents',
  print: 'Print',
  toAnswer: 'Give your answer',
  toComments: 'Comments',
  missingFile: {
    title: 'This document is no longer here',
    advice: 'It may have been renamed or withdrawn. The others are in the list.',
  },
  standing: {
    waiting: 'Awaiting your answer',
    approved: 'Approved',
    rejected: 'Rejected',
    revising: 'Being revised',
    shared: 'To read',
  },
  evidence: {
    allVerified: (count: number) =>
      count === 1
        ? 'The one citation was checked against its source'
        : `All ${count} citations were checked against their sources`,
    some: (verified: number, all: number) => `${verified} of ${all} citations were checked against their sources`,
  },
  notes: {
    notVerified: 'Not verified',
    derived: 'How the figure follows',
    archived: (moment: string) => `archived on ${moment}`,
  },
  decision: {
    title: 'Your answer',
    ask: (version: number) => `Is version ${version} what you need?`,
    approve: 'Approve',
    reject: 'Reject',
    given: {
      approved: (by: string, day: string) => `Approved by ${by} on ${day}.`,
      rejected: (by: string, day: string) => `Rejected by ${by} on ${day}.`,
    },
    change: 'Change the answer',
    revising: 'A new version is being prepared. You will be asked again when it is ready.',
    confirmTitle: {
      approve: (version: number) => `Approve version ${version}`,
      reject: (version: number) => `Reject version ${version}`,
    },
    lead: {
      approve: 'This tells the team that you accept the document as it is.',
      reject: 'This tells the team that you do not accept the document as it is.',
    },
    note: { approve: 'Note (optional)', reject: 'What has to change?' },
    noteHint: {
      approve: 'Sent to the team with your answer.',
      reject: 'The clearer it is, the better the next version.',
    },
    done: { approve: 'Your approval has been recorded', reject: 'Your rejection has been recorded' },
    doneAdvice: 'The team can see it at once.',
    newer: 'A newer version is now shown. Please read it, then answer again.',
  },
  comments: {
    title: 'Comments',
    generalTitle: 'General comments',
    generalHint: 'To comment on one document, open it and comment there.',
    noneYet: 'No comments yet. Ask a question or say what you think; the team reads it here.',
    yours: 'Comment',
    placeholder: 'Write to the team…',
    send: 'Send comment',
  },
  name: {
    label: 'Your name',
    hint: 'Shown with your comments and answers; stored in this browser.',
    as: (name: string) => `As ${name}`,
    change: 'Not you?',
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
  privacy: 'Shared with you privately: anyone with this link can see what you see here.',
} as const;
