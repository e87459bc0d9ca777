/** Texts of the person in charge of an engagement and its due date. */
export const responsibilityTexts = {
  title: 'Responsibility',
  description: 'Optional. Work that waits in the engagement appears in its owner’s queue. The owner gets a notice.',
  owner: 'Owner',
  nobody: 'Nobody',
  unknown: 'This person is no longer on the team. Choose someone else.',
  due: 'Due date',
  fact: {
    owner: (name: string) => `Owner: ${name}`,
    nobody: 'No owner',
    due: (day: string) => `Due ${day}`,
    noDate: 'No due date',
    change: 'Change owner and due date',
  },
  dialog: { title: 'Owner and due date', submit: 'Save', done: 'Owner and due date saved' },
} as const;
