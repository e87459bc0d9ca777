import { formatCount } from '../../base/format/format.ts';
import { t, translated } from '../../base/language/translate.ts';

const tasks = (count: number) => t('{count, plural, one {# task} other {# tasks}}', { count });

export const runTexts = translated({
  head: {
    run: (number: number) => t('Run {number}', { number }),
    started: (moment: string) => t('started {moment}', { moment }),
    overview: 'Back to the overview',
  },
  now: {
    started: (moment: string) => t('Started {moment}', { moment }),
    usual: (time: string) => t('usually {time}', { time }),
    cost: (cost: string) => t('{cost} so far', { cost }),
  },
  figures: {
    label: 'Figures of the run',
    elapsed: 'Time',
    paused: 'without pauses',
    cost: 'Cost of this run',
    calls: (count: number) =>
      t('{count, plural, one {# model call} other {# model calls}}', { count }),
    tokens: (input: string, output: string) =>
      t('{input} tokens in, {output} out', { input, output }),
    budget: 'Budget',
    spentOf: (budget: string) => t('of {budget} spent', { budget }),
    left: (amount: string) => t('{amount} left', { amount }),
    earlier: (amount: string) => t('{amount} before this run', { amount }),
    expected: (low: string, high: string) => t('Planned {low} to {high}', { low, high }),
  },
  controls: {
    label: 'Control the run',
    pause: 'Pause',
    pausing: 'Pausing…',
    resume: 'Resume',
    resuming: 'Resuming…',
    stop: 'Stop',
    stopping: 'Stopping…',
    again: 'Run again',
    starting: 'Starting…',
    raise: 'Raise budget',
  },
  stopDialog: {
    title: 'Stop this run?',
    body: 'Work in progress is discarded and cannot be resumed. Finished documents are kept. To continue later, pause the run instead.',
    confirm: 'Stop run',
  },
  againDialog: {
    title: 'Run this engagement again?',
    body: (count: number, left: string) =>
      count === 0
        ? t('The tasks are planned from the brief. {left} of the budget is left.', { left })
        : t(
            '{count, plural, one {The task runs again.} other {All # tasks run again.}} Each document gets a new version; old versions stay in its history. {left} of the budget is left.',
            { count, left },
          ),
    single: 'To rerun a single task, open its document and choose Rerun.',
    price: 'See the price first',
    confirm: 'Run again',
  },
  budgetDialog: {
    title: 'Raise the budget',
    body: (spent: string) =>
      t(
        '{spent} has been spent. The budget covers all runs of the engagement, and no call is made that could exceed it.',
        { spent },
      ),
    field: 'Budget in US dollars',
    confirm: 'Raise budget',
    done: 'Budget raised',
    doneAdvice: 'Run the engagement again when you are ready.',
  },
  connection: {
    reconnecting: 'Connection lost. Reconnecting…',
    nothingLost: 'Nothing is lost: the run continues without this page.',
    stillAway:
      'The service has not responded for a while. The run continues without this page; check your connection.',
    now: 'Try now',
    lost: 'Live updates have stopped.',
    again: 'Reconnect',
    live: 'Live',
  },
  outcome: {
    label: 'Outcome',
    running: {
      title: 'The run is in progress',
      advice: 'You can read each document as soon as its task is done.',
      see: 'See documents',
    },
    waiting: {
      title: 'The run is waiting for people',
      advice: (count: number, until: string) =>
        t(
          'All remaining work depends on {count, plural, one {an answer} other {# answers}}. Waiting costs nothing. Without an answer by {until}, the run continues with its assumptions.',
          { count, until },
        ),
      answer: (count: number) =>
        t('{count, plural, one {Answer # question} other {Answer # questions}}', { count }),
      see: (count: number) =>
        t('{count, plural, one {See # question} other {See # questions}}', { count }),
    },
    completed: {
      title: 'The run is complete',
      advice: (count: number) =>
        count === 0
          ? t('Every document has been reviewed.')
          : t(
              '{count, plural, one {# document waits for your review.} other {# documents wait for your review.}}',
              {
                count,
              },
            ),
      written: (count: number) =>
        t('{count, plural, one {# document is finished.} other {# documents are finished.}}', {
          count,
        }),
      average: (score: string) => t('Average quality score {score} of 100.', { score }),
      review: 'Review documents',
      read: 'Read documents',
      report: 'Read the run report',
    },
    failed: {
      title: 'The run failed',
      advice: (count: number) =>
        count === 0
          ? t('Nothing was finished. Run the engagement again, or change its tasks first.')
          : t(
              '{count, plural, one {# document is finished and kept.} other {# documents are finished and kept.}} Run again, or rerun single documents.',
              { count },
            ),
    },
    stopped: {
      title: 'The run was stopped',
      advice: (count: number) =>
        count === 0
          ? t('Nothing was finished. Run the engagement again when you are ready.')
          : t(
              '{count, plural, one {# document is finished and kept.} other {# documents are finished and kept.}} Run again when you are ready.',
              { count },
            ),
    },
    exhausted: {
      title: 'The budget is used up',
      advice: (count: number) =>
        t(
          'The next call could have exceeded it, so none was made. {count, plural, =0 {Nothing was finished.} one {# document is kept.} other {# documents are kept.}} Raise the budget, then run again.',
          { count },
        ),
    },
    paused: {
      title: 'The run is paused',
      advice:
        'Calls in progress finish and no new ones start. Resume continues from here, and nothing is paid for twice.',
    },
    finished: 'See finished documents',
  },
  tasks: {
    title: 'Tasks',
    list: 'Tasks of the run',
    planning: 'Planning the tasks from the brief',
    planningAdvice: 'The planner reads the brief and the sources. Tasks appear here in a moment.',
    none: 'This run ended before it had tasks.',
    planned: 'Planned from the brief',
    rerun: (count: number) =>
      t('{count, plural, one {Only this task runs again} other {Only these tasks run again}}', {
        count,
      }),
    usual: (time: string) => t('usually {time}', { time }),
    read: 'Read',
    readNamed: (name: string) => t('Read {name}', { name }),
    waitsFor: (names: string) => t('Waits for {names}', { names }),
    waitsForMany: (name: string, more: number) =>
      t('Waits for {name} and {more} more', { name, more }),
    next: 'Starts next',
    asks: (until: string) => t('Waits for an answer until {until}', { until }),
    waitsForResume: 'Continues when the run is resumed',
    stopped: 'Not finished',
    paused: (state: string) => t('Paused · {state}', { state }),
    columns: { cost: 'Cost', time: 'Time' },
    states: {
      preparing: 'Reading the sources, choosing colleagues to ask',
      consulting: 'Consulting colleagues',
      searching: 'Searching the web',
      reading: 'Reading pages found on the web',
      drafting: 'Writing the draft',
      observing: 'The draft is being checked',
      revising: 'Revising after the check',
      answering: 'Answering objections',
      evaluating: 'Written; it is being scored',
      evaluated: 'Scored',
      unscored: 'Written, but not scored',
      completed: 'Done',
      completedUnscored: 'Done, but not scored',
    },
  },
  drafts: {
    title: 'Being written',
    choose: 'Document to read',
    kinds: { draft: 'Draft', revise: 'Revision', repair: 'Correction of citations' },
    states: {
      draft: 'Writing the draft',
      revise: 'Revising after the check',
      repair: 'Correcting citations that failed their check',
    },
    words: (count: number) => t('{count, plural, one {# word} other {# words}}', { count }),
    wordsSoFar: (count: number) =>
      t('{count, plural, one {# word so far} other {# words so far}}', { count }),
    region: (name: string) => t('Text of {name} so far', { name }),
    joinedLate: '… The beginning was written before this page was opened.',
    none: 'The text of each document appears here while it is written.',
    over: 'Nothing more is being written in this run.',
    status: (names: string) => t('Being written: {names}', { names }),
  },
  notices: {
    titles: {
      model_left: 'Another model took over.',
      call_left_out: 'A step was left out.',
      material_shortened: 'The material was shortened.',
      output_limit_raised: 'The answer needed more room.',
      images_not_read: 'Images were not read.',
    },
    ofTask: (name: string) => t('Notices about {name}', { name }),
    ofRun: 'Notices about the run',
    more: (count: number) =>
      t('{count, plural, one {# more notice} other {# more notices}}', { count }),
    less: 'Fewer notices',
  },
  agents: {
    title: 'Agents',
    description:
      'What each agent works on and which colleagues it consulted. Select a line to read the question and answer.',
    graph: 'Graph of consultations',
    run: 'This run',
    tasks,
    list: 'Agents at work',
    idle: 'Waiting',
    working: (task: string) => t('Working on {task}', { task }),
    workingOn: (count: number) =>
      t('{count, plural, one {Working on # task} other {Working on # tasks}}', { count }),
    done: (count: number) =>
      t('{count, plural, one {# task done} other {# tasks done}}', { count }),
    failed: (count: number) =>
      t('{count, plural, one {# task not done} other {# tasks not done}}', { count }),
    partlyFailed: (done: number, failed: number) =>
      t('{done, plural, one {# task done} other {# tasks done}}, {failed} not', { done, failed }),
    endedOf: (done: number, all: number) =>
      t('{done} of {all, plural, one {# task} other {# tasks}} done', { done, all }),
    answered: (count: number) =>
      t('{count, plural, one {Answered # question} other {Answered # questions}}', { count }),
    consultations: 'Consultations',
    noConsultations: 'No agent has consulted a colleague yet.',
    noneAsked: 'No agent consulted a colleague in this run.',
    asked: (from: string, to: string) => t('{from} asked {to}', { from, to }),
    times: (count: number) => t('{count, plural, one {# question} other {# questions}}', { count }),
    question: 'Question',
    answer: 'Answer',
    noAnswer: 'The answer was not stored for this run.',
    free: 'answered from an earlier consultation, at no cost',
    forTask: (task: string) => t('For {task}', { task }),
    open: (from: string, to: string, count: number) =>
      t('{from} asked {to}, {count, plural, one {# question} other {# questions}}: read', {
        from,
        to,
        count,
      }),
  },
  log: {
    title: 'Log',
    region: 'Lines of the log',
    search: 'Search the log',
    level: 'Level',
    levels: { all: 'All levels', warning: 'Warnings and errors', error: 'Errors' },
    levelNames: { info: 'Note', warning: 'Warning', error: 'Error' },
    agent: 'Agent',
    allAgents: 'All agents',
    count: (shown: number, all: number) =>
      shown === all
        ? t('{all, plural, one {# line} other {# lines}}', { all })
        : t('{shown} of {all, plural, one {# line} other {# lines}}', {
            shown: formatCount(shown),
            all,
          }),
    newLines: (count: number) =>
      t('{count, plural, one {# new line} other {# new lines}}', { count }),
    toEnd: 'Jump to end',
    copy: 'Copy log',
    download: 'Download',
    filename: (slug: string) => `${slug}-run.log`,
    empty: 'The log begins with the first step of the run.',
    gone: 'The log of this run is no longer stored.',
    noMatch: 'No line matches. Search for something else, or show all levels and agents.',
  },
});
