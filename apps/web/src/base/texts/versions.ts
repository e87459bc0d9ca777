import { formatCount } from '../format/format.ts';
import { t, translated } from '../language/translate.ts';

/**
 * Texts about the versions of a document: which is newest, how each came about, and what a rerun
 * does.
 */
export const versionTexts = translated({
  older: (shown: number, latest: number) =>
    t('You are reading version {shown}. Version {latest} is the latest.', { shown, latest }),
  openLatest: 'Open latest',
  compareWithLatest: 'Compare with latest',
  rerun: {
    title: 'Run this task again?',
    withNotes:
      'Only the sections that these points concern change. The new version answers each point.',
    withoutNotes:
      'There are no notes on this version, so the whole document is rewritten. Request a revision to change only parts.',
    cost: 'It is paid from the engagement’s budget. This version stays in the history.',
    price: {
      pending: 'Estimating the price of a rerun…',
      unknown: 'The price of a rerun cannot be estimated right now.',
      free: 'A rerun costs nothing.',
      range: (low: string, high: string, left: string) =>
        t('A rerun costs about {low} to {high}. The budget has {left} left.', { low, high, left }),
      basis: (tasks: number) =>
        tasks === 0
          ? t('Estimated from the length of the texts and what such work usually takes.')
          : t(
              'Estimated from the length of the texts and {tasks, plural, one {# task} other {# tasks}} of this workspace.',
              { tasks },
            ),
    },
    confirm: 'Start rerun',
    busy: 'A run is in progress',
    busyAdvice: 'A rerun can start once it has ended.',
    watch: 'Watch the run',
    working: 'Working on the next version',
    ready: (version: number, shown: number) =>
      t('Version {version} is ready. You are still reading version {shown}.', { version, shown }),
    failed: 'The rerun did not finish',
    get dismiss() {
      return t('Dismiss', {}, 'a message');
    },
  },
  history: {
    origins: {
      agent: null,
      human: (name: string) => t('Written by {name}', { name }),
      import: (name: string) => t('Imported from Word by {name}', { name }),
    },
    restore: 'Restore',
    restoreLabel: (version: number) => t('Restore version {version}', { version }),
    restoreTitle: (version: number) => t('Restore version {version}?', { version }),
    restoreAdvice: (next: number) =>
      t('Its text becomes version {next}. All versions between stay in this list.', { next }),
    restored: (version: number) => t('Restored as version {version}', { version }),
    title: 'Versions',
    latest: 'Latest',
    shown: 'Shown',
    words: (count: number) => t('{count, plural, one {# word} other {# words}}', { count }),
    more: (count: number) => `+${formatCount(count)}`,
    fewer: (count: number) => `−${formatCount(count)}`,
    runGoesOn: (cost: string) => t('Run in progress, {cost} so far', { cost }),
    run: (cost: string, duration: string) => t('Run: {cost}, {duration}', { cost, duration }),
    open: 'Open',
    compareBefore: 'Changes',
    compareBeforeLabel: (version: number) =>
      t('Changes from the previous version to version {version}', { version }),
    openLabel: (version: number) => t('Open version {version}', { version }),
    compare: 'Compare',
    compareFrom: 'Compare version',
    compareTo: 'with version',
    showAll: (count: number) => t('Show all {count} versions', { count }),
    answeredBy: (version: number) => t('How version {version} addressed these points', { version }),
    /** The agent judges its own work, so that a reader must see who speaks. */
    outcomes: {
      met: 'Agent says: met',
      partly: 'Agent says: partly',
      not_met: 'Agent says: not met',
    },
    unanswered: 'The agent did not answer this point.',
    inSection: (section: string) => t('(Section “{section}”)', { section }),
    noAnswers: 'The next version does not say how it addressed these points.',
  },
  quality: {
    title: 'Quality',
    evaluator: 'Score',
    observer: 'Score of the draft',
    outOf: 'of 100',
    rubric: (type: string, version: number) =>
      t('Rubric {type}, version {version}', { type, version }),
    weight: (share: string) => t('weight {share}', { share }),
    none: 'No scores',
    noneAdvice:
      'A document is scored right after it is written, unless too little of it could be judged.',
    feedback: 'Feedback',
    criteria: 'Criteria',
    scale: 'A score of 70 or more means sound work; below 50 the work misses its purpose.',
  },
  stale: {
    title: 'Built on older versions',
    uses: (filename: string, used: number, latest: number) =>
      t('It uses version {used} of {filename}; the latest is version {latest}.', {
        used,
        filename,
        latest,
      }),
    whatChanged: 'What changed there',
    answered: 'This version rests on an assumption whose question has since been answered',
    assumed: (question: string) =>
      t('It assumes an answer to “{question}”. Someone has since answered it.', { question }),
    seeAnswer: 'See the answer',
    rerun: 'Rerun outdated tasks',
    dialog: 'Rerun outdated tasks?',
    would: (count: number) =>
      t('One run repeats {count, plural, one {# task} other {# tasks}} in this order:', { count }),
    reasons: { stale: 'outdated', downstream: 'builds on one of these' },
    confirm: 'Start rerun',
    started: (count: number) =>
      t('Rerunning {count, plural, one {# task} other {# tasks}}', { count }),
  },
});
