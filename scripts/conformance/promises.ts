import { type Statement, statementsOf, testsIn } from './statement.ts';
import * as file from './test-files.ts';

const engine = 'apps/engine/src';
const stopInEngine = testsIn(`${engine}/lifecycle/control/control-run.test.ts`);
const twoEngines = testsIn(`${engine}/lifecycle/recover/two-processes.test.ts`);
const olderRelease = testsIn(`${engine}/lifecycle/recover/older-release.test.ts`);
const checked = testsIn(`${engine}/evidence/check-citations.test.ts`);
const published = testsIn(`${engine}/workflow/publish-checked.test.ts`);
const amended = testsIn(`${engine}/workflow/amend-draft.test.ts`);
const makePlan = testsIn(`${engine}/lifecycle/plan/make-plan.test.ts`);
const byMeaning = testsIn(`${engine}/context/search-by-meaning.test.ts`);
const paidRun = testsIn('e2e/paid-run.e2e.test.ts');
const idempotency = testsIn('apps/platform/src/kernel/http/idempotency/idempotency.test.ts');
const idempotencyCrash = testsIn('apps/platform/src/kernel/http/idempotency/idempotency-crash.test.ts');
const rerunStale = testsIn('apps/platform/src/work/runs/starting/rerun-stale.test.ts');
const rowLevelSecurity = testsIn('packages/database/src/row-level-security.test.ts');
const oneReport = testsIn('packages/documents/src/deliverable-report.test.ts');
const wholeReport = testsIn('packages/documents/src/engagement-report.test.ts');

