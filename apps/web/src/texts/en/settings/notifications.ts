/** Texts of the page where a person chooses what comes by email (docs/requirements/notices.md). */
export const notificationTexts = {
  title: 'Email notifications',
  description: 'Only for you. Your inbox in the app has all notices, whatever you choose here.',
  saved: 'Notifications saved',
  runs: {
    label: 'Your work: runs, questions from agents, changed sources, assignments',
    options: [
      { value: 'now', label: 'At once', hint: 'An email for each of them, and one when your run starts' },
      { value: 'daily', label: 'Once a day', hint: 'One mail each morning with what you have not read' },
      { value: 'off', label: 'No mail', hint: 'You see it in the inbox only' },
    ],
  },
  clients: {
    label: 'What clients say: comments, answers, decisions',
    options: [
      { value: 'now', label: 'At once', hint: 'An email for each comment, answer and decision in your engagements' },
      { value: 'daily', label: 'Once a day', hint: 'One mail each morning with what you have not read' },
      { value: 'off', label: 'No mail', hint: 'The owner and the admins of the workspace are still told' },
    ],
  },
  digest: {
    label: 'Summary of the day',
    options: [
      {
        value: 'daily',
        label: 'Each morning',
        hint: 'One email with everything that you have not read, or none if you have read it all',
      },
      { value: 'off', label: 'No summary', hint: 'Only the emails that you chose above' },
    ],
  },
} as const;
