import { t, translated } from '../../../base/language/translate.ts';

export const ssoTexts = translated({
  title: 'Single sign-on',
  description:
    'People of your firm sign in through the provider that your firm already uses, such as Entra ID, Okta or Google Workspace.',
  setUp: 'Connect a provider',
  empty: {
    title: 'No provider is connected',
    advice:
      'Register this app at your provider with the address below, connect the provider here, and verify your email domain. Nothing changes for your team before that.',
  },
  kinds: { oidc: 'OpenID Connect', saml: 'SAML 2.0' },
  kindHints: {
    oidc: 'Takes an issuer, a client ID and a client secret. Choose this if your provider offers both.',
    saml: 'Takes the metadata of your provider, as an address or as a file.',
  },
  state: {
    unproved: 'Nobody signs in this way yet: no domain is verified.',
    proved: (domains: string) =>
      t('People with an address of {domains} sign in through your provider.', { domains }),
  },
  provider: {
    get title() {
      return t('Provider', {}, 'sign-in');
    },
    change: 'Change',
    kind: 'Protocol',
    issuer: 'Issuer',
    issuerHint:
      'The address of your provider, as its own configuration page shows it. It begins with https://.',
    addressInvalid: 'Enter a whole address that begins with https://.',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    secretKept: 'Leave it empty to keep the present one.',
    secretStored: 'Stored, and never shown',
    metadataFrom: 'Metadata',
    metadataUrl: 'Address of the metadata',
    metadataUrlHint:
      'New certificates of your provider are known within a minute. Choose this if your provider offers it.',
    metadataUrlUnreadable:
      'This address gives no metadata that can be used. Check it at your provider.',
    metadata: 'Metadata as XML',
    metadataHint:
      'Paste the whole file. When your provider changes its certificate, paste the new one here.',
    metadataUnreadable:
      'This is no metadata that can be used. Paste the file as your provider gives it.',
    byAddress: 'From an address',
    byText: 'Pasted text',
    pasted: 'Pasted here',
    createTitle: 'Connect a provider',
    editTitle: 'Change the provider',
    submitCreate: 'Connect',
    submitEdit: 'Save',
    connected: 'Provider connected',
    saved: 'Saved',
    underWay: 'Sign-ins that are under way have to start again.',
  },
  addresses: {
    title: 'Addresses for your provider',
    description: 'Enter these where you register the app at your provider.',
    redirect: 'Redirect address (callback)',
    entity: 'Entity ID (audience) and address of our metadata',
    acs: 'Reply address (ACS)',
    scopes:
      'The app asks for the scopes openid, email and profile. For roles by group, send the claim “groups”.',
    saml: 'The NameID is the email address. For roles by group, send the attribute “groups”. Sign the response or the assertion.',
    afterSaving:
      'For SAML, the addresses of this app appear here once you have connected the provider. If it asks for them before it gives its metadata, enter any address there and replace it afterwards.',
  },
  domains: {
    title: 'Email domains',
    description:
      'Only people with an address in a verified domain can sign in. Each subdomain is verified by itself.',
    list: 'Email domains',
    none: 'No domain yet. Add the part of your email addresses after the @.',
    proved: (day: string) => t('Verified {day}', { day }),
    unproved: 'Not verified',
    record: (domain: string) => t('TXT record at {domain}', { domain }),
    copyRecord: 'Copy',
    check: 'Check now',
    checkLabel: (domain: string) => t('Check now: {domain}', { domain }),
    missing:
      'The record was not found. New records can take an hour to be seen everywhere; check again later.',
    lost: 'The record is gone, so the domain is no longer verified. People with this domain no longer sign in through your provider.',
    found: (domain: string) => t('{domain} is verified', { domain }),
    add: 'Add domain',
    domain: 'Domain',
    placeholder: 'example.com',
    invalid: 'Enter a domain, such as example.com.',
    remove: (domain: string) => t('Remove {domain}', { domain }),
    removeTitle: (domain: string) => t('Remove {domain}?', { domain }),
    removeAdvice:
      'People with this domain no longer sign in through your provider. To verify the domain again you need a new record.',
    removeUnproved:
      'Nobody signs in with it yet. To verify the domain later you need a new record.',
    removeConfirm: 'Remove domain',
    removed: (domain: string) => t('{domain} removed', { domain }),
  },
  roles: {
    title: 'Roles',
    description: 'What a person may do. No provider changes the owner.',
    default: 'Role of everybody else',
    defaultAlone: 'Role at the first sign-in',
    defaultHint: 'For people in none of the groups. Each sign-in sets the roles anew.',
    defaultAloneHint:
      'Without groups here, you change roles on the Team page, and no sign-in changes them.',
    group: 'Group, as your provider names it',
    groupHint:
      'Upper and lower case count. Entra ID sends the object ID of a group. Of several roles the highest counts.',
    role: 'Role',
    groupNumber: (index: number) => t('Group {index, number}', { index }),
    roleNumber: (index: number) => t('Role of group {index, number}', { index }),
    add: 'Add group',
    remove: (group: string) => t('Remove the group {group}', { group }),
    save: 'Save roles',
    saved: 'Roles saved',
  },
  enforced: {
    title: 'Other ways in',
    label: 'Require single sign-on',
    hint: 'People with an address in a verified domain can no longer use a password, a passkey or an emailed link here. API keys and open sessions keep working.',
    unproved: 'No domain is verified, so this has no effect. Verify a domain first.',
    confirmTitle: 'Require single sign-on?',
    confirm: 'Require it',
    exception:
      'If your provider fails, only you, the owner, can still sign in, with your password or passkey and a second factor. Each such sign-in is in the audit log.',
    tryFirst: 'Try it first: sign in through your provider in a private window.',
    noFactor:
      'You have no second factor. If your provider fails, nobody can sign in to this workspace, not even you.',
    toFactor: 'Set up a second factor',
    on: 'Single sign-on is now required',
    off: 'Other ways in are open again',
  },
  remove: {
    open: 'Remove connection…',
    title: 'Remove single sign-on?',
    advice:
      'People who came in through your provider keep their place in the team and can sign in with an emailed link. Your domains have to be verified again. Sign-ins that are under way end.',
    confirm: 'Remove connection',
    done: 'Single sign-on removed',
  },
});
