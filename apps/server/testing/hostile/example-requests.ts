import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { firmTemplateFiles, packTemplate } from '@ecp/documents/deck/testing/firm-template';
import { insertedColumn } from '../grids/insert-grid.ts';
import { makeWordFile } from './make-word-file.ts';

/** The ids of one tenant that the paths and bodies of requests name. */
export interface Ids {
  tenant: string;
  engagement: string;
  filename: string;
  apiKey: string;
  /** An attachment of the engagement. */
  attachment: string;
  /** A table and a recorded query of the engagement. Its file is gone. */
  table: string;
  query: string;
  /** A question of the engagement that nobody has answered. */
  question: string;
  /** An open conflict of sources of the engagement. */
  conflict: string;
  /** An open comment of a client on the deliverable, which proposes other words. */
  comment: string;
  /** A check of the engagement's sources with an open proposal. */
  update: string;
  /** A grid of one question, whose only file is the attachment. */
  grid: string;
  /** An archived page of the engagement. */
  page: string;
  /** A portal token of the engagement. */
  portalToken: string;
  template: string;
  /** A card of the library. */
  card: string;
  /** A team member without a session. */
  member: string;
  /** A passkey of nobody. */
  passkey: string;
  /** A session of the owner that no test uses. */
  session: string;
  webhook: string;
  /** A delivery of the webhook. */
  delivery: string;
  /** A channel of Slack that gets notices. */
  channel: string;
  /** A token of a directory. */
  scimToken: string;
  /**
   * The connection to an OpenID provider that does not exist: what is SAML answers that there is
   * none.
   */
  ssoConnection: string;
  /** A connected assistant of the owner. */
  assistant: string;
  /** A wall that the owner has entered and that holds no engagement. */
  wall: string;
}

/** The kind of id that each path parameter takes. */
const places: Record<string, keyof Ids> = {
  '/api/engagements/:id': 'engagement',
  '/api/engagements/:id/deliverables/:filename': 'filename',
  '/api/api-keys/:id': 'apiKey',
  '/api/engagements/:id/attachments/:attachmentId': 'attachment',
  '/api/engagements/:id/tables/:tableId': 'table',
  '/api/engagements/:id/queries/:queryId': 'query',
  '/api/engagements/:id/notebook/:entryId': 'query',
  '/api/engagements/:id/questions/:questionId': 'question',
  '/api/portal/questions/:questionId': 'question',
  '/api/engagements/:id/conflicts/:conflictId': 'conflict',
  '/api/engagements/:id/deliverables/:filename/comments/:commentId': 'comment',
  '/api/engagements/:id/comments/:commentId': 'comment',
  '/api/portal/comments/:commentId': 'comment',
  '/api/engagements/:id/pages/:pageId': 'page',
  '/api/engagements/:id/updates/:updateId': 'update',
  '/api/engagements/:id/grids/:gridId': 'grid',
  '/api/engagements/:id/grids/:gridId/cells/:attachmentId': 'attachment',
  '/api/engagements/:id/portal-tokens/:tokenId': 'portalToken',
  '/api/portal/deliverables/:filename': 'filename',
  '/api/templates/:id': 'template',
  '/api/library/cards/:cardId': 'card',
  '/api/me/passkeys/:passkeyId': 'passkey',
  '/api/team/:userId': 'member',
  '/api/me/sessions/:sessionId': 'session',
  '/api/webhooks/:id': 'webhook',
  '/api/webhooks/:id/deliveries/:deliveryId': 'delivery',
  '/api/notice-channels/:channelId': 'channel',
  '/api/account/scim-tokens/:tokenId': 'scimToken',
  '/api/auth/saml/:connectionId': 'ssoConnection',
  '/api/account/assistants/:assistantId': 'assistant',
  '/api/walls/:wallId': 'wall',
};

/** Returns the ids by the path parameter that takes them. */
export function pathPlaces(ids: Ids): Record<string, string> {
  return Object.fromEntries(Object.entries(places).map(([place, kind]) => [place, ids[kind]]));
}

