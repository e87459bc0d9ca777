import { countOf } from '../../format/words.ts';

export const firmAnalyticsTexts = {
  title: 'Insights',
  description:
    'Compare the costs, scores, reviews, time and models of all your engagements, and see what is worth acting on.',
  analyze: 'Analyze now',
  running: (since: string) => `Analyzing since ${since}. You can leave this page; the findings will appear here.`,
  last: (ago: string) => `Last analysis ${ago}. It repeats daily if runs have finished since.`,
  done: (count: number) => `The analysis is done: ${countOf(count, 'finding')}`,
  never: {
    title: 'Nothing has been analyzed yet',
    advice:
      'Run some engagements and review their deliverables. The analysis then compares them automatically once a day.',
  },
  nothing: {
    title: 'No findings yet',
    advice: 'The last analysis found no difference beyond chance. Findings appear with more runs and reviews.',
  },
  needs: {
    title: 'What findings need',
    points: [
      'Two models on the same kind of task: 8 tasks each.',
      'A criterion that stays weak: 8 scored deliverables.',
      'An agent whose work is sent back more often: 8 reviews of its work and 8 of others’ work.',
      'How well scores agree with your reviewers: 20 reviews under one rubric.',
      'A cost trend: 8 approved deliverables in each of two periods of 90 days.',
    ],
  },
  findings: 'Worth acting on',
  tiles: {
    runs: 'Completed runs',
    newest: 'the newest ones',
    engagements: (count: number) => `of ${countOf(count, 'engagement')}`,
    spent: 'Spent',
    perRun: (cost: string) => `${cost} for the median run`,
    score: 'Average score',
    scored: (count: number) => `of ${countOf(count, 'scored run')}`,
    time: 'Time of a run',
    median: 'median',
    reviewed: 'Reviewed deliverables',
    compared: 'compared with their scores',
    notAnalyzed: 'known after the first analysis',
  },
  outliers: {
    title: 'Worth a look',
    unfinished: (missing: number, tasks: number) => `${missing} of ${countOf(tasks, 'task')} not completed.`,
    lowScore: (score: string) => `average score ${score}.`,
    dear: (times: string) => `${times} times the median cost.`,
  },
  engagements: {
    costTitle: 'Cost by engagement',
    timeTitle: 'Time by engagement',
    summary: (shown: number, all: number) =>
      shown === all
        ? 'The newest completed run of each engagement.'
        : `The newest completed run of ${shown} of ${all} engagements. The table lists all.`,
    score: (score: string) => `score ${score}`,
    tasks: (count: number) => countOf(count, 'task'),
    columns: { name: 'Engagement', cost: 'Cost, USD', score: 'Average score', time: 'Time', tasks: 'Tasks' },
  },
  models: {
    costTitle: 'Cost of a task by model',
    tasksTitle: 'Tasks by model',
    summary: (count: number) => `${countOf(count, 'model')}, each with the average score of its documents.`,
    free: 'None of the models has a price.',
    score: (score: string) => `average score ${score}`,
    tasks: (count: number) => countOf(count, 'task'),
    columns: { model: 'Model', tasks: 'Tasks', perTask: 'Per task, USD', cost: 'Cost, USD', score: 'Average score' },
  },
  waiting: {
    title: 'Waiting for more reviews',
    advice:
      'Comparing the evaluator’s scores with your reviewers’ verdicts takes 20 reviewed deliverables per rubric. Fewer would only allow a guess.',
    of: (reviewed: number, needed: number) => `${reviewed} of ${countOf(needed, 'review')}`,
    rubric: (type: string, version: number) => `${type} rubric, version ${version}`,
  },
  proposal: 'Proposal',
  effect: 'Expected effect',
  kinds: {
    model_comparison: 'Models',
    weak_criterion: 'Quality',
    agent_sent_back: 'Agents',
    score_agreement: 'Scores and reviews',
    rubric_agreement: 'Scores and reviews',
    cost_trend: 'Cost',
    budget_use: 'Budgets',
  },
  bars: {
    score: 'Mean score',
    modelNote: (tasks: number, cost: string) => `${countOf(tasks, 'task')}, ${cost} each`,
    others: 'Other criteria of the rubric',
    otherAgents: 'All other agents',
    sentBack: 'Sent back',
    sentBackNote: (sentBack: number, reviewed: number) => `${sentBack} of ${countOf(reviewed, 'reviewed deliverable')}`,
    approved: 'Approved deliverables',
    returned: 'Sent-back deliverables',
    count: (count: number) => countOf(count, 'deliverable'),
    earlier: (days: number) => `The ${days} days before`,
    recent: (days: number) => `Last ${days} days`,
    cost: 'Cost of an approved deliverable',
    budget: 'Engagements',
    exhausted: 'Budget exhausted',
    belowHalf: 'Less than half used',
    all: 'All engagements',
  },
  agreement: {
    kappa: 'Agreement beyond chance (Cohen’s kappa)',
    observed: 'Same verdict',
    baseRate: 'If the most common verdict were always given',
    scale:
      '0 is the agreement expected by chance, 1 is full agreement. From 0.6 it counts as substantial, below 0.4 as fair at most.',
    words: {
      agree: 'The evaluator agrees with your reviewers clearly more often than by chance.',
      disagree: 'The evaluator’s verdicts differ from your reviewers’. Rely on your reviewers.',
      unclear: 'The reviews so far are inconclusive.',
    },
    evaluator: 'Evaluator',
    reviewer: 'Reviewers',
    table: 'Verdicts of evaluator and reviewers',
    verdicts: { approve: 'Approve', request_revision: 'Revision', reject: 'Reject' },
    thresholds: (approve: number, reject: number) =>
      `A score from ${approve} counts as approve, below ${reject} as reject, between as revision.`,
  },
} as const;
