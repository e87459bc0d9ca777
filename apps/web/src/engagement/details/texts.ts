import { t, translated } from '../../base/language/translate.ts';

export const analyticsTexts = translated({
  noRun: {
    title: 'Figures appear with the first run',
    advice:
      'Once a run starts, this page shows what each task cost, which model it got and why, which agents consulted each other, and how the work was scored.',
    action: 'See the plan',
  },
  scope: (started: string, status: string) =>
    t('Latest run, started {started}: {status}.', { started, status }),
  otherRun: (started: string) =>
    t('Model choices and caches are from the run started {started}, the latest completed run.', {
      started,
    }),
  partial:
    'The log of this run cannot be read right now. Figures that need it appear as soon as the engine responds.',
  more: 'More figures',
  fewer: 'Fewer figures',
  tiles: {
    spent: 'Spent',
    ofBudget: (share: string, budget: string) => t('{share} of {budget}', { share, budget }),
    tokens: 'Tokens',
    inAndOut: (input: string, output: string) => t('{input} in, {output} out', { input, output }),
    calls: 'Model calls',
    inRun: 'in the latest run',
    score: 'Average score',
    scored: (count: number) =>
      t('of {count, plural, one {# document} other {# documents}}', { count }),
    unscored: 'nothing scored yet',
    notScored: (count: number) => t('{count, number} not scored', { count }),
    cached: 'Input from caches',
    cachedNote: (tokens: string, saved: string | null) =>
      saved === null
        ? t('{tokens} tokens', { tokens })
        : t('{tokens} tokens, {saved} saved', { tokens, saved }),
    runs: 'Runs',
    runsNote: (completed: number) => t('{completed} completed', { completed }),
  },
  costByTask: {
    title: 'Cost by task',
    dearest: (name: string, cost: string, share: string) =>
      t('“{name}” cost the most: {cost}, {share} of the run.', { name, cost, share }),
    timeTitle: 'Time by task',
    free: 'This run cost nothing: none of its models has a price.',
    longest: (name: string, time: string) =>
      t('“{name}” took the longest: {time}.', { name, time }),
    none: 'No task has ended yet.',
    beyond: 'Not tied to a task',
    beyondNote: 'Planning and calls that serve several tasks',
    columns: {
      task: 'Task',
      agent: 'Agent',
      model: 'Model',
      state: 'State',
      time: 'Time',
      cost: 'Cost, USD',
      error: 'Error',
    },
  },
  states: {
    waiting: 'Waiting',
    running: 'Running',
    completed: 'Completed',
    failed: 'Failed',
    skipped: 'Skipped',
  },
  costByModel: {
    title: 'Cost by model',
    tasksTitle: 'Tasks by model',
    summary: (models: number, tasks: number) =>
      t(
        '{models, plural, one {# model} other {# models}} for {tasks, plural, one {# task} other {# tasks}}.',
        {
          models,
          tasks,
        },
      ),
    tasks: (tasks: number) => t('{tasks, plural, one {# task} other {# tasks}}', { tasks }),
    score: (score: string) => t('average score {score}', { score }),
    columns: {
      model: 'Model',
      tasks: 'Tasks',
      cost: 'Cost, USD',
      perTask: 'Per task, USD',
      score: 'Average score',
    },
  },
  overTime: {
    costTitle: 'Cost over time',
    tokensTitle: 'Tokens over time',
    left: 'Budget left at the start',
    cost: 'Cost',
    input: 'Tokens in',
    output: 'Tokens out',
    costSummary: (cost: string, time: string, share: string) =>
      t('{cost} in {time}: {share} of the budget left at the start.', { cost, time, share }),
    tokensSummary: (tokens: string, time: string) =>
      t('{tokens} tokens in {time}. No call had a price, so tokens are shown.', { tokens, time }),
    columns: { seconds: 'Seconds', cost: 'Cost, USD', input: 'Tokens in', output: 'Tokens out' },
  },
  runs: {
    title: 'Runs and reruns',
    summary: (count: number, cost: string) =>
      t(
        '{count, plural, one {# run} other {# runs}}, {cost} in total. The last one is the newest.',
        { count, cost },
      ),
    columns: {
      started: 'Started',
      status: 'Status',
      time: 'Time',
      cost: 'Cost, USD',
      input: 'Tokens in',
      output: 'Tokens out',
      error: 'Error',
    },
    tokens: (input: string, output: string, time: string) =>
      t('{input} tokens in, {output} out · {time}', { input, output, time }),
  },
  agents: {
    title: 'Agents at work',
    summary: (agents: number, steps: number) =>
      t(
        '{agents, plural, one {# agent} other {# agents}} made {steps, plural, one {# model call} other {# model calls}}.',
        { agents, steps },
      ),
    calls: (steps: number) => t('{steps, plural, one {# call} other {# calls}}', { steps }),
    columns: { agent: 'Agent', department: 'Department', calls: 'Calls', models: 'Models' },
  },
  consultations: {
    title: 'Consultations',
    summary: (count: number, agents: number, asked: string) =>
      t(
        '{count, plural, one {# question} other {# questions}} between {agents, plural, one {# agent} other {# agents}}; asked most often: {asked}.',
        { count, agents, asked },
      ),
    reused: (count: number) =>
      t(
        '{count, plural, one {# answer} other {# answers}} came from the run’s record at no cost.',
        { count },
      ),
    edge: (count: number, cost: string | null) =>
      cost === null ? `${count} ×` : `${count} × · ${cost}`,
    graph: 'Graph of consultations. “Show as table” shows the same data.',
    columns: {
      get from() {
        return t('Asked', {}, 'who asked');
      },
      get to() {
        return t('Answered', {}, 'who answered');
      },
      count: 'Questions',
      reused: 'From the record',
      cost: 'Cost, USD',
    },
  },
  routing: {
    title: 'Why each task got its model',
    none: 'There are no model choices yet. They appear when the first run completes.',
    summary: (best: number, explored: number) =>
      explored === 0
        ? t(
            '{best, plural, one {# task} other {# tasks}} got the model whose document is expected to be worth most after its price.',
            { best },
          )
        : t(
            '{best, plural, one {# task} other {# tasks}} got the model whose document is expected to be worth most after its price; {explored, number} tried another model, within limits, to learn how well it performs.',
            { best, explored },
          ),
    pinned:
      'The engagement is pinned to one model. The candidates show what was expected of the others.',
    columns: {
      task: 'Task',
      agent: 'Agent',
      model: 'Model',
      observer: 'Observer’s score',
      cost: 'Cost, USD',
      explored: 'Tried out',
      reason: 'Reason',
    },
    explored: 'Tried out',
    observer: (score: string) => t('scored {score} by the observer', { score }),
    candidates: 'Candidates',
    scale: 'Expected score, 0 to 100. The band shows its uncertainty.',
    candidate: (model: string) => t('Expected score of {model}', { model }),
    candidateColumns: {
      model: 'Model',
      score: 'Expected score',
      cost: 'Expected cost',
      samples: 'Past tasks',
      why: 'Why, or why not',
    },
    samples: (all: number, own: number) =>
      own === 0 ? String(all) : t('{all}, {own} of this agent', { all, own }),
    yes: 'Yes',
    no: 'No',
  },
  quality: {
    title: 'Quality by task',
    none: 'No document of the latest run has been scored.',
    summary: (average: string, best: string, weakest: string) =>
      t('{average} on average; highest “{best}”, lowest “{weakest}”.', { average, best, weakest }),
    summaryOne: (average: string, name: string) =>
      t('“{name}” was scored {average}.', { name, average }),
    unscored: 'Not scored',
    evaluator: 'Evaluator, finished document',
    observer: 'Observer, draft',
    marks: (reject: number, approve: number) =>
      t(
        'Ticks at {reject} and {approve}: the evaluator would reject below the first and approve from the second',
        {
          reject,
          approve,
        },
      ),
    rubric: (type: string, version: number) =>
      t('{type} rubric, version {version}', { type, version }),
    criteria: 'Criteria and feedback',
    columns: {
      task: 'Task',
      score: 'Evaluator’s score',
      observer: 'Observer’s score',
      rubric: 'Rubric',
      criteria: 'Criteria',
      feedback: 'Feedback',
    },
    weight: (share: string) => t('weight {share}', { share }),
  },
});
