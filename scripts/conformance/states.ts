import { statementsOf } from './statement.ts';
import * as file from './test-files.ts';

/** States and transitions of engagements, deliverables and keys. */
export const states = statementsOf('states', 'States', [
  {
    key: 'start',
    part: 'engagement',
    says: 'Start Run turns a pending engagement into a running one with a run record, an event and a mail.',
    tests: file.startRun('runs an engagement to its end'),
  },
  {
    key: 'start-once',
    part: 'engagement',
    says: 'A start needs that no run is in progress.',
    tests: file.startRun('of 20 parallel starts one succeeds'),
  },
  {
    key: 'pause',
    part: 'engagement',
    says: 'Pause makes run and engagement paused and saves a snapshot.',
    tests: file.controlRun('pauses, resumes and stops'),
  },
  {
    key: 'resume',
    part: 'engagement',
    says: 'Resume goes on from the snapshot with run and engagement running.',
    tests: [...file.controlRun('pauses, resumes and stops'), ...file.pausedOverKill],
  },
  {
    key: 'stop',
    part: 'engagement',
    says: 'Stop fails run and engagement with the fixed error text.',
    tests: file.controlRun('pauses, resumes and stops', 'stops once however many ask'),
  },
  {
    key: 'engine-needed',
    part: 'engagement',
    says: 'Pause, resume and stop change nothing while the engine cannot be reached.',
    tests: file.controlRun('changes nothing when the engine cannot %s'),
  },
  {
    key: 'start-failure',
    part: 'engagement',
    says: 'A start that the engine refuses is 502 and fails run and engagement.',
    tests: file.startRun('rolls back when the engine fails'),
  },
  {
    key: 'completed',
    part: 'engagement',
    says: 'Get Run Status stores a completion that the engine reports, dispatches the event and mails.',
    tests: file.readRunEnd('a %s run that the engine reports as %s'),
  },
  {
    key: 'failed',
    part: 'engagement',
    says: 'Get Run Status stores a failure of a running or paused run, dispatches the event and mails.',
    tests: file.readRunEnd('a %s run that the engine reports as %s'),
  },
  {
    key: 'rerun-failure',
    part: 'engagement',
    says: 'A rerun that the engine refuses fails run and engagement.',
    tests: file.rerunRollback('a rerun that the engine refuses is 502'),
  },
  {
    key: 'generated',
    part: 'deliverable',
    says: 'What a run creates awaits review.',
    tests: file.startRun('runs an engagement to its end'),
  },
  {
    key: 'reviewed',
    part: 'deliverable',
    says: 'Each of the three review actions gives its state.',
    tests: file.review('%s makes it %s'),
  },
  {
    key: 'rerun',
    part: 'deliverable',
    says: 'The new version of a rerun awaits review, the old one keeps its state.',
    tests: [
      ...file.syncRun('a rerun’s version is the next one'),
      ...file.mainJob('shows what changed, and keeps both versions'),
    ],
  },
  {
    key: 'key-expiry',
    part: 'API key',
    says: 'A key works until it expires or is revoked.',
    tests: file.apiKeys('an expired key, an altered key'),
  },
  {
    key: 'key-revocation',
    part: 'API key',
    says: 'Revoking works at once and leaves the key in the list.',
    tests: [
      ...file.apiKeys('revocation works at once, stays in the list'),
      ...file.manyPlatforms('refuse everywhere at once a key that one of them revoked'),
    ],
  },
]);
