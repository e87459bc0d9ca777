const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** The figures of one engagement. */
export const analyticsTexts = {
  noRun: {
    title: 'Figures come with the first run',
    advice:
      'Once it runs, you see here what each task cost, which model it was given and why, who asked whom, and how the work was scored.',
    action: 'See the plan',
  },
  scope: (started: string, status: string) => `Latest run, started ${started}: ${status}.`,
  otherRun: (started: string) =>
    `Model choices are those of the run of ${started}: the service keeps them for the newest run that completed.`,
  partial: 'The log of this run cannot be read right now. What needs it appears as soon as the engine answers.',
  tiles: {
    spent: 'Spent',
    ofBudget: (share: string, budget: string) => `${share} of ${budget}`,
    tokens: 'Tokens',
    inAndOut: (input: string, output: string) => `${input} in, ${output} out`,
    calls: 'Model calls',
    inRun: 'in the latest run',
    score: 'Average score',
    scored: (count: number) => `of ${plural(count, 'deliverable')}`,
    runs: 'Runs',
    runsNote: (completed: number) => `${completed} completed`,
  },
  costByTask: {
    title: 'Cost by task',
    dearest: (name: string, cost: string, share: string) => `“${name}” cost the most: ${cost}, ${share} of the run.`,
    free: 'This run cost nothing: none of its models has a price.',
    none: 'No task has ended yet.',
    beyond: 'Beyond single tasks',
    beyondNote: 'Planning and what serves several tasks',
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
  states: { waiting: 'Waiting', running: 'Running', completed: 'Completed', failed: 'Failed', skipped: 'Skipped' },
  costByModel: {
    title: 'Cost by model',
    summary: (models: number, tasks: number) => `${plural(models, 'model')} wrote ${plural(tasks, 'task')}.`,
    note: (tasks: number, score: string | null) =>
      score === null ? plural(tasks, 'task') : `${plural(tasks, 'task')}, average score ${score}`,
    columns: { model: 'Model', tasks: 'Tasks', cost: 'Cost, USD', perTask: 'Per task, USD', score: 'Average score' },
  },
  overTime: {
    costTitle: 'Cost over time',
    tokensTitle: 'Tokens over time',
    left: 'Left of the budget at the start',
    cost: 'Cost',
    input: 'Tokens in',
    output: 'Tokens out',
    costSummary: (cost: string, time: string, share: string) =>
      `${cost} in ${time}: ${share} of what was left of the budget at the start.`,
    tokensSummary: (tokens: string, time: string) =>
      `${tokens} tokens in ${time}. No call had a price, so that tokens are shown.`,
    columns: { seconds: 'Seconds', cost: 'Cost, USD', input: 'Tokens in', output: 'Tokens out' },
  },
  runs: {
    title: 'Runs and reruns',
    summary: (count: number, cost: string) => `${plural(count, 'run')}, ${cost} in all. The last one is the newest.`,
    columns: {
      started: 'Started',
      status: 'Status',
      time: 'Time',
      cost: 'Cost, USD',
      input: 'Tokens in',
      output: 'Tokens out',
      error: 'Error',
    },
    tokens: (input: string, output: string, time: string) => `${input} tokens in, ${output} out · ${time}`,
  },
  agents: {
    title: 'Agents at work',
    summary: (agents: number, steps: number) => `${plural(agents, 'agent')} made ${plural(steps, 'model call')}.`,
    calls: (steps: number) => plural(steps, 'call'),
    columns: { agent: 'Agent', department: 'Department', calls: 'Calls', models: 'Models' },
  },
  consultations: {
    title: 'Who asked whom',
    none: 'In this run no agent asked a colleague.',
    summary: (count: number, agents: number, asked: string) =>
      `${plural(count, 'question')} between ${plural(agents, 'agent')}; asked most often: ${asked}.`,
    reused: (count: number) => `${plural(count, 'answer')} came from the record of the run, at no cost.`,
    edge: (count: number, cost: string | null) => (cost === null ? `${count} ×` : `${count} × · ${cost}`),
    graph: 'Graph of who asked whom; the same as a table by “Show as table”',
    columns: { from: 'Asked', to: 'Answered', count: 'Questions', reused: 'From the record', cost: 'Cost, USD' },
  },
  routing: {
    title: 'Why each task got its model',
    none: 'There are no model choices yet: they come with the first run that completes.',
    summary: (best: number, explored: number) =>
      `${plural(best, 'task')} got the model with the best expected score for its price${explored === 0 ? '.' : `; for ${explored}, another was tried out, within bounds, to learn about it.`}`,
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
    observer: (score: string) => `scored ${score} by the observer`,
    candidates: 'Candidates',
    scale: 'Expected score, 0 to 100; the band is the spread of what is believed.',
    candidate: (model: string) => `Expected score of ${model}`,
    candidateColumns: {
      model: 'Model',
      score: 'Expected score',
      cost: 'Expected cost',
      samples: 'Past tasks',
      why: 'Why, or why not',
    },
    samples: (all: number, own: number) => (own === 0 ? String(all) : `${all}, ${own} of this agent`),
    yes: 'Yes',
    no: 'No',
  },
  quality: {
    title: 'Quality by task',
    none: 'No deliverable of the latest run has been scored.',
    summary: (average: string, best: string, weakest: string) =>
      `${average} on average; highest “${best}”, lowest “${weakest}”.`,
    summaryOne: (average: string, name: string) => `“${name}” was scored ${average}.`,
    evaluator: 'Evaluator, finished deliverable',
    observer: 'Observer, draft',
    marks: (reject: number, approve: number) =>
      `Ticks at ${reject} and ${approve}: below the first the evaluator would reject, from the second approve`,
    rubric: (type: string, version: number) => `${type} rubric, version ${version}`,
    criteria: 'Criteria and feedback',
    columns: {
      task: 'Task',
      score: 'Evaluator’s score',
      observer: 'Observer’s score',
      rubric: 'Rubric',
      criteria: 'Criteria',
      feedback: 'Feedback',
    },
    weight: (share: string) => `counts ${share}`,
  },
} as const;
