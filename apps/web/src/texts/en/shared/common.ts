/** Texts that every page uses. */
export const commonTexts = {
  product: 'Engagements',
  loading: 'Loading',
  close: 'Close',
  cancel: 'Cancel',
  delete: 'Delete',
  copy: 'Copy',
  copied: 'Copied',
  tryAgain: 'Try again',
  reload: 'Reload the page',
  signIn: 'Sign in',
  seePlans: 'See plans',
  toEngagements: 'Go to engagements',
  requestId: 'Request ID',
  skipToContent: 'Skip to content',
  typeToConfirm: (text: string) => `Type “${text}” to confirm`,
  never: 'Never',
} as const;
