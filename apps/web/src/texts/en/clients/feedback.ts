/** Texts of what clients have said: comments and decisions. */
export const feedbackTexts = {
  title: 'Client feedback',
  description: 'Comments and decisions of clients, newest first.',
  empty: 'Nothing yet. Your client’s comments and decisions appear here.',
  fresh: 'New',
  approved: 'approved',
  rejected: 'rejected',
  commented: 'commented on',
  onWhole: 'the whole engagement',
  version: (version: number) => `version ${version}`,
  resolved: 'Resolved',
} as const;
