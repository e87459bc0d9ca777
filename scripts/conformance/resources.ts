import { statementsOf, testsIn } from './statement.ts';
import * as file from './test-files.ts';

const rowSecurity = testsIn('packages/database/src/tenant-rows.test.ts');

/** What the service does; its resources and their fields. */
export const resources = statementsOf('resources', 'Resources', [
  {
    key: 'tenancy',
    part: 'tenants',
    says: 'Nobody reads or changes a record of another tenant; its id is answered like one that never was.',
    tests: [
      ...file.tenancy('another tenant’s id is answered like one that never was', 'with the tenant filter removed'),
      ...rowSecurity('a tenant reads its own rows only', 'a tenant cannot write a row of another'),
    ],
  },
  {
    key: 'system-templates',
    part: 'templates',
    says: 'Every tenant sees the same five system templates under their fixed slugs.',
    tests: [
      ...file.templates('are the five of the specification', '%s is complete and can be read'),
      ...testsIn('apps/engine/src/steps/planning/system-templates.test.ts')('are the five of the specification'),
    ],
  },
  {
    key: 'job',
    part: 'service',
    says: 'A run turns brief, tasks and attached context into one markdown deliverable and one score a task.',
    tests: [
      ...file.mainJob('has one deliverable a task, each with a score'),
      ...testsIn('e2e/attachments.e2e.test.ts')('are quoted with their source'),
    ],
  },
  {
    key: 'engagement',
    part: 'Engagement',
    says: 'An engagement has every listed field, its slug from the name, a budget of 5 and no tasks unless given.',
    tests: [
      ...file.engagements('answers 201 with every field, defaults included'),
      ...testsIn('apps/platform/src/kernel/database/derive-slug.test.ts')('every name gives words'),
    ],
  },
  {
    key: 'task',
    part: 'Engagement',
    says: 'Task objects keep id, name, agent, description and whatever else they were given.',
    tests: file.engagements('keeps unknown task fields, their order and values'),
  },
  {
    key: 'archive',
    part: 'Engagement',
    says: 'Engagements older than two years get archivedAt and leave the default list.',
    tests: testsIn('apps/platform/src/work/engagements/archive-old-engagements.test.ts')(
      'takes what is older than two years',
    ),
  },
  {
    key: 'run',
    part: 'Run',
    says: 'A run has every listed field; its snapshot is there while it is paused.',
    tests: [
      ...file.engagements('the detail has runs and all versions'),
      ...file.syncRun('stores the snapshot of a pause'),
    ],
  },
  {
    key: 'deliverable',
    part: 'Deliverable',
    says: 'A deliverable has every listed field, and who reviewed it when.',
    tests: file.deliverables('one is read whole, latest or by version'),
  },
  {
    key: 'internal-files',
    part: 'Deliverable',
    says: 'A filename with a leading underscore is a file of the engine: run report, operations review.',
    tests: [...file.mainJob('has one deliverable a task'), ...file.deliverables('internal files on request')],
  },
  {
    key: 'budget',
    part: 'Engagement',
    says: 'The budget bounds what is spent on models.',
    tests: [
      ...testsIn('apps/engine/src/call/budget/budget-wall.test.ts')('is never passed by 100 tasks at once'),
      ...testsIn('e2e/paid-run.e2e.test.ts')('ends a run at its budget'),
    ],
  },
  {
    key: 'quality-score',
    part: 'Quality score',
    says: 'An automated evaluator scores each task of a run by a rubric, with feedback.',
    tests: [
      ...file.mainJob('has one deliverable a task, each with a score'),
      ...testsIn('apps/engine/src/steps/evaluating/load-rubrics.test.ts')('every kind of task has its own rubric'),
      ...testsIn('apps/engine/src/steps/evaluating/rubric-versions.test.ts')(
        'criteria change only together with the version',
      ),
    ],
  },
  {
    key: 'attachment',
    part: 'Attachment',
    says: 'An attachment has every listed field; sourceUrl only when it came from a URL.',
    tests: [
      ...file.attachments('answers 201 with the attachment, its type from the extension', 'takes category %s'),
      ...file.fromUrl('stores the text of a page as .md'),
    ],
  },
  {
    key: 'attachment-content',
    part: 'Attachment',
    says: 'Content is kept in object storage and comes out by a signed link only.',
    tests: [
      ...file.attachments('open nothing once anything in them is changed'),
      ...testsIn('apps/platform/src/work/attachments/storing/storage-away.test.ts')(
        'files go in, are read, and come out',
      ),
    ],
  },
  {
    key: 'template',
    part: 'Template',
    says: 'A template has every listed field; its slug is the name in lower case with underscores.',
    tests: [
      ...file.templates('are saved with defaults and a slug of the name'),
      ...testsIn('apps/platform/src/work/templates/derive-template-slug.test.ts')('%s becomes %s'),
    ],
  },
  {
    key: 'api-key',
    part: 'API key',
    says: 'A key has its format, its prefix and every listed field; only its SHA-256 is stored, the key shown once.',
    tests: file.apiKeys('gives the raw key once and stores its hash', 'a key names itself at /api/me'),
  },
  {
    key: 'user',
    part: 'Team member',
    says: 'A member has every listed field.',
    tests: file.team('answers 201 with the member', 'mails a link that joins the tenant'),
  },
  {
    key: 'owner',
    part: 'Team member',
    says: 'A tenant has exactly one owner, from sign-up on.',
    tests: [
      ...testsIn('apps/platform/src/identity/auth/sign-in.test.ts')('creates a tenant with its owner'),
      ...file.team('nobody assigns a role equal to or above'),
    ],
  },
  {
    key: 'webhook',
    part: 'Webhook endpoint',
    says: 'An endpoint has every listed field; its secret has the fixed form and is shown at creation only.',
    tests: file.webhooks('are created with a secret that no other answer shows'),
  },
  {
    key: 'delivery',
    part: 'Webhook endpoint',
    says: 'A delivery record has every listed field and the first 1,000 characters of the answer.',
    tests: [...file.deliveries('is posted as specified'), ...file.webhooks('keeps the first 1,000 characters')],
  },
  {
    key: 'audit-entry',
    part: 'Audit log entry',
    says: 'An entry has every listed field.',
    tests: file.auditLog('gives entries with their fields and ids'),
  },
  {
    key: 'audit-categories',
    part: 'Audit log entry',
    says: 'Sign-ins, engagements, run controls, keys, team, billing, export, deletion and webhooks are logged.',
    tests: [
      ...file.auditLog('authentication', 'engagements and run controls', 'API keys and the team'),
      ...testsIn('apps/platform/src/kernel/audit/every-change.test.ts')('%s writes what it changes to the audit log'),
      ...file.billing('what was done is in the audit log'),
      ...file.exportAccount('written to the audit log'),
      ...file.deleteAccount('keeps the entries of the audit log'),
      ...file.webhooks('are changed by admins, in the audit log'),
    ],
  },
  {
    key: 'library',
    part: 'Other records',
    says: 'Library entries hold id, engagement, title, data and time.',
    tests: testsIn('apps/platform/src/reach/library/list-library.test.ts')('the library holds the tenant’s entries'),
  },
  {
    key: 'deletion-request',
    part: 'Other records',
    says: 'The deletion of an account leaves a record of its request.',
    tests: [
      ...file.deleteAccount('every table of the platform loses its rows'),
      ...file.resumeDeletion('a process that dies in the middle'),
    ],
  },
]);
