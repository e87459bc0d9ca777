/** Names of statuses and roles. */
export const statusTexts = {
  engagement: {
    pending: 'Not started',
    running: 'Running',
    paused: 'Paused',
    completed: 'Completed',
    failed: 'Failed',
  },
  approval: {
    pending_review: 'To review',
    approved: 'Approved',
    revision_requested: 'Revision requested',
    rejected: 'Rejected',
  },
  role: { owner: 'Owner', admin: 'Admin', member: 'Member', viewer: 'Viewer' },
  plan: { starter: 'Starter', professional: 'Professional', enterprise: 'Enterprise' },
} as const;
