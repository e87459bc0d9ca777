import { t, translated } from '../../../base/language/translate.ts';
export const securityTexts = translated({
  required: {
    title: 'Set up a second factor',
    advice:
      'This workspace requires one. Set up an authenticator app or a passkey here, then continue.',
  },
  totp: {
    title: 'Authenticator app',
    description:
      'An app on your phone shows a new code every 30 seconds. Sign-in asks for it after your password.',
    on: 'Set up',
    off: 'Not set up',
    add: 'Set up an app',
    remove: 'Remove',
    dialogTitle: 'Set up an authenticator app',
    scan: 'Scan this code with the app, for example Google Authenticator, 1Password or Aegis.',
    qrLabel: 'QR code with the secret for the authenticator app',
    typeInstead: 'Or type this secret into the app:',
    secretLabel: 'Secret',
    copy: 'Copy',
    code: 'Code that the app shows',
    submit: 'Confirm',
    added: 'Authenticator app set up',
    removeTitle: 'Remove the authenticator app?',
    removeAdvice: 'Sign-in no longer asks for its code.',
    removed: 'Authenticator app removed',
  },
  passkeys: {
    title: 'Passkeys',
    description:
      'Your fingerprint, face or PIN on this device, or a security key. A passkey signs you in without a password.',
    none: 'No passkey yet.',
    unsupported: 'This browser does not support passkeys.',
    add: 'Add a passkey',
    dialogTitle: 'Add a passkey',
    name: 'Name',
    nameHint: 'To recognize it later, such as “Work laptop”.',
    submit: 'Continue',
    added: (name: string) => t('{name} added', { name }),
    addedOn: (day: string) => t('Added {day}', { day }),
    used: 'Last used',
    neverUsed: 'Not used yet',
    remove: (name: string) => t('Remove {name}', { name }),
    removeTitle: (name: string) => t('Remove {name}?', { name }),
    removeAdvice: 'You can no longer sign in with it. Delete it on the device, too.',
    removed: (name: string) => t('{name} removed', { name }),
    confirmRemove: 'Remove',
  },
  recovery: {
    title: 'Recovery codes',
    description: 'For when your phone or passkey is lost. Each code works once.',
    left: (count: number) => t('{count} of 10 left', { count }),
    renew: 'Create new codes',
    renewTitle: 'Create new recovery codes?',
    renewAdvice: 'The old ones stop working.',
    renewConfirm: 'Create new codes',
    shownTitle: 'Your recovery codes',
    warning:
      'These codes are shown only once. Keep them where you can find them without your phone.',
    label: 'Recovery codes',
    copy: 'Copy',
    download: 'Download',
    filename: 'recovery-codes.txt',
    done: 'I have saved them',
  },
  policies: {
    title: 'What this workspace requires',
    description:
      'Applies to every member from their next action. API keys are exempt from the first two.',
    requireSecondFactor: 'A second factor',
    requireSecondFactorHint: 'Members without one can do nothing until they set one up.',
    requireStepUp: 'Ask again before sensitive actions',
    requireStepUpHint:
      'Creating keys, exporting or erasing data, changing policies, and changing the team ask for a password or code if the last one is older than 10 minutes.',
    requireVerifiedCitations: 'Verified citations for an approval',
    requireVerifiedCitationsHint:
      'A document can be approved, by the team or a client, only when each of its citations is verified or computed. An admin can approve it anyway, with a reason that stays in the history.',
    requireAttestation: 'An attestation with each release',
    requireAttestationHint:
      'Whoever releases documents to a client says in their own name that they stand by them. It stays with the release and in the AI-use statement.',
    approvalsNeeded: 'Approvals for a document',
    approvalsNeededHint:
      'How many members approve a version before it is approved. Each counts once, and an API key counts as the member who made it. One rejection or request voids the approvals so far. A change counts from the next review.',
    approvals: (count: number) =>
      t('{count, plural, one {# approval} other {# approvals}}', { count }),
    authorMayApprove: 'Authors may approve their own versions',
    authorMayApproveHint:
      'The author is who wrote or restored the version; of a version that agents wrote, who ordered the run. Without this, someone else approves.',
    releaseRole: 'Who releases documents to clients',
    releaseRoleHint:
      'Also applies to client links that always show the latest versions. An API key may do what the member who made it may do.',
    releaseRoles: {
      member: 'Members and above',
      admin: 'Admins and the owner',
      owner: 'The owner only',
    },
    ownMissing: 'You have no second factor yet, so you would have to set one up immediately.',
    saved: 'Saved',
  },
  member: {
    item: 'Reset the second factor…',
    title: (name: string) => t('Reset the second factor of {name}?', { name }),
    advice:
      'For someone who has lost their phone, passkeys and recovery codes. Make sure that the request really comes from them. Their next sign-in needs only the password or an emailed link. They get an email.',
    confirm: 'Reset the second factor',
    done: (name: string) => t('{name} can now sign in without a second factor', { name }),
  },
});
