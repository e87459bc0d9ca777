/** Texts of the page where a person chooses what comes by mail (docs/requirements/notices.md). */
export const notificationTexts = {
  title: 'Email notifications',
  description: 'Only for you. Your inbox in the app has all notices, whatever you choose here.',
  saved: 'Notifications saved',
  runs: {
    label: 'Your work: runs, questions of agents, changed sources, assignments',
    options: [
      { value: 'now', label: 'At once', hint: 'A mail for each of them, and when your run starts' },
      { value: 'daily', label: 'Once a day', hint: 'One mail each morning with what you have not read' },
      { value: 'off', label: 'No mail', hint: 'You see it in the inbox only' },
    ],
  },
  clients: {
    label: 'What clients say: comments, answers, decisions',
    options: [
      { value: 'now', label: 'At once', hint: 'A mail for each comment, answer and decision in your engagements' },
      { value: 'daily', label: 'Once a day', hint: 'One mail each morning with what you have not read' },
      { value: 'off', label: 'No mail', hint: 'The owner and the admins of the workspace are told too' },
    ],
  },
  digest: {
    label: 'Summary of the day',
    options: [
      {
        value: 'daily',
        label: 'Each morning',
        hint: 'One mail with everything that you have not read; none if you have',
      },
      { value: 'off', label: 'No summary', hint: 'Only the mails that you chose above' },
    ],
  },
} as const;
