import { formatCount } from '../../format/format.ts';
import { countOf } from '../../format/words.ts';

const tasks = (count: number) => countOf(count, 'task');
const deliverables = (count: number) => countOf(count, 'deliverable');

export const runTexts = {
  head: {
    run: (number: number) => `Run ${number}`,
    started: (moment: string) => `started ${moment}`,
    overview: 'Back to the overview',
  },
  now: {
    started: (moment: string) => `Started ${moment}`,
    usual: (time: string) => `usually ${time}`,
    cost: (cost: string) => `${cost} so far`,
  },
  figures: {
    label: 'Figures of the run',
    elapsed: 'Time',
    paused: 'without pauses',
    cost: 'Cost of this run',
    calls: (count: number) => countOf(count, 'model call'),
    tokens: (input: string, output: string) => `${input} tokens in, ${output} out`,
    budget: 'Budget',
    spentOf: (budget: string) => `of ${budget} spent`,
    left: (amount: string) => `${amount} left`,
    earlier: (amount: string) => `${amount} before this run`,
    expected: (low: string, high: string) => `Planned ${low} to ${high}`,
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
    body: 'Work in progress is discarded and cannot be resumed. Finished deliverables are kept. To continue later, pause the run instead.',
    confirm: 'Stop run',
  },
  againDialog: {
    title: 'Run this engagement again?',
    body: (count: number, left: string) =>
      count === 0
        ? `The tasks are planned from the brief. ${left} of the budget is left.`
        : `All ${tasks(count)} run again. Each deliverable gets a new version; old versions stay in its history. ${left} of the budget is left.`,
    single: 'To rerun a single task, open its deliverable and choose Rerun.',
    price: 'See the price first',
    confirm: 'Run again',
  },
  budgetDialog: {
    title: 'Raise the budget',
    body: (spent: string) =>
      `${spent} has been spent. The budget covers all runs of the engagement, and no call is made that could exceed it.`,
    field: 'Budget in US dollars',
    confirm: 'Raise budget',
    done: 'Budget raised',
    doneAdvice: 'Run the engagement again when you are ready.',
  },
  connection: {
    reconnecting: 'Connection lost. Reconnecting…',
    nothingLost: 'Nothing is lost: the run continues without this page.',
    stillAway: 'The service has not responded for a while. The run continues without this page; check your connection.',
    now: 'Try now',
    lost: 'Live updates have stopped.',
    again: 'Reconnect',
    live: 'Live',
  },
  outcome: {
    label: 'Outcome',
    running: {
      title: 'The run is in progress',
      advice: 'You can read each deliverable as soon as its task is done.',
      see: 'See deliverables',
    },
    waiting: {
      title: 'The run is waiting for people',
      advice: (count: number, until: string) =>
        `All remaining work depends on ${count === 1 ? 'an answer' : `${count} answers`}. Waiting costs nothing. Without an answer by ${until}, the run continues with its assumptions.`,
      answer: (count: number) => `Answer ${countOf(count, 'question')}`,
      see: (count: number) => `See ${countOf(count, 'question')}`,
    },
    completed: {
      title: 'The run is complete',
      advice: (count: number) =>
        count === 0
          ? 'Every deliverable has been reviewed.'
          : `${deliverables(count)} ${count === 1 ? 'waits' : 'wait'} for your review.`,
      written: (count: number) => `${deliverables(count)} ${count === 1 ? 'is' : 'are'} finished.`,
      average: (score: string) => `Average quality score ${score} of 100.`,
      review: 'Review deliverables',
      read: 'Read deliverables',
      report: 'Read the run report',
    },
    failed: {
      title: 'The run failed',
      advice: (count: number) =>
        count === 0
          ? 'Nothing was finished. Run the engagement again, or change its tasks first.'
          : `${deliverables(count)} ${count === 1 ? 'is' : 'are'} finished and kept. Run again, or rerun single deliverables.`,
    },
    stopped: {
      title: 'The run was stopped',
      advice: (count: number) =>
        count === 0
          ? 'Nothing was finished. Run the engagement again when you are ready.'
          : `${deliverables(count)} ${count === 1 ? 'is' : 'are'} finished and kept. Run again when you are ready.`,
    },
    exhausted: {
      title: 'The budget is used up',
      advice: (count: number) =>
        `The next call could have exceeded it, so none was made. ${count === 0 ? 'Nothing was finished' : `${deliverables(count)} ${count === 1 ? 'is' : 'are'} kept`}. Raise the budget, then run again.`,
    },
    paused: {
      title: 'The run is paused',
      advice:
        'Calls in progress finish and no new ones start. Resume continues from here, and nothing is paid for twice.',
    },
    finished: 'See finished deliverables',
  },
  tasks: {
    title: 'Tasks',
    list: 'Tasks of the run',
    planning: 'Planning the tasks from the brief',
    planningAdvice: 'The planner reads the brief and the context. Tasks appear here in a moment.',
    none: 'This run ended before it had tasks.',
    planned: 'Planned from the brief',
    rerun: (count: number) => (count === 1 ? 'Only this task runs again' : 'Only these tasks run again'),
    usual: (time: string) => `usually ${time}`,
    read: 'Read',
    readNamed: (name: string) => `Read ${name}`,
    waitsFor: (names: string) => `Waits for ${names}`,
    waitsForMany: (name: string, more: number) => `Waits for ${name} and ${more} more`,
    next: 'Starts next',
    asks: (until: string) => `Waits for an answer until ${until}`,
    waitsForResume: 'Continues when the run is resumed',
    stopped: 'Not finished',
    paused: (state: string) => `Paused · ${state}`,
    columns: { cost: 'Cost', time: 'Time' },
    states: {
      preparing: 'Reading the context, choosing colleagues to ask',
      consulting: 'Consulting colleagues',
      searching: 'Searching the web',
      reading: 'Reading pages found on the web',
      drafting: 'Writing the draft',
      observing: 'The observer is reading the draft',
      revising: 'Revising after the observer’s remarks',
      answering: 'Answering the second reader’s objections',
      evaluating: 'Written; the evaluator is scoring it',
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
      revise: 'Revising after the observer’s remarks',
      repair: 'Correcting citations that failed their check',
    },
    words: (count: number) => countOf(count, 'word'),
    wordsSoFar: (count: number) => `${countOf(count, 'word')} so far`,
    region: (name: string) => `Text of ${name} so far`,
    joinedLate: '… The beginning was written before this page was opened.',
    none: 'The text of each document appears here while it is written.',
    over: 'Nothing more is being written in this run.',
    status: (names: string) => `Being written: ${names}`,
  },
  notices: {
    titles: {
      model_left: 'Another model took over.',
      call_left_out: 'A step was left out.',
      material_shortened: 'The material was shortened.',
      output_limit_raised: 'The answer needed more room.',
      images_not_read: 'Images were not read.',
    },
    ofTask: (name: string) => `Notices about ${name}`,
    ofRun: 'Notices about the run',
    more: (count: number) => countOf(count, 'more notice'),
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
    working: (task: string) => `Working on ${task}`,
    workingOn: (count: number) => `Working on ${tasks(count)}`,
    done: (count: number) => `${tasks(count)} done`,
    failed: (count: number) => `${tasks(count)} not done`,
    partlyFailed: (done: number, failed: number) => `${tasks(done)} done, ${failed} not`,
    endedOf: (done: number, all: number) => `${done} of ${tasks(all)} done`,
    answered: (count: number) => `Answered ${countOf(count, 'question')}`,
    consultations: 'Consultations',
    noConsultations: 'No agent has consulted a colleague yet.',
    noneAsked: 'No agent consulted a colleague in this run.',
    asked: (from: string, to: string) => `${from} asked ${to}`,
    times: (count: number) => countOf(count, 'question'),
    question: 'Question',
    answer: 'Answer',
    noAnswer: 'The answer was not stored for this run.',
    free: 'answered from an earlier consultation, at no cost',
    forTask: (task: string) => `For ${task}`,
    open: (from: string, to: string, count: number) => `${from} asked ${to}, ${countOf(count, 'question')}: read`,
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
      shown === all ? countOf(all, 'line') : `${formatCount(shown)} of ${countOf(all, 'line')}`,
    newLines: (count: number) => countOf(count, 'new line'),
    toEnd: 'Jump to end',
    copy: 'Copy log',
    download: 'Download',
    filename: (slug: string) => `${slug}-run.log`,
    empty: 'The log begins with the first step of the run.',
    gone: 'The log of this run is no longer stored.',
    noMatch: 'No line matches. Search for something else, or show all levels and agents.',
  },
} as const;
