import { statementsOf, testsIn } from './statement.ts';
import * as file from './test-files.ts';

/** Limits and versioning. */
export const limits = statementsOf('limits', 'Limits', [
  {
    key: 'plans',
    part: 'plans',
    says: 'Each plan has its number of engagements a month, file size and storage.',
    tests: [
      ...file.planLimits('what each plan allows'),
      ...file.billing('a checkout switches the plan at once, and its limits with it'),
    ],
  },
  {
    key: 'month',
    part: 'monthly engagements',
    says: 'The month’s number is enforced, in parallel too.',
    tests: file.engagements('20 creates at once on a plan of 5', 'a new month begins at 0'),
  },
  {
    key: 'file-size',
    part: 'file size',
    says: 'A file of exactly the size fits, a larger one does not; other plans take more.',
    tests: [
      ...file.attachments('10 MB exactly fit on Starter'),
      ...file.uploadLimits('grows with the plan', '60 MB pass through in bounded memory'),
    ],
  },
  {
    key: 'storage',
    part: 'storage',
    says: 'The total is enforced to the byte, in parallel too, and grows with the plan.',
    tests: file.uploadLimits('what fits exactly is taken', '20 parallel uploads of 9 MB', 'grows with the plan'),
  },
  {
    key: 'download',
    part: 'signed download URL',
    says: 'It is valid for an hour.',
    tests: file.attachments('end after one hour'),
  },
  {
    key: 'fetch',
    part: 'URL fetch',
    says: '15 seconds, 5 MB, 500 KB of text.',
    tests: file.fromUrl(
      'a page that takes longer than 15 s',
      'text is cut at 500 KB',
      'what stands before 5 MB is read',
    ),
  },
  {
    key: 'budget',
    part: 'default budget',
    says: 'Engagements and templates have 5 USD unless given.',
    tests: [
      ...file.engagements('answers 201 with every field, defaults included'),
      ...file.templates('are saved with defaults and a slug'),
    ],
  },
  {
    key: 'tiers',
    part: 'rate limits',
    says: 'Tiers count apart; starts and reruns are of the engine’s.',
    tests: file.rateLimits('the tiers are counted apart'),
  },
  {
    key: 'billing-tier',
    part: 'rate limits',
    says: 'Billing has a tier of its own.',
    tests: file.rateLimitTiers('billing is counted in a tier of its own'),
  },
  {
    key: 'window',
    part: 'rate limits',
    says: 'The window slides.',
    tests: [
      ...file.rateLimits('counts down, refuses with Retry-After, and slides on'),
      ...testsIn('apps/platform/src/kernel/limits/rate-limiter.test.ts')('each request leaves the window by itself'),
    ],
  },
  {
    key: 'rate-keys',
    part: 'rate limits',
    says: 'Each key counts for itself, the sessions of a tenant together.',
    tests: [
      ...file.rateLimits('the sessions of a tenant share one count'),
      ...file.manyPlatforms('exactly the limit passes', 'count the sessions of a tenant together'),
    ],
  },
  {
    key: 'engine-tier',
    part: 'rate limits',
    says: 'The engine’s tier allows 5 requests in 60 seconds.',
    tests: file.rateLimitTiers('by default the engine tier allows 5', 'the sixth start within a minute is refused'),
  },
  {
    key: 'webhook',
    part: 'webhook delivery',
    says: '10 seconds an attempt, 1,000 characters of the answer.',
    tests: [
      ...testsIn('apps/platform/src/reach/webhooks/bad-receivers.test.ts')(
        'never answers is given ten seconds an attempt',
      ),
      ...file.webhooks('keeps the first 1,000 characters'),
    ],
  },
  {
    key: 'archive',
    part: 'archive age',
    says: 'Two years, to the millisecond.',
    tests: testsIn('apps/platform/src/work/engagements/archive-old-engagements.test.ts')(
      'takes what is older than two years',
    ),
  },
]);

/** Versioning. */
export const versioning = statementsOf('versioning', 'Versioning', [
  {
    key: 'paths',
    says: 'No path carries a version of the API.',
    tests: testsIn('packages/contract/src/unversioned-paths.test.ts')('no path carries a version of the API'),
  },
  {
    key: 'export',
    says: 'The export names its format.',
    tests: file.exportAccount('is a file with everything of the tenant'),
  },
  {
    key: 'deliverables',
    says: 'Versions of deliverables start at 1 and grow with each rerun.',
    tests: file.syncRun('a rerun’s version is the next one', 'brings every event over once'),
  },
]);
