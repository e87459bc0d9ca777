import { t, translated } from '../../base/language/translate.ts';

export const clientLinkTexts = translated({
  title: 'Clients',
  description:
    'Each client reads through a link of their own, without an account, and sees only what you release to them.',
  caption: 'Active client links',
  create: 'New client link',
  first: 'Share with a client',
  unnamed: 'Unnamed client',
  empty: {
    title: 'Show your client the work',
    advice:
      'Create a link for your client, then release documents to it. Your client reads them in your branding, comments on them, and decides on each one.',
  },
  ended: (count: number) =>
    t('Show {count, plural, one {# inactive link} other {# inactive links}}', { count }),
  endedCaption: 'Inactive client links',
  columns: {
    client: 'Client',
    sees: 'Sees',
    permissions: 'May',
    used: 'Last seen',
    expires: 'Expires',
    state: 'State',
    actions: 'Actions',
  },
  permissions: {
    read: 'read',
    comment: 'comment',
    approve: 'decide',
    answer: 'answer questions',
    download: 'download',
    sources: 'see cited passages',
    files: 'open whole files',
  },
  sees: {
    nothing: 'Nothing yet',
    documents: (count: number) =>
      t('{count, plural, one {# document} other {# documents}}', { count }),
    latest: 'Every latest version',
  },
  neverOpened: 'Not yet',
  revoked: 'Revoked',
  expired: 'Expired',
  actionsOf: (name: string) => t('Actions for {name}', { name }),
  preview: 'See what they see',
  previewLabel: (name: string) => t('Preview by {name}', { name }),
  replace: 'Replace…',
  revoke: 'Revoke…',
  latestAdvice: (count: number) =>
    t(
      '{count, plural, one {One link shows every latest version as soon as it is written, released or not. Replace it with a link to released documents, then revoke it.} other {# links show every latest version as soon as it is written, released or not. Replace them with links to released documents, then revoke them.}}',
      { count },
    ),
});

export const shareTexts = translated({
  title: 'Share with a client',
  replaceTitle: (name: string) => t('Replace the link for {name}', { name }),
  name: 'Client’s name',
  nameHint: 'Their comments, answers and decisions carry this name.',
  email: 'Email address (optional)',
  emailHint:
    'Each release is emailed there with a link. Without an address, you send the link yourself.',
  permissions: 'The client may',
  read: 'Read what you release',
  comment: 'Comment, and reply to you',
  approve: 'Approve or reject each document',
  approveHint: 'Their decision is shown beside your approval and does not replace it.',
  download: 'Download documents as PDF and Word',
  answer: 'Answer questions from agents',
  answerHint: 'The client sees the questions and assumptions, and the answers of your team.',
  sources: 'See the passages behind footnotes',
  sourcesHint:
    'Each cited passage, with one sentence before and after it. Nothing else from your files.',
  files: 'Open the cited files',
  filesHint: 'The whole pages, sheets and PDFs behind the footnotes, not only the passages.',
  seesOthers: 'See what other clients write',
  seesOthersHint:
    'Comments and answers of clients with other links. Without it, the client sees their own and your replies.',
  expires: 'The link expires',
  expiries: {
    week: 'After 7 days',
    month: 'After 30 days',
    quarter: 'After 90 days',
    never: 'Never',
  },
  submit: 'Create link',
});

export const linkMadeTexts = translated({
  title: (name: string) => t('The link for {name} is ready', { name }),
  mailed: (email: string) =>
    t(
      'Each release is emailed to {email} with a link. Copy this one only if you want to send it yourself.',
      { email },
    ),
  once: 'It is shown only once.',
  send: 'Copy it now and send it yourself.',
  url: 'Link for your client',
  copy: 'Copy the link',
  open: 'Open it',
  /** The link is a preview of the team's own. Its tab could not be opened. */
  preview: {
    title: (name: string) => t('See what {name} sees', { name }),
    use: 'Your browser blocked the new tab. Open the preview here. It is for your team only, and expires after an hour.',
    url: 'Link to the preview',
  },
  done: 'Done',
});

export const revokeTexts = translated({
  title: 'Revoke this link?',
  lead: (name: string) =>
    t(
      'The link for {name} stops working immediately, and so do the links that were emailed with releases. Comments and decisions are kept.',
      { name },
    ),
  confirm: 'Revoke the link',
  done: 'Link revoked',
});
