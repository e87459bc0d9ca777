import { t, translated } from '../language/translate.ts';

/** What is said while somebody decides about a version. */
export const decidingTexts = translated({
  compose: {
    approve: 'Approve',
    request_revision: 'What should the next version do differently?',
    reject: 'Why is it rejected?',
    hint: 'One point per field; the agent answers each. Enter adds a point, Shift+Enter adds a line.',
    point: (number: number) => t('Point {number}', { number }),
    placeholder: 'For example: name an owner and a date for each measure',
    add: 'Add a point',
    remove: (number: number) => t('Remove point {number}', { number }),
    tooLong: (count: number) =>
      t('{count, plural, one {# character} other {# characters}} too many', { count }),
    tooMany: 'With more than 40 points, the agent answers them together instead of one by one.',
    close: 'Close and keep what you typed',
    andRerun: 'Request and rerun',
    price: (low: string, high: string) => t('{low} to {high}', { low, high }),
  },
  conflict: {
    reviewed: {
      approve: (who: string, ago: string) => t('{who} approved this version {ago}', { who, ago }),
      request_revision: (who: string, ago: string) =>
        t('{who} requested a revision of this version {ago}', { who, ago }),
      reject: (who: string, ago: string) => t('{who} rejected this version {ago}', { who, ago }),
    },
    newer: (version: number) => t('Version {version} is now the latest', { version }),
    reviewedAdvice: 'Your review would replace that decision. Theirs stays in the history.',
    newerAdvice:
      'A review applies to the latest version. Read it first; what you typed is kept here.',
    theirNotes: 'Their notes',
    replace: {
      approve: 'Approve anyway',
      request_revision: 'Request anyway',
      reject: 'Reject anyway',
    },
    leave: 'Leave it as it is',
  },
  approval: {
    title: (version: number) => t('Approve version {version}?', { version }),
    meaning:
      'You confirm that your firm stands behind this version. It can then be released to clients; nothing is sent now.',
    meaningPart: (given: number, needed: number) =>
      t(
        'You confirm that your firm stands behind this version. It is approved with {needed, plural, one {# approval} other {# approvals}}; yours is number {given}.',
        { given, needed },
      ),
    open: 'Still open in this version:',
    approve: 'Approve',
    approveOpen: 'Approve with open points',
    get leave() {
      return t('Not yet', {}, 'refusal');
    },
  },
  openCitations: {
    title: 'This version has open citations',
    advice:
      'This workspace requires every citation to be verified or computed before a document is approved. Request a revision, or look at the open ones first.',
    admin: 'An admin can approve it anyway and give a reason.',
    approve: 'Approve anyway…',
    leave: 'Leave it as it is',
    dialog: 'Approve despite open citations?',
    dialogAdvice: 'The reason goes into the history of this version and into the audit log.',
    reason: 'Reason',
    confirm: 'Approve',
    overridden: (reason: string) => t('Despite open citations: {reason}', { reason }),
  },
});
