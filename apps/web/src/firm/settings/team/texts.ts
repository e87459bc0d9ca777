import { t, translated } from '../../../base/language/translate.ts';

export const teamTexts = translated({
  title: 'Team',
  description:
    'Everyone who works in this workspace. Clients are not members; they read and approve through their own links.',
  count: (members: number, invited: number) =>
    invited > 0
      ? t('{members, plural, one {# member} other {# members}}, {invited} invited', {
          members,
          invited,
        })
      : t('{members, plural, one {# member} other {# members}}', { members }),
  listLabel: 'Members',
  search: 'Search by name or email',
  noMatch: { title: 'No member matches', advice: 'Search for another name or address.' },
  columns: { person: 'Person', role: 'Role', seen: 'Last sign-in', since: 'Since' },
  you: 'You',
  invited: 'Invited',
  deactivated: 'Deactivated',
  unconfirmed: 'Address not confirmed',
  wallsSuspended: 'New address',
  confirmAddress: {
    item: 'Confirm the address…',
    title: (email: string) => t('Is {email} right?', { email }),
    advice: (name: string) =>
      t(
        'The directory has given {name} this address. Ask the person by another way before you confirm it: whoever reads its mail can then sign in, and memberships of walls stand again.',
        { name },
      ),
    confirm: 'Confirm the address',
    done: (email: string) => t('{email} is confirmed', { email }),
  },
  notYet: 'Not yet',
  changeRole: (name: string, role: string) => t('Role of {name}: {role}', { name, role }),
  giveRole: 'Change role to',
  roleChanged: (name: string, role: string) => t('{name} is now {role}', { name, role }),
  actionsFor: (name: string) => t('Actions for {name}', { name }),
  remove: {
    item: 'Remove from the team…',
    withdraw: 'Withdraw the invitation…',
    title: (name: string) => t('Remove {name}?', { name }),
    withdrawTitle: (name: string) => t('Withdraw the invitation for {name}?', { name }),
    advice:
      'They are signed out everywhere immediately and cannot return unless they are invited again. Everything they created stays: engagements, templates and reviews.',
    keys: 'The API keys they created',
    revokeKeys: 'end now',
    revokeKeysHint: 'Programs that use them stop working.',
    takeOverKeys: 'become mine',
    takeOverKeysHint:
      'They keep working with your permissions. Choose this only if you know these programs.',
    withdrawAdvice:
      'The link in their email stops working immediately. You can invite them again at any time.',
    confirm: 'Remove',
    withdrawConfirm: 'Withdraw',
    done: (name: string) => t('{name} is no longer on the team', { name }),
  },
  resend: {
    item: 'Send the invitation again',
    done: (email: string) => t('A new invitation is on its way to {email}', { email }),
    hint: 'The earlier link no longer works.',
  },
  leave: {
    item: 'Leave this workspace…',
    title: 'Leave this workspace',
    advice: 'For safety, members cannot remove themselves. Ask one of these people to remove you:',
    owner:
      'You are the owner. A workspace has exactly one owner: the person who created it. Ownership cannot be transferred, so the owner cannot leave.',
    ownerInstead:
      'To end the workspace with everything in it, erase it under Settings, Data and account.',
    toAccount: 'Data and account',
    subject: (workspace: string) => t('Please remove me from {workspace}', { workspace }),
  },
  invite: {
    open: 'Invite',
    title: 'Invite someone to the team',
    email: 'Email',
    name: 'Name',
    nameHint: 'Optional.',
    role: 'Role',
    next: 'They get an email with a link that signs them in. It works once, for 7 days. Until they follow it, they are listed as invited.',
    submit: 'Send invitation',
    sentTitle: 'Invitation sent',
    sent: (email: string, role: string) => t('{email} is invited as {role}.', { email, role }),
    steps: [
      'An email with a link is on its way to them.',
      'The link signs them in and confirms their address. It works once, for 7 days.',
      'Until then they are listed here as invited; you can send it again or withdraw it.',
    ],
    another: 'Invite another',
    done: 'Done',
  },
  roles: {
    title: 'What each role can do',
    description: 'Each role includes those below it.',
    yours: 'Your role',
    owner:
      'Can do everything, and is the only one who manages the plan and payment. There is exactly one: the person who created the workspace.',
    admin:
      'Invites and removes members and viewers, manages API keys, webhooks and branding, reads costs and the audit log.',
    member: 'Creates and runs engagements, reviews documents, attaches files, shares with clients.',
    viewer: 'Reads everything and downloads PDFs, but changes nothing.',
  },
});
