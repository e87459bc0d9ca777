/** Texts of the inbox. */
export const noticeTexts = {
  title: 'Inbox',
  description: 'What has happened in your engagements. Notices are kept for 90 days.',
  settings: 'Choose what you get by email',
  list: 'Notices',
  show: 'Which notices',
  all: 'All',
  unread: 'Unread',
  readAll: 'Mark all as read',
  more: 'Load older notices',
  empty: {
    title: 'No notices yet',
    advice:
      'A notice appears here when a run that you started ends, when an agent asks a question, and when a client comments, answers or decides.',
  },
  nothingUnread: { title: 'Nothing unread', advice: 'You have read all your notices.' },
} as const;
