/** Texts of the list of sessions and of the change of password. */
export const sessionTexts = {
  list: {
    title: 'Where you are signed in',
    description: 'A session ends after 7 days without use. If you do not know one, end it and change your password.',
    current: 'This browser',
    unknown: 'Unknown program',
    onSystem: (browser: string, system: string) => `${browser} on ${system}`,
    since: 'signed in',
    used: 'last used',
    from: (address: string) => `from ${address}`,
    end: 'End',
    endLabel: (browser: string) => `End the session of ${browser}`,
    ended: 'The session has ended',
    endOthers: 'End all others',
    endedOthers: 'All other sessions have ended',
  },
  password: {
    title: 'Password',
    description: 'A change signs you out everywhere else. Links that were mailed to reset the password stop working.',
    current: 'Present password',
    next: 'New password',
    submit: 'Change password',
    done: 'The password is changed',
    wrong: 'This is not your present password.',
    forgotten: 'You have none, or forgot it? Set it with a link by email.',
  },
  confirm: {
    label: 'Confirm your address',
    ask: (email: string) =>
      `Confirm that ${email} is yours: open the link that we mailed you in this browser. Without it, an account is deleted after 7 days without use.`,
    again: 'Send it again',
    sent: 'The link is on its way',
  },
} as const;
