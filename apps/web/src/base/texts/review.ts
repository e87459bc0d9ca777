import { t, translated } from '../language/translate.ts';

/** What the review bar says before anything is opened from it. */
export const reviewTexts = translated({
  title: 'Review',
  version: (version: number) => t('Version {version}', { version }),
  actions: { approve: 'Approve', request_revision: 'Request revision', reject: 'Reject' },
  done: {
    approve: 'Approved',
    request_revision: 'Revision requested',
    reject: 'Rejected',
  },
  keys: {
    approve: 'Approve this version',
    request_revision: 'Request a revision',
    reject: 'Reject this version',
    compare: 'Compare with the previous version',
  },
  changeDecision: 'Change decision',
  more: 'More',
  waiting: 'Nobody has reviewed this version yet.',
  by: (who: string, ago: string) => t('by {who}, {ago}', { who, ago }),
  /** Beside the name of an author who is no member of the team. */
  authors: { client: 'Client', api_key: 'API key', agent: 'Agent' },
  draft: 'Draft saved',
  approved: (title: string) => t('Approved “{title}”', { title }),
  approvedOpen: (count: number) =>
    t('Approved with {count, plural, one {# open citation} other {# open citations}}', { count }),
  openAgain: 'Open',
  rerun: 'Rerun',
  rerunWithPoints: (count: number) =>
    t('Rerun with {count, plural, one {# point} other {# points}}', { count }),
});