/** Parameters that are no ids: unknown secrets, and the first chart of a document without one. */
const fixed: Record<string, string> = {
  '/api/downloads/:token': 'unknown',
  '/api/unsubscribe/:token': 'unknown',
  '/api/account/model-keys/:provider': 'openai',
  '/api/engagements/:id/deliverables/:filename/charts/:number': '1',
  '/api/portal/deliverables/:filename/charts/:number': '1',
  '/api/engagements/:id/deliverables/:filename/sources/:footnote': '1',
  '/api/engagements/:id/deliverables/:filename/sources/:footnote/file': '1',
  '/api/portal/deliverables/:filename/sources/:footnote': '1',
  '/api/portal/deliverables/:filename/sources/:footnote/file': '1',
  '/api/engagements/:id/grids/:gridId/cells/:attachmentId/:column': insertedColumn,
};

/** A logo that a tenant could upload. */
export const logoSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#0b6e6e"/></svg>';

/** A logo as it is stored. */
export const logoPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const exampleCredential = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
};
/** A passkey's answers to a challenge that nobody has. */
const exampleAssertion = {
  ...exampleCredential,
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const exampleRegistration = {
  ...exampleCredential,
  response: { clientDataJSON: 'e30', attestationObject: 'AAAA' },
};

const exampleColumn = { name: 'Rent', question: 'What is the rent?', type: 'text' };

/**
 * A body for each endpoint that takes one. Only the ids in the request can be a reason to refuse
 * it.
 */
const bodies: Record<string, (ids: Ids, unique: string) => object> = {
  signUp: (_ids, unique) => ({
    company: 'Matrix',
    name: 'Mia',
    email: `${unique}@example.com`,
    password: 'long-password',
  }),
  signIn: (_ids, unique) => ({ email: `${unique}@example.com`, password: 'wrong-password' }),
  requestMagicLink: (_ids, unique) => ({ email: `${unique}@example.com` }),
  requestPasswordReset: (_ids, unique) => ({ email: `${unique}@example.com` }),
  signInByLink: (_ids, unique) => ({ token: unique, code: '000000' }),
  signInByPasskey: () => ({ passkey: exampleAssertion }),
  confirmTotp: () => ({ code: '000000' }),
  removeTotp: () => ({ code: '000000' }),
  renewRecoveryCodes: () => ({ code: '000000' }),
  addPasskey: () => ({ name: 'Laptop', response: exampleRegistration }),
  removePasskey: () => ({ code: '000000' }),
  stepUp: () => ({ code: '000000' }),
  putSso: () => ({
    kind: 'oidc',
    issuer: 'https://idp.invalid',
    clientId: 'service',
    clientSecret: 'secret of the client',
    domains: ['example.org'],
    groupRoles: [{ group: 'Partners', role: 'admin' }],
  }),
  createScimToken: () => ({ name: 'Directory' }),
  verifySsoDomain: () => ({ domain: 'example.net' }),
  beginSso: (_ids, unique) => ({ email: `${unique}@example.com` }),
  acceptSaml: () => ({ SAMLResponse: 'AAAA', RelayState: 'unknown' }),
  updatePolicies: () => ({ requireSecondFactor: false }),
  confirmAddress: (_ids, unique) => ({ token: unique }),
  resetPassword: (_ids, unique) => ({ token: unique, newPassword: 'long-password' }),
  updateMe: () => ({ name: 'Mia Member' }),
  changePassword: () => ({ current: 'wrong-password', next: 'another long-password' }),
  switchTenant: ({ tenant }) => ({ tenantId: tenant }),
  createApiKey: ({ engagement }) => ({ name: 'Key', engagementId: engagement }),
  createEngagement: () => ({
    name: 'Market entry',
    client: 'Acme',
    brief: 'Enter the Nordic market.',
  }),
  putModelKey: () => ({ apiKey: 'sk-example-0123456789' }),
  testModel: () => ({ model: 'swift-2' }),
  draftFromText: () => ({ text: 'Which market should we enter first?' }),
  draftFromFile: () =>
    makeForm({}, { name: 'request.txt', content: 'Which market should we enter first?' }),
  acceptPlan: () => ({ tasks: [{ name: 'Market scan' }] }),
  updateEngagement: () => ({ client: 'Acme Nordic' }),
  createTemplate: () => ({
    name: 'Entry',
    description: 'To enter a market.',
    brief: 'Enter [market].',
  }),
  createWall: ({ engagement, member }) => ({
    name: 'Rivals',
    engagementIds: [engagement],
    memberIds: [member],
  }),
  updateWall: () => ({ name: 'Rivals' }),
  enterWall: () => ({ reason: 'The regulator asks.' }),
  inviteMember: (_ids, unique) => ({ email: `${unique}@example.com`, name: 'Mia', role: 'viewer' }),
  updateMember: () => ({ role: 'viewer' }),
  uploadAttachment: () =>
    makeForm({ category: 'data' }, { name: 'costs.md', content: 'A crane costs 900.\n' }),
  attachFromUrl: () => ({ url: 'http://127.0.0.1:1/page' }),
  writeStoryline: ({ filename }) => ({ filename }),
  updateStoryline: () => ({ revision: 0, slides: [{ id: 'title', title: 'A deck' }] }),
  draftQuery: () => ({ question: 'How many sales are there?' }),
  createGrid: ({ attachment }) => ({
    title: 'Leases',
    columns: [exampleColumn],
    attachmentIds: [attachment],
  }),
  addGridColumn: () => exampleColumn,
  addGridFiles: ({ attachment }) => ({ attachmentIds: [attachment] }),
  renameGrid: () => ({ title: 'All leases' }),
  editGridCell: ({ attachment }) => ({
    attachmentId: attachment,
    column: insertedColumn,
    value: 'EUR 900',
  }),
  putEconomics: ({ member }) => ({
    fee: 48_000,
    feeDate: '2026-03-31',
    currency: 'EUR',
    usdRate: 0.92,
    revision: 1,
    hours: [{ userId: member, date: '2026-03-02', hours: 7.5, rate: 140, note: 'Interviews' }],
    costs: [{ date: '2026-03-03', amount: 312.4, note: 'Train' }],
  }),
  drawTableChart: () => ({ title: 'Sales' }),
  createQuery: () => ({ sql: 'select 42 as answer' }),
  previewChart: () => ({ type: 'bar', x: 'year', y: ['sales'], title: 'Sales' }),
  createPortalToken: () => ({
    label: 'For the board',
    permissions: ['read', 'sources', 'files'],
    seesOthers: true,
  }),
  createRelease: ({ portalToken, filename }) => ({
    linkIds: [portalToken],
    documents: [{ filename, version: 1 }],
  }),
  setSchedule: () => ({ every: 'month', start: '2999-01-31' }),
  askQuestion: ({ filename }) => ({ filename, question: 'Who owns the meters?' }),
  answerQuestion: () => ({ answer: 'In Oslo.' }),
  updateAnswer: () => ({ answer: 'Close the second site.' }),
  returnAnswer: () => ({ notes: 'The base of the second claim is missing.' }),
  sendMessage: () => ({ text: 'The client has sold the second site.' }),
  settleConflict: () => ({ chosen: 1, reason: 'It is the later one.' }),
  answerInPortal: () => ({ answer: 'In Oslo.', author: 'Clara Client' }),
  answerLinkedQuestion: () => ({ answer: 'In Oslo.' }),
  createComment: () => ({ body: 'Who says so?' }),
  createEngagementComment: () => ({ body: 'When is it due?' }),
  replyToComment: () => ({ body: 'The ministry.' }),
  replyInDocument: () => ({ body: 'The ministry.' }),
  updateComment: () => ({ status: 'resolved' }),
  updateDocumentComment: () => ({ status: 'resolved' }),
  replyInPortal: () => ({ author: 'Clara Client', body: 'Thank you.' }),
  commentInPortal: ({ filename }) => ({ filename, author: 'Clara Client', body: 'Clear.' }),
  reviewInPortal: () => ({ action: 'approve', author: 'Clara Client' }),
  updateCard: () => ({ title: 'How to size a market', status: 'withdrawn' }),
  updateBranding: () => ({ companyName: 'Acme Consulting', primaryColor: '#0b6e6e' }),
  putDeckTemplate: () =>
    makeForm({}, { name: 'master.pptx', content: Buffer.from(packTemplate(firmTemplateFiles())) }),
  putLogo: () => makeForm({}, { name: 'logo.svg', content: logoSvg }),
  // The confirmation is wrong on purpose: tests share their tenants.
  deleteAccount: () => ({ confirmText: 'delete my account' }),
  startCheckout: () => ({ plan: 'professional' }),
  createWebhook: () => ({ url: 'https://hooks.example.com/in', events: ['engagement.completed'] }),
  updateWebhook: () => ({ enabled: false }),
  readNotices: () => ({ all: true }),
  updateNotificationSettings: () => ({ digest: 'daily' }),
  createNoticeChannel: () => ({
    kind: 'slack',
    url: 'https://hooks.example.com/services/T0',
    label: 'Team',
  }),
  updateNoticeChannel: () => ({ enabled: false }),
  reviewDeliverable: () => ({ action: 'approve', notes: 'Clear.' }),
  editDeliverable: () => ({ content: '# Entry\n\nEnter.\n', baseVersion: 2 }),
  restoreDeliverable: () => ({ version: 1 }),
  lockSection: () => ({ section: 0, heading: 'No such heading', locked: true }),
  saveDraft: () => ({ content: '# Entry', baseVersion: 2 }),
  importDeliverable: () =>
    makeForm({}, { name: 'entry.docx', content: makeWordFile('Enter by Oslo.') }),
};

const queries: Record<string, (ids: Ids) => string> = {
  verifyMagicLink: () => '?token=unknown',
  diffDeliverable: () => '?from=1&to=2',
  search: () => '?q=market&kind=engagement',
  deleteStoryline: ({ filename }) => `?filename=${encodeURIComponent(filename)}`,
  previewBranding: () => '?companyName=Acme+Consulting&primaryColor=%230b6e6e',
};

/** A multipart form with one file. */
export function makeForm(
  fields: Record<string, string>,
  file: { name: string; content: string | Buffer | Uint8Array<ArrayBuffer> },
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(
    'file',
    new Blob([typeof file.content === 'string' ? file.content : new Uint8Array(file.content)]),
    file.name,
  );
  return form;
}

/** A request, ready for `fetch`. */
export interface ExampleRequest {
  method: string;
  /** Path with the query. */
  path: string;
  /** A FormData is sent as a form, anything else as JSON. */
  body: object | undefined;
}

let made = 0;

/**
 * Makes a valid request to an endpoint. Throws when this file lacks a parameter or a body of a new
 * endpoint.
 */
export function exampleRequest(endpoint: Endpoint, ids: Ids): ExampleRequest {
  const { method, name } = endpoint;
  const path = endpoint.path.replace(/:\w+/g, (parameter, offset: number) => {
    const place = endpoint.path.slice(0, offset) + parameter;
    const value = fixed[place];
    if (value !== undefined) return value;
    const kind = places[place];
    if (kind === undefined)
      throw new Error(`testing/example-requests.ts does not say what ${place} stands for`);
    return encodeURIComponent(ids[kind]);
  });
  const body = bodies[name]?.(ids, `example-${++made}`);
  if ((endpoint.body || endpoint.multipart) && !body)
    throw new Error(`testing/example-requests.ts has no body for ${name}`);
  return { method, path: path + (queries[name]?.(ids) ?? ''), body };
}

/** Ids that do not exist, all different. */
export const unknownIds: Ids = {
  tenant: 'id-1',
  engagement: 'id-2',
  filename: 'id-3',
  apiKey: 'id-4',
  attachment: 'id-att',
  table: 'id-table',
  query: 'id-query',
  question: 'id-question',
  conflict: 'id-conflict',
  comment: 'id-comment',
  page: 'id-page',
  update: 'id-update',
  grid: 'id-grid',
  portalToken: 'id-portal',
  template: 'id-5',
  card: 'id-card',
  passkey: 'id-passkey',
  session: 'id-session',
  webhook: 'id-hook',
  wall: 'id-wall',
  delivery: 'id-sent',
  channel: 'id-channel',
  scimToken: 'id-scim-token',
  ssoConnection: 'id-sso',
  assistant: 'id-assistant',
  member: 'id-6',
};

/** Returns the kinds of ids that an endpoint's path or body names. */
export function namedIds(endpoint: Endpoint): (keyof Ids)[] {
  const { path, body } = exampleRequest(endpoint, unknownIds);
  const said = `${path}${JSON.stringify(body)}`;
  return (Object.keys(unknownIds) as (keyof Ids)[]).filter((kind) =>
    said.includes(unknownIds[kind]),
  );
}
