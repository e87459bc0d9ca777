import { t, translated } from '../../base/language/translate.ts';

export const commentTexts = translated({
  title: 'Comments',
  get comment() {
    return t('Comment', {}, 'verb');
  },
  commentOn: 'Comment on the selected words',
  commentOnAll: 'Comment on the whole document',
  none: {
    open: 'No open comments',
    resolved: 'No resolved comments',
    orphaned: 'No comments on deleted words',
    advice: 'Select words in the text to comment on them.',
  },
  filter: {
    label: 'Which comments',
    get open() {
      return t('Open', {}, 'unresolved');
    },
    resolved: 'Resolved',
    orphaned: 'Words deleted',
  },
  compose: {
    label: 'Comment',
    placeholder: 'Comment…',
    suggest: 'Suggest wording',
    suggestion: 'Replacement',
    removal: 'The selected words would be removed.',
    get send() {
      return t('Comment', {}, 'verb');
    },
    cancel: 'Cancel',
    suggested: 'I suggest a different wording.',
  },
  thread: {
    label: (name: string) => t('Comment by {name}', { name }),
    onWhole: 'On the whole document',
    onEngagement: 'On the whole engagement',
    orphaned: 'These words are no longer in the text.',
    elsewhere: 'Not in this version',
    show: 'Show in the text',
    reply: 'Reply',
    replyPlaceholder: 'Reply…',
    replyTo: (name: string) => t('Reply to {name}', { name }),
    replies: (count: number) => t('{count, plural, one {# reply} other {# replies}}', { count }),
    resolve: 'Resolve',
    reopen: 'Reopen',
    accept: 'Accept',
    resolvedBy: (name: string, ago: string) => t('Resolved by {name} {ago}', { name, ago }),
    answeredIn: (version: number) => t('Version {version}', { version }),
    clientSeesReply: 'The client sees your reply.',
  },
  keys: {
    comment: 'Comment on the selected words',
    next: 'Next comment',
    previous: 'Previous comment',
  },
  accepted: (version: number) => t('Accepted as version {version}', { version }),
  undo: 'Undo',
  undone: 'Earlier text restored',
  resolved: 'Resolved',
  review: {
    label: 'Comments to answer',
    hint: 'The rerun answers each of them.',
    all: 'All',
    none: 'None',
    about: (quote: string) => `“${quote}”`,
  },
});
