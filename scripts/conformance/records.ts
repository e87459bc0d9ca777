import { statementsOf, testsIn } from './statement.ts';
import * as file from './test-files.ts';

const manyKinds = testsIn('apps/platform/src/kernel/storage/file-signature.test.ts');
const outbound = testsIn('apps/platform/src/kernel/outbound/private-addresses.test.ts');

/** Endpoints of attachments and their rules. */
export const attachmentEndpoints = statementsOf('attachments', 'Attachments', [
  {
    key: 'list',
    part: 'GET …/attachments',
    says: 'Lists the engagement’s attachments.',
    tests: file.attachments('lists newest first'),
  },
  {
    key: 'upload',
    part: 'POST …/attachments',
    says: 'Takes a form with a file and, if wanted, category and summary; 201 with the attachment.',
    tests: file.attachments('answers 201 with the attachment', 'fields may come after the file'),
  },
  {
    key: 'read',
    part: 'GET …/:attachmentId',
    says: 'Gives the attachment with a download link.',
    tests: file.attachments('give the file as it was'),
  },
  {
    key: 'delete',
    part: 'DELETE …/:attachmentId',
    says: 'Deletes it and answers success.',
    tests: file.attachments('delete removes row, text and file'),
  },
  {
    key: 'from-url',
    part: 'POST …/from-url',
    says: 'Takes a web address with a category; 201 with an attachment that names its source.',
    tests: file.fromUrl('stores the text of a page as .md'),
  },
  {
    key: 'rule-1-extensions',
    part: 'rule 1',
    says: 'The 24 extensions are taken, others refused.',
    tests: [
      ...testsIn('packages/contract/src/attachment-types.test.ts')('%s may be attached'),
      ...manyKinds('%s takes what it names and nothing else'),
      ...file.attachments('refuses %s and keeps nothing'),
    ],
  },
  {
    key: 'rule-1-type',
    part: 'rule 1',
    says: 'The type follows from the extension, not from what the browser said.',
    tests: [
      ...file.attachments('answers 201 with the attachment, its type from the extension'),
      ...testsIn('apps/platform/src/work/attachments/records/clean-filename.test.ts')(
        'types follow from the extension in any case',
      ),
    ],
  },
  {
    key: 'rule-2-manifest',
    part: 'rule 2',
    says: 'Manifest and context index follow every upload and deletion.',
    tests: file.attachments('manifest and context index in storage', 'delete removes row, text and file'),
  },
  {
    key: 'rule-2-event',
    part: 'rule 2',
    says: 'Uploading and fetching dispatch attachment.uploaded, the latter with its source.',
    tests: [...file.attachments('writes the event and the audit row'), ...file.fromUrl('the event carries sourceUrl')],
  },
  {
    key: 'rule-2-delete',
    part: 'rule 2',
    says: 'Deleting removes the stored file.',
    tests: file.attachments('delete removes row, text and file', 'of a deleted file are 404'),
  },
  {
    key: 'rule-3',
    part: 'rule 3',
    says: 'Links are signed, end after an hour and are made anew each time.',
    tests: file.attachments(
      'are fresh each time',
      'end after one hour',
      'open nothing once anything in them is changed',
    ),
  },
  {
    key: 'rule-4-timeout',
    part: 'rule 4',
    says: 'A fetch ends after 15 seconds.',
    tests: file.fromUrl('a page that takes longer than 15 s'),
  },
  {
    key: 'rule-4-text',
    part: 'rule 4',
    says: 'A page becomes plain text without scripts and styles, in a .md file with a header about its source.',
    tests: [
      ...file.fromUrl('stores the text of a page as .md'),
      ...testsIn('apps/platform/src/work/text-extraction/text/html-to-text.test.ts')(
        'structure stays, code and styling go',
      ),
    ],
  },
  {
    key: 'rule-4-name',
    part: 'rule 4',
    says: 'Its name is made of host and path, doubles are numbered.',
    tests: file.fromUrl('%s is filed as %s', 'the same page again gets _1, _2'),
  },
  {
    key: 'rule-4-summary',
    part: 'rule 4',
    says: 'Its summary names host and title.',
    tests: file.fromUrl('stores the text of a page as .md'),
  },
  {
    key: 'rule-4-private',
    part: 'rule 4',
    says: 'Private addresses are refused, in every spelling and after redirects.',
    tests: [
      ...file.fromUrl('another port of an allowed host, and a redirect there'),
      ...outbound('every spelling of a private address is refused'),
    ],
  },
  {
    key: 'rule-4-caps',
    part: 'rule 4',
    says: 'Content is read up to 5 MB, text kept up to 500 KB.',
    tests: file.fromUrl('text is cut at 500 KB', 'what stands before 5 MB is read'),
  },
  {
    key: 'rule-4-storage',
    part: 'rule 4',
    says: 'The plan’s storage bounds it.',
    tests: file.fromUrl('counts against the plan’s storage'),
  },
]);

/** Endpoints of templates. */
export const templateEndpoints = statementsOf('templates', 'Templates', [
  {
    key: 'list',
    part: 'GET /api/templates',
    says: 'Lists the system’s templates and the tenant’s own.',
    tests: file.templates('are the five of the specification', 'two of one name have one slug and two ids'),
  },
  {
    key: 'create',
    part: 'POST /api/templates',
    says: 'Takes the required texts with optional budget, tasks and options; 201 with a template of the tenant.',
    tests: file.templates('are saved with defaults and a slug', 'keep unknown fields of tasks and options'),
  },
  {
    key: 'create-required',
    part: 'POST /api/templates',
    says: 'Name, description and brief are required.',
    tests: file.templates('%s is 400'),
  },
  {
    key: 'read',
    part: 'GET /api/templates/:id',
    says: 'Gives a system template or an own one.',
    tests: file.templates('%s is complete and can be read', 'keep unknown fields of tasks and options'),
  },
  {
    key: 'delete',
    part: 'DELETE /api/templates/:id',
    says: 'Deletes an own template, never one of the system.',
    tests: file.templates('are deleted for good', 'cannot be deleted: 403'),
  },
]);

/** Endpoints of API keys. */
export const apiKeyEndpoints = statementsOf('api-keys', 'API keys', [
  {
    key: 'session-only',
    says: 'Keys are managed with a session, never with a key.',
    tests: file.apiKeys('is for admins and for sessions; every role may list'),
  },
  {
    key: 'list',
    part: 'GET /api/api-keys',
    says: 'Lists keys without their secret, revoked ones too.',
    tests: file.apiKeys('gives the raw key once', 'revocation works at once, stays in the list'),
  },
  {
    key: 'create',
    part: 'POST /api/api-keys',
    says: 'Takes a name, a scope (read_write unless given) and an engagement; 201 with the raw key.',
    tests: file.apiKeys('gives the raw key once', 'refuses %j', 'a scoped key reaches its engagement only'),
  },
  {
    key: 'revoke',
    part: 'DELETE /api/api-keys/:id',
    says: 'Sets revokedAt and answers success.',
    tests: file.apiKeys('revocation works at once, stays in the list'),
  },
  {
    key: 'rotate',
    part: 'PATCH /api/api-keys/:id',
    says: 'Gives a new key of the same name, scope and engagement, and ends the old one at once.',
    tests: file.apiKeys('rotation keeps name, scope, engagement and expiry', 'of parallel rotations one succeeds'),
  },
]);