/** What users of such systems complain about (the section, in our words), and what holds here instead. */
export const promises: Statement[] = [
  ...statementsOf(
    'money',
    'A spending limit is passed, since cost is counted after the call and parallel calls slip by',
    [
      {
        key: 'runs',
        says: 'The worst case of a call is reserved before it and settled after it: no number of parallel calls, tasks or runs passes the budget.',
        tests: [
          ...testsIn(`${engine}/call/budget/budget-wall.test.ts`)(
            'by 100 tasks at once',
            'by ten runs of one engagement at once',
          ),
          ...paidRun('ends a run at its budget, and refuses the next start'),
        ],
      },
      {
        key: 'beside',
        says: 'The same wall stands before the turns of a search, embeddings, plans and questions to colleagues.',
        tests: [
          ...testsIn(`${engine}/context/search-in-runs.test.ts`)('holds as a wall when every call takes all its turns'),
          ...byMeaning('its calls are reserved, paid and recorded'),
          ...makePlan('planning never passes the wall', 'many plans of one engagement together stay within its budget'),
          ...testsIn(`${engine}/steps/consulting/ask-colleague.test.ts`)('more than a quarter of the task’s share'),
        ],
      },
      {
        key: 'bill',
        says: 'What is shown as spent is what the provider bills, to the cent.',
        tests: paidRun('counts to the cent what the provider counts'),
      },
    ],
  ),
  ...statementsOf('stop', 'Stop is confirmed, and the work goes on', [
    {
      key: 'calls',
      says: 'Stop aborts calls in flight, embeddings too; after its answer no call starts, whatever process executes the run.',
      tests: [
        ...stopInEngine('aborts calls in flight within 200 ms', 'while a call waits for its next try'),
        ...twoEngines('stop a run that the other one executes'),
        ...byMeaning('is aborted by Stop within 200 ms'),
        ...paidRun('makes no call after Stop has answered'),
      ],
    },
    {
      key: 'waits',
      says: 'Nothing that waits keeps a stop waiting: a pause, a question to a colleague, a start on its way.',
      tests: [
        ...stopInEngine('of a paused run ends it', 'before Start is remembered'),
        ...testsIn(`${engine}/steps/consulting/ask-colleague.test.ts`)('keeps no run from being stopped'),
      ],
    },
  ]),
  ...statementsOf('resume', 'Recovery pays again for finished work, or a run stays running for ever after a restart', [
    {
      key: 'paid-once',
      says: 'Killed before or after the record of any step, a run goes on and pays no answer twice; reruns, searches and plans alike.',
      tests: [
        ...testsIn(`${engine}/lifecycle/recover/kill-before-record.test.ts`)('at any step, done but not yet recorded'),
        ...testsIn(`${engine}/lifecycle/recover/kill-after-record.test.ts`)('at any step, right after its record'),
        ...testsIn(`${engine}/lifecycle/recover/kill-rerun.test.ts`)('each question and each amendment is paid once'),
        ...testsIn(`${engine}/lifecycle/plan/plan-takeover.test.ts`)('leaves the order to another one'),
        ...testsIn('e2e/crash.e2e.test.ts')('goes on by itself after kills'),
      ],
    },
    {
      key: 'owner',
      says: 'Nothing stays running without an owner: another process takes over within 15 seconds, and a run that lost its work is failed with a reason.',
      tests: [
        ...twoEngines('the other completes its runs within 15 s'),
        ...testsIn(`${engine}/lifecycle/recover/orphans.test.ts`)('has ended as %s without it'),
      ],
    },
    {
      key: 'releases',
      says: 'A run that an older release began is finished by this one.',
      tests: olderRelease(
        'is finished by this one after kill -9 in the middle',
        'is left to the older process while that lives',
      ),
    },
  ]),
  ...statementsOf('evidence', 'Sources are invented, quotes and figures altered', [
    {
      key: 'checked',
      says: 'Every citation, quote and cited figure is held against the stored text by machine.',
      tests: [
        ...checked('a footnote without a definition, a link that nobody gave'),
        ...published('reports an altered figure, a misquote and a wrong page'),
        ...testsIn(`${engine}/evidence/checker-limits.test.ts`)('95 % caught, 2 % false alarms'),
      ],
    },
    {
      key: 'marked',
      says: 'What fails is repaired once; what still fails is marked in the text and listed, in the API and in print.',
      tests: [
        ...published(
          'is taken out by one repair',
          'that the agent insists on is marked',
          'is marked when no repair can be had',
        ),
        ...file.citations('tell each one’s state', 'and each state stand in both PDFs'),
      ],
    },
  ]),
  ...statementsOf('rerun', 'A replay does everything again, and the reviewer’s note is ignored', [
    {
      key: 'note',
      says: 'A rerun executes one task, each point of each note is answered by its number, and sections that no note is about keep their bytes.',
      tests: [
        ...amended(
          'answers each note, and leaves the rest byte for byte',
          'answers each point of a note that lists several',
        ),
        ...amended('asks once more for a note without an answer'),
        ...testsIn(`${engine}/steps/revising/apply-edits.test.ts`)(
          'sections without one keep their bytes and their order',
        ),
        ...file.mainJob('reruns only the task that a reviewer sends back', 'shows what changed'),
      ],
    },
    {
      key: 'stale',
      says: 'What was built on the older version is told to be stale, and one call reruns that and nothing else.',
      tests: [
        ...rerunStale('is stale once one that it was built on has a newer one', 'one call reruns what is stale'),
        ...file.mainJob('reruns in one call what was built on the version before'),
      ],
    },
  ]),
  ...statementsOf('stream', 'A stream that reconnects has lost events', [
    {
      key: 'replay',
      says: 'Events are numbered without gaps and replayed from any number on, also after the end and over a restart of the engine.',
      tests: [
        ...file.streamRun('goes on after Last-Event-ID, also after the end', 'ends when the engine goes down'),
        ...testsIn('e2e/sdk.e2e.test.ts')('a run is followed to its end over a lost engine'),
      ],
    },
  ]),
  ...statementsOf('webhooks', 'Retried webhooks carry the first attempt’s timestamp and are refused', [
    {
      key: 'signed-anew',
      says: 'Each attempt is signed anew at its own time; the id of the delivery stays.',
      tests: [
        ...file.deliveries('each time signed anew under one id'),
        ...testsIn('e2e/sdk.e2e.test.ts')('what the platform signs is what the SDK verifies'),
      ],
    },
  ]),
  ...statementsOf('idempotency', 'An idempotency key is taken, and the work is done twice all the same', [
    {
      key: 'enforced',
      says: 'One key, one piece of work: at once, in several processes, after a restart, and when the process dies between its commit and its answer.',
      tests: [
        ...idempotency('twenty creates at once under one key', 'answers outlive their process'),
        ...idempotencyCrash('%s is not done twice'),
        ...file.manyPlatforms('make one engagement of twelve creates at once under one Idempotency-Key'),
      ],
    },
  ]),
  ...statementsOf('tenants', 'One customer reads another’s records', [
    {
      key: 'two-walls',
      says: 'Two walls, each tested with the other one taken away: the tenant in every statement, and row-level security under it.',
      tests: [
        ...file.tenancy('with the tenant filter removed from every statement', 'with row-level security off'),
        ...rowLevelSecurity('is enabled, forced and bound to the tenant on every table'),
        ...testsIn('packages/database/src/tenant-rows.test.ts')('a tenant reads its own rows only'),
        ...testsIn(`${engine}/http/engine-api.test.ts`)('gets the same answer for a foreign id and a random one'),
      ],
    },
  ]),
  ...statementsOf('erase', 'Uploaded files cannot be deleted', [
    {
      key: 'no-byte',
      says: 'Deleting leaves no byte: rows, stored files, vectors, durable records and what comes late.',
      tests: [
        ...file.attachments('delete removes row, text and file', 'deleting an engagement deletes all its files'),
        ...file.deleteAccount('leaves no trace of the tenant', 'every table of the platform loses its rows'),
        ...testsIn(`${engine}/lifecycle/erase/erase-engagement.test.ts`)('leaves no trace of its runs in any table'),
        ...byMeaning('leaves no vector when the engagement is erased'),
        ...testsIn('apps/platform/src/account/sweep-erased-tenant.test.ts')('what came late goes'),
      ],
    },
  ]),
  ...statementsOf('print', 'PDFs have blank pages and lack characters', [
    {
      key: 'pages',
      says: 'No page is blank, and every character of the scripts that we promise has a glyph, from fonts that are embedded.',
      tests: [
        ...wholeReport(
          'numbers every page behind the cover and leaves none blank',
          'tagged, titled, in a language, with every glyph',
        ),
        ...oneReport('has a glyph for every character of the scripts it promises'),
      ],
    },
  ]),
];
