import { statementsOf, testsIn } from './statement.ts';
import * as file from './test-files.ts';
const engagementList = testsIn('apps/platform/src/work/engagements/read-engagement-list.test.ts');
const eraseEngagement = testsIn('apps/engine/src/lifecycle/erase/erase-engagement.test.ts');
const awayEngine = testsIn('e2e/separate-services.e2e.test.ts');
const beforeCompletion = testsIn('apps/platform/src/work/runs/read-before-completion.test.ts');
const readAnalytics = testsIn('apps/platform/src/work/runs/reading/read-analytics.test.ts');
const runFacts = testsIn('apps/engine/src/steps/reporting/run-facts.test.ts');
const report = testsIn('packages/documents/src/engagement-report.test.ts');

/** Endpoints of engagements and their rules. */
export const engagementEndpoints = statementsOf('engagements', 'Engagements', [
  {
    key: 'list',
    part: 'GET /api/engagements',
    says: 'Lists the tenant’s engagements, newest first.',
    tests: testsIn('apps/platform/src/work/engagements/list-engagements.test.ts')(
      'pages have neither gaps nor doubles',
      'without a limit a page has 200',
    ),
  },
  {
    key: 'list-cache',
    part: 'GET /api/engagements',
    says: 'The list is cached; creating and deleting make it fresh at once.',
    tests: [
      ...engagementList('a second read is answered from the cache', 'every change of an engagement shows at once'),
      ...file.manyPlatforms('show at once in every list what one of them changed'),
    ],
  },
  {
    key: 'create',
    part: 'POST /api/engagements',
    says: 'Creates a pending engagement with the given fields, 201.',
    tests: file.engagements('answers 201 with every field', 'keeps the budget to the nano-dollar'),
  },
  {
    key: 'read',
    part: 'GET /api/engagements/:id',
    says: 'Gives the engagement with its runs and deliverables.',
    tests: file.engagements('the detail has runs and all versions'),
  },
  {
    key: 'delete',
    part: 'DELETE /api/engagements/:id',
    says: 'Takes runs and deliverables along and answers success.',
    tests: file.engagements('a delete takes runs and deliverables along'),
  },
  {
    key: 'run',
    part: 'POST /api/engagements/:id/run',
    says: 'Answers runId, status and message.',
    tests: file.startRun('runs an engagement to its end'),
  },
  {
    key: 'controls',
    part: 'POST …/stop, …/pause, …/resume',
    says: 'Answer what became of the run.',
    tests: file.controlRun('pauses, resumes and stops'),
  },
  {
    key: 'status',
    part: 'GET …/status',
    says: 'Gives status, cost, steps, error and budget.',
    tests: file.streamRun('pages of the run answer without and with a run'),
  },
  {
    key: 'logs',
    part: 'GET …/logs',
    says: 'Gives the log from an offset on, with the total and the status.',
    tests: [
      ...file.streamRun('pages of the run answer without and with a run'),
      ...file.mainJob('tells who did what, and keeps the log'),
    ],
  },
  {
    key: 'stream',
    part: 'GET …/stream',
    says: 'Is an event stream.',
    tests: file.streamRun('streams numbered events as they come'),
  },
  {
    key: 'access',
    part: 'Auth column',
    says: 'Sessions and keys are taken as each row says; writes need member or a read-write key.',
    tests: file.access('every caller at every endpoint', 'every endpoint has its row'),
  },
  {
    key: 'rule-1-live',
    part: 'rule 1',
    says: 'The status of an active run is the engine’s, that of any other the stored one.',
    tests: [
      ...file.readRunEnd('a %s run that the engine reports as %s'),
      ...file.streamRun('pages of the run answer without and with a run'),
    ],
  },
  {
    key: 'rule-1-away',
    part: 'rule 1',
    says: 'Without the engine the last stored state is given.',
    tests: [
      ...file.controlRun('changes nothing when the engine cannot %s'),
      ...file.syncRun('status tells what came over before the engine broke off'),
      ...awayEngine('answers during a run as specified'),
    ],
  },
  {
    key: 'rule-2',
    part: 'rule 2',
    says: 'Without the engine the log is empty, with the stored status.',
    tests: file.controlRun('changes nothing when the engine cannot %s'),
  },
  {
    key: 'rule-3',
    part: 'rule 3',
    says: 'The stream carries status, cost, log and task completions as JSON lines with a timestamp.',
    tests: file.mainJob('starts a run and streams numbered events'),
  },
  {
    key: 'rule-4',
    part: 'rule 4',
    says: 'Quality gives the latest run’s scores and their average.',
    tests: [
      ...readAnalytics('quality that of the newest run', 'a score keeps its rubric’s version, and each criterion'),
      ...file.startRun('runs an engagement to its end'),
      ...file.mainJob('has one deliverable a task'),
    ],
  },
  {
    key: 'rule-4-none',
    part: 'rule 4',
    says: 'Without scores the average is null and the list empty.',
    tests: beforeCompletion('before any run has completed'),
  },
  {
    key: 'rule-5',
    part: 'rule 5',
    says: 'Analytics names agents with their models, delegations, and the route, score and cost of each task.',
    tests: [
      ...readAnalytics('are those of the newest run that completed'),
      ...testsIn('apps/engine/src/routing/routing-run.test.ts')('a run leaves reasons and scores of each choice'),
      ...runFacts('has the shape of the contract', 'counts answered calls per agent', 'lists delegations, and routing'),
      ...file.mainJob('tells who did what, and keeps the log'),
    ],
  },
  {
    key: 'rule-5-none',
    part: 'rule 5',
    says: 'Its three lists are empty before any run has completed.',
    tests: beforeCompletion('before any run has completed'),
  },
  {
    key: 'rule-6-content',
    part: 'rule 6',
    says: 'The PDF has the latest versions and the scores, and no internal file.',
    tests: file.exportsPdf('latest versions in the order of the tasks'),
  },
  {
    key: 'rule-6-branding',
    part: 'rule 6',
    says: 'It carries the tenant’s logo and colour.',
    tests: [...file.exportsPdf('carries the branding: company, colour and logo'), ...report('opens with a cover')],
  },
  {
    key: 'rule-6-provenance',
    part: 'rule 6',
    says: 'On request an appendix names agent, model, observer score and cost of each deliverable.',
    tests: [...file.exportsPdf('provenance names agent, model'), ...report('adds the provenance appendix')],
  },
  {
    key: 'rule-6-name',
    part: 'rule 6',
    says: 'It is a download named after the engagement.',
    tests: file.exportsPdf('latest versions in the order of the tasks'),
  },
  {
    key: 'rule-6-event',
    part: 'rule 6',
    says: 'Each export dispatches report.generated.',
    tests: file.exportsPdf('dispatches report.generated'),
  },
  {
    key: 'rule-7',
    part: 'rule 7',
    says: 'Start Run creates the run, sets the state, orders the engine, dispatches and mails.',
    tests: [
      ...file.startRun('runs an engagement to its end'),
      ...file.mainJob('mails start and end, audits what was done'),
    ],
  },
  {
    key: 'rule-8-permanent',
    part: 'rule 8',
    says: 'What is deleted is gone for good, at the engine too.',
    tests: [
      ...file.engagements('a delete takes runs and deliverables along'),
      ...eraseEngagement('leaves no trace of its runs in any table'),
    ],
  },
  {
    key: 'rule-8-running',
    part: 'rule 8',
    says: 'A running engagement cannot be deleted.',
    tests: file.engagements('while %s, it can be neither edited nor deleted'),
  },
]);

