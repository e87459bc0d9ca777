import { countOf, type ReportTexts } from './report-texts.ts';

const tasksOf = (count: number) => countOf(count, 'task', 'tasks');
const quote = (name: string) => `"${name}"`;

export const en: ReportTexts = {
  fullStop: '.',
  quote,
  about: (task, words) => `${task}: ${words}`,
  columns: {
    task: 'Task',
    agent: 'Agent',
    model: 'Model',
    state: 'State',
    observer: 'Observer',
    evaluation: 'Evaluation',
    rubric: 'Rubric',
    words: 'Words',
    cost: 'Cost',
    time: 'Time',
    expectedScore: 'Expected score',
    tasksSeen: 'Tasks seen',
    expectedCost: 'Expected cost',
    why: 'Why',
    shareOfLimit: 'Share of the limit',
    askedBy: 'Asked by',
    asked: 'Asked',
    question: 'Question',
    purpose: 'Purpose',
    calls: 'Calls',
    counted: 'Counted',
    happened: 'What happened',
    answered: 'Answered',
    share: 'Share',
    tokensIn: 'Tokens in',
    tokensOut: 'Tokens out',
    modelTime: 'Model time',
    billing: 'Billing',
    costPerPoints: 'Cost per 10 points',
    criterion: 'Criterion',
    score: 'Score',
    comment: "Evaluator's comment",
  },
  verdicts: {
    best: 'Chosen: good expected value for its price',
    explored: 'Chosen to learn how good it is',
    pinned: 'Chosen: the engagement is set to this model',
    not_affordable: 'Costs more than the task’s share of the money left',
    failing: 'Failed at its latest tasks, so it is left for a day',
    too_risky: 'Too uncertain that its document is good',
    lower_value: 'Not chosen: compare its expected score and cost',
    not_tried: 'The engagement is set to another model',
    drawn_lower: 'Not chosen this time',
  },
  purposes: {
    plan: 'Planning the tasks',
    delegate: 'Choosing colleagues to ask',
    consult: 'Asking colleagues',
    draft: 'Drafting',
    observe: 'Observing drafts',
    revise: 'Revising drafts',
    amend: 'Amending by review',
    repair: 'Repairing citations',
    judge: 'Judging whether sources support claims',
    challenge: 'Objecting to the paper for who decides',
    search: 'Searching the web',
    embed: 'Embedding the sources',
    evaluate: 'Evaluating deliverables',
  },
  kinds: {
    strategy: 'strategy',
    research: 'research',
    financial: 'financial',
    creative: 'creative',
    analysis: 'analysis',
    plan: 'plan',
    general: 'general',
    synthesis: 'synthesis',
  },
  run: {
    title: (engagement) => `Run report: ${engagement}`,
    sections: {
      asked: 'What was asked',
      made: 'How it was made',
      tasks: 'Tasks',
      evidence: 'Evidence',
      conflicts: 'Conflicts',
      notCompleted: 'Not completed',
      models: 'Choice of models',
      budget: 'Budget',
      unknownCalls: 'Calls with an unknown outcome',
      time: 'Time',
      consultations: 'Consultations',
      searches: 'Searches in the sources',
    },
    outcome: ({ completed, total, endings, average, cost, duration }) => {
      const done =
        completed === total
          ? `**${tasksOf(total)} completed.**`
          : `**${completed} of ${tasksOf(total)} completed**, ${endings.join(', ')}.`;
      const quality = average === null ? 'No deliverable was scored' : `The average score is ${average} of 100`;
      return `${done} ${quality}; the run cost ${cost} and took ${duration}.`;
    },
    states: {
      completed: 'completed',
      failed: 'failed',
      exhausted: 'ended by the exhausted budget',
      stopped: 'stopped',
      skipped: 'skipped',
      not_started: 'not started',
    },
    endedAs: (count, state) => `${count} ${en.run.states[state]}`,
    request: ({ client, tasks, planned, titles, more }) => {
      const source = planned ? 'planned by the engine from the brief' : 'as given';
      const list = `${titles.join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
      const material = titles.length === 0 ? 'No material was attached.' : `Attached material: ${list}.`;
      return `For ${client}. ${tasksOf(tasks)}, ${source}. ${material}`;
    },
    offline: ({ names, answered, offline }) => {
      const answers = countOf(answered, 'answer', 'answers');
      const share = offline === answered ? `all ${answers}` : `${offline} of ${answers}`;
      return (
        `**The offline model was used** (${names}) for ${share}. It extracts from the brief and the attached material and ` +
        'costs nothing. No language model reasoned about that work. Its scores measure form and coverage, not judgement.'
      );
    },
    budget: {
      limit: 'Limit of the engagement',
      changedLimit: 'Limit of the engagement (changed since the run began)',
      spentByRun: 'Spent by this run',
      spentOverAll: 'Spent over all runs',
      reserved: 'Reserved for calls in flight',
      left: 'Left',
    },
    tokens: (input, output) => `Tokens: ${input} in, ${output} out.`,
    time: ({ started, reported, duration, paused }) =>
      `Started ${started}, reported ${reported}: ${duration}${paused === null ? '' : `, of which ${paused} paused`}.`,
    conflicts:
      'Sources or documents give different values for the same thing. Settle which one holds before the documents leave the house.',
    givenBy: (value, filename) => `${value} (${filename})`,
    fromRecord: 'from the record',
    noConsultation: 'No agent asked a colleague.',
    moreSearches: (count) => `${count} more ${count === 1 ? 'is' : 'are'} in the log.`,
    query: ({ agent, title, id, rows, truncated }) =>
      `${agent} asked the tables for “${title}” (Query ${id}): ${truncated ? `the first ${rows} rows` : `rows: ${rows}`}.`,
    unknownCalls: (calls, cost) =>
      `${countOf(calls, 'call', 'calls')} ended without an answer, and it is unknown whether ` +
      `${calls === 1 ? 'it was' : 'they were'} billed. The budget counts the worst case, ${cost} in all; ` +
      "the provider's invoice may be lower.",
  },
  unfinished: {
    entry: (task, reason, remedy) => `**${task}**: ${reason} *What to do:* ${remedy}.`,
    reasons: {
      failed: 'It failed without a recorded reason',
      exhausted: 'The budget was exhausted',
      skipped: 'A task that it builds on did not complete',
      stopped: 'It was stopped',
      not_started: 'The run ended before it could start',
    },
    kept: (filename) => ` Its document ${filename} is kept, without a score.`,
    rerun: (filename) => `rerun ${filename}`,
    startAgain: 'start the run again, which makes a new version of every document',
    resolveFirst: (tasks, again) => `resolve ${tasks.map(quote).join(', ')} first, then ${again}`,
    resolveCause: (again) => `resolve the cause above, then ${again}`,
    budgetThen: (advice, again) => `${advice}, then ${again}`,
    raiseAbove: (limit) => `raise the budget above ${limit}`,
    raiseTo: ({ limit, raised, open, typical }) =>
      `raise the budget from ${limit} to at least ${raised} (${tasksOf(open)} open, ${typical} per completed task)`,
  },
  review: {
    title: (engagement) => `Operations review: ${engagement}`,
    sections: {
      advice: 'Recommendations',
      byPurpose: 'Cost and time by purpose',
      byModel: 'Cost and time by model',
      byAgent: 'Cost and time by agent',
      retries: 'Retries and failures',
      quality: 'Quality against cost',
      criteria: 'Lowest-scoring criteria',
    },
    summary: ({ calls, answered, cost, work, paused, modelTime, atOnce, longest }) =>
      `${countOf(calls, 'call', 'calls')} to models, ${answered} answered, cost ${cost}. The run took ` +
      `${work} of work${paused === null ? '' : ` and ${paused} of pauses`}; models worked for ${modelTime}` +
      `${atOnce === null ? '' : `, ${atOnce} calls at once on average`}.` +
      `${longest === null ? '' : ` The longest task was ${longest.task} (${longest.duration}).`}`,
    noAdvice: 'No figure of this run crosses the threshold for a recommendation.',
    noCall: 'No call was made.',
    allAnswered: 'Every call was answered at the first attempt.',
    lost: ({ lost, calls, share, retries }) =>
      `${lost} of ${countOf(calls, 'call', 'calls')} gave no usable answer (${share}); ` +
      `${retries === 1 ? '1 was a retry' : `${retries} were retries`}.`,
    billing: { none: 'not billed', billed: 'billed, unusable', unknown: 'unknown, worst case counted' },
    noScore: 'No task was scored.',
    noCriterion: 'No criterion was scored.',
  },
  advice: {
    exhausted: (open, advice) => `The budget was exhausted with ${tasksOf(open)} open: ${advice}.`,
    failures: ({ failed, skipped, tasks }) => {
      const lost =
        skipped > 0 ? ` and prevented ${countOf(skipped, 'further task', 'further tasks')} from starting` : '';
      const names = tasks.map(quote).join(', ');
      return `${tasksOf(failed)} failed${lost}: resolve ${names} first (the run report has the reasons).`;
    },
    offline: (offline, answered) =>
      `${offline} of ${countOf(answered, 'answer', 'answers')} came from the offline model: connect an LLM provider before ` +
      'these documents go to a client, and budget for costs that this run does not show.',
    lostTries: ({ model, lost, calls, share }) =>
      `${model} gave no usable answer in ${lost} of ${calls} calls (${share}): check its provider and rate limits, or ` +
      'remove it from the model catalogue.',
    unusable: ({ cost, answers, models }) =>
      `${cost} was paid for ${countOf(answers, 'unusable answer', 'unusable answers')} of ${models}: a model that follows ` +
      'the requested format would save this cost.',
    unknownCost: ({ counted, cost, share }) =>
      `${counted} of ${cost} (${share}) is the worst case of calls with an unknown outcome: compare it with the provider's ` +
      'invoice, and if the budget is short, raise it by the difference.',
    waiting: ({ atOnce, duration, dependent, tasks }) =>
      `On average ${atOnce} tasks ran at once over ${duration}, because ${dependent} of ${tasks} wait for others: remove ` +
      'dependencies that are not needed.',
    weakTask: ({ task, score, limit, lowest, filename }) =>
      `${quote(task)} scored ${score}, below ${limit}` +
      `${lowest === null ? '' : `; its lowest criterion is ${lowest.criterion} at ${lowest.score}`}: ask for a revision of ` +
      `${filename} with a note on that criterion.`,
    weakCriterion: ({ criterion, average, tasks, limit }) =>
      `${criterion} averaged ${average} over ${tasksOf(tasks)}, below ${limit}: say in the brief or in the task ` +
      'descriptions what it requires.',
    missingEvidence: (average, tasks) =>
      `0 sources were attached, and criteria about evidence averaged ${average} over ${tasksOf(tasks)}: attach material ` +
      'that supports the documents.',
    disagreement: ({ task, observed, score, points }) =>
      `Observer (${observed}) and evaluator (${score}) are ${points} points apart on ${quote(task)}: read it yourself ` +
      'before you approve it.',
    revisions: ({ revised, drafted, tasks }) =>
      `The observer sent back ${revised} of ${countOf(drafted, 'draft', 'drafts')} of ${tasksOf(tasks)}: sharper task ` +
      'descriptions avoid those second drafts.',
    budgetLeft: ({ left, limit, share, cost }) =>
      `${left} of ${limit} remains (${share}) and this run cost ${cost}: raise the budget before the next run or rerun.`,
    checking: ({ cost, share, models }) =>
      `Observing and evaluating took ${cost} (${share} of the run) with ${models}: a cheaper standard model in the model ` +
      'catalogue would judge for less.',
    consulting: (cost, share) =>
      `Asking colleagues took ${cost} (${share} of the run): task descriptions that answer the questions in the run ` +
      'report make them unnecessary.',
    dearTask: ({ task, cost, share, tasks }) =>
      `${quote(task)} took ${cost} (${share} of the run, ${tasks} tasks): narrow or split it.`,
    costWithoutQuality: ({ task, cost, times, score, others, model }) =>
      `${quote(task)} cost ${cost}, ${times} times the other tasks' average, and scored ${score} against their ${others}: ` +
      `${model ?? 'its model'} was not worth its price for this task.`,
  },
  libraryTitle: ({ engagement, completed, total, kinds, average }) => {
    const done = completed === total ? tasksOf(completed) : `${completed} of ${tasksOf(total)}`;
    const score = average === null ? 'not scored' : `average score ${average}`;
    return `${engagement}: ${done} (${kinds.join(', ')}), ${score}`;
  },
};
