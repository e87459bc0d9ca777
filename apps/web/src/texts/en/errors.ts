/** What went wrong, and what to do about it. */
export const errorTexts = {
  connection: {
    title: 'The service cannot be reached',
    advice: 'Check your connection. Nothing is lost: what runs goes on without this page.',
  },
  timeout: { title: 'The service took too long', advice: 'It may be busy. Try again in a moment.' },
  signedOut: { title: 'You are signed out', advice: 'Your session has ended. Sign in to go on where you were.' },
  forbidden: {
    title: 'Your role does not allow this',
    advice: 'Ask an admin or the owner of your team to do it or to change your role.',
  },
  spentLink: {
    title: 'This link has expired or was used before',
    advice: 'Each link works once and not for long. Ask for a new one.',
  },
  forRole: (needed: string, own: string) =>
    needed === 'Owner'
      ? `Only the owner may see this page; your role is ${own}. Ask the owner of your team.`
      : `This page is for the role ${needed} and above; your role is ${own}. Ask an admin or the owner of your team.`,
  subscription: {
    advice: 'The owner of your team can choose a plan under Settings, Billing.',
  },
  notFound: { title: 'There is nothing here', advice: 'It may have been deleted, or the link is not right.' },
  rateLimited: { title: 'Too many requests' },
  invalid: 'Correct it and send it again.',
  budget: 'Raise the budget of the engagement, then try again.',
  conflict: 'The page may be out of date. Load it again to see how things stand.',
  server: {
    title: 'Something went wrong on our side',
    advice: 'Try again. If it stays, tell support the request below.',
  },
  engine: 'The engine did not take it. Try again in a moment.',
  unknown: { title: 'Something went wrong', advice: 'Load the page again.' },
  missingCode: {
    title: 'This part of the app could not be loaded',
    advice:
      'Perhaps a newer version has been installed since you opened it, or the connection is gone. Load the page again.',
  },
  unavailable: 'It should be back shortly. Try again.',
} as const;