/** Endpoints of deliverables and their rules. */
export const deliverableEndpoints = statementsOf('deliverables', 'Deliverables', [
  {
    key: 'list',
    part: 'GET …/deliverables',
    says: 'Lists all versions, newest first, internal files on request only.',
    tests: file.deliverables('the list has all versions, newest first'),
  },
  {
    key: 'versions',
    part: 'GET …/:filename/versions',
    says: 'Lists the versions of a file with their states, highest first.',
    tests: [
      ...file.review('applies to the latest version; a later one replaces it'),
      ...file.mainJob('shows what changed, and keeps both versions'),
    ],
  },
  {
    key: 'citations',
    part: 'GET …/:filename/citations',
    says: 'Tells the state of each citation of a version; lists, reviews, the portal and the PDFs tell how many are in each.',
    tests: file.citations(
      'tell each one’s state in the order of the text',
      'are those of the latest version, or of the one asked for',
      'stands in the list, the versions, the file, the detail and the answer to a review',
      'is shown to the client in the portal',
      'and each state stand in both PDFs',
    ),
  },
  {
    key: 'filename',
    part: 'GET …/:filename/versions',
    says: 'Filenames are URL-encoded in paths.',
    tests: file.deliverables('one is read whole, latest or by version'),
  },
  {
    key: 'review',
    part: 'POST …/:filename/review',
    says: 'Takes an action with notes and answers id, state, time and reviewer.',
    tests: file.review('%s makes it %s'),
  },
  {
    key: 'rerun',
    part: 'POST …/:filename/rerun',
    says: 'Answers runId, status and message.',
    tests: file.syncRun('a rerun’s version is the next one'),
  },
  {
    key: 'pdf',
    part: 'GET …/:filename/export/pdf',
    says: 'Answers a PDF; a provenance flag that is none is refused.',
    tests: file.exportsPdf('latest version with company', '400 for a flag that is none'),
  },
  {
    key: 'rule-1',
    part: 'rule 1',
    says: 'A review is of the latest version and dispatches the event of its action.',
    tests: file.review('%s makes it %s', 'applies to the latest version'),
  },
  {
    key: 'rule-2-task',
    part: 'rule 2',
    says: 'A rerun executes the one task again.',
    tests: [
      ...file.mainJob('reruns only the task that a reviewer sends back'),
      ...file.syncRun('a rerun’s version is the next one'),
    ],
  },
  {
    key: 'rule-2-version',
    part: 'rule 2',
    says: 'The version before stays, the new one awaits review.',
    tests: file.mainJob('reruns only the task', 'shows what changed, and keeps both versions'),
  },
  {
    key: 'rule-3-content',
    part: 'rule 3',
    says: 'Its PDF has the latest version with company, engagement, client, version, words and state.',
    tests: file.exportsPdf('latest version with company'),
  },
  {
    key: 'rule-3-footer',
    part: 'rule 3',
    says: 'On request a footer names agent, model, observer score and cost.',
    tests: file.exportsPdf('its footer with provenance'),
  },
  {
    key: 'rule-3-name',
    part: 'rule 3',
    says: 'It is a download; unusual characters of its name become underscores.',
    tests: file.exportsPdf('no character of a filename reaches the header'),
  },
]);
