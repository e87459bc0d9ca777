/** Texts of the inbox. */
export const noticeTexts = {
  title: 'Inbox',
  description: 'What happened in your engagements. Notices stay for 90 days.',
  settings: 'Choose what you get by email',
  list: 'Notices',
  show: 'Which notices',
  all: 'All',
  unread: 'Unread',
  readAll: 'Mark all as read',
  more: 'Load older notices',
  empty: {
    title: 'No notices yet',
    advice: 'You are told here when a run that you started ends, when an agent asks, and when a client says something.',
  },
  nothingUnread: { title: 'Nothing unread', advice: 'You have read all your notices.' },
} as const;
