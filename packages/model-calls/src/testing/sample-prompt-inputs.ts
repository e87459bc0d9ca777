import type { AgentProfile, DraftInput, EngagementBrief, PromptInputs } from '../prompt-types.ts';

/** A mark in every untrusted text of the samples, which tests look for. */
export const untrustedMark = 'UNTRUSTED-TEXT';

function untrusted(text: string): string {
  return `${untrustedMark} ${text}`;
}

function sampleAgent(slug: string): AgentProfile {
  return {
    slug,
    name: `Agent ${slug}`,
    role: 'Analyst',
    department: 'Research',
    description: 'Finds and weighs evidence.',
    skills: ['market sizing'],
    instructions: 'Work from evidence.',
  };
}

/** Makes an English brief without tasks, changed as given. */
export function sampleEngagement(given: Partial<EngagementBrief> = {}): EngagementBrief {
  return {
    name: 'Plan',
    client: 'Acme',
    brief: '',
    language: 'en',
    today: '2026-03-02',
    tasks: [],
    ...given,
  };
}

/**
 * Makes test inputs for every purpose. Each text ends with `filler`, which tests use to break
 * fences and to exceed limits.
 */
export function samplePromptInputs(filler = ''): PromptInputs {
  const agent = sampleAgent('market-analyst');
  const colleagues = [sampleAgent('financial-modeler'), sampleAgent('brand-strategist')];
  const engagement = sampleEngagement({
    name: untrusted('Cargo bikes in Germany'),
    client: untrusted('Velo GmbH'),
    brief: untrusted(
      `Velo sells cargo bikes to families and wants to enter three more cities. ${filler}`,
    ),
  });
  const task = {
    id: 'market-sizing',
    name: untrusted('Size the market'),
    description: untrusted(`Estimate demand for each city and rank the cities by it. ${filler}`),
    kind: 'analysis',
  } as const;
  const sources = ['src1', 'src2'].map((id) => ({
    id,
    title: untrusted(`Study ${id}`),
    location: untrusted('page 4'),
    text: untrusted(
      `Sales of cargo bikes grew by 14 % in the last year, says study ${id}. ${filler}`,
    ),
  }));
  const draft: DraftInput = {
    engagement,
    task,
    agent,
    sources,
    upstream: [
      {
        taskName: untrusted('Research'),
        filename: 'research.md',
        content: untrusted(`# Research\n${filler}`),
      },
    ],
    consultations: [
      {
        agentSlug: 'financial-modeler',
        agentName: 'Agent financial-modeler',
        question: untrusted('What margin is usual?'),
        answer: untrusted(`About a third of the price. ${filler}`),
      },
    ],
    previous: { version: 1, content: untrusted(`# Market\nOld text. ${filler}`) },
    comments: [
      {
        id: 'c1',
        quote: untrusted('Rent.'),
        section: untrusted('Costs'),
        body: untrusted('Why?'),
        suggestion: untrusted('Rent and heat.'),
        authorKind: 'client',
        replies: [{ authorKind: 'user', body: untrusted('Ask.') }],
      },
    ],
    reviewNotes: [untrusted(`Add a table of cities.\n${filler}`), untrusted('Name the risks.')],
  };
  const rubric = {
    type: 'analysis',
    version: 1,
    criteria: [
      { id: 'evidence', name: 'Evidence', description: 'Claims are backed.', weight: 0.6 },
      { id: 'clarity', name: 'Clarity', description: 'It reads well.', weight: 0.4 },
    ],
  } as const;
  const document = untrusted(`# Market\nThe market is large. ${filler}`);
  return {
    plan: { engagement, sources, agent, roster: [agent, ...colleagues], maxTasks: 4 },
    analyse: {
      engagement,
      agent,
      sources,
      documents: [{ ...task, filename: 'market.md', notes: [untrusted('Add a table of cities.')] }],
      workspace: { entries: [], answer: null },
      questions: [],
      conflicts: [],
      maxTurns: 80,
    },
    critique: {
      engagement,
      agent,
      sources,
      documents: [{ ...task, filename: 'market.md', notes: [untrusted('Add a table of cities.')] }],
      workspace: { entries: [], answer: null },
      questions: [],
      conflicts: [],
      maxTurns: 40,
    },
    write: {
      engagement,
      agent,
      task,
      sources,
      workspace: { entries: [], answer: null },
      documents: [{ filename: 'market.md', content: untrusted('# Market') }],
      isDeciding: false,
      maxTurns: 12,
    },
    edit: {
      engagement,
      documents: [{ filename: 'market.md', content: untrusted('# Market') }],
    },
    anchor: {
      engagement,
      document: { filename: 'market.md', content: untrusted('# Market') },
      workspace: { entries: [], answer: null },
    },
    delegate: {
      engagement,
      task,
      agent,
      colleagues: colleagues.map((colleague) => ({
        agent: colleague,
        documents: [untrusted('Prices')],
      })),
    },
    consult: {
      engagement,
      task,
      agent,
      askedBy: agent,
      question: untrusted(`What margin? ${filler}`),
      documents: draft.upstream,
    },
    draft,
    observe: { ...draft, draft: document, observer: sampleAgent('observer') },
    revise: {
      ...draft,
      draft: document,
      issues: [untrusted(`Support the growth rate. ${filler}`)],
    },
    amend: {
      ...draft,
      sections: [
        untrusted(`# Market\nThe market is large. ${filler}\n\n`),
        untrusted(`## Risks\nNone. ${filler}\n`),
      ],
      footnotes: [untrusted(`[^1]: Study. ${filler}\n`)],
      asked: [1, 2],
      editable: null,
      issues: [untrusted(`Support the growth rate. ${filler}`)],
    },
    repair: {
      ...draft,
      more: [],
      document: untrusted(
        `# Market\n\nWe propose to enter by May.\n\n## Sales\n\nSales grew by 15 %.[^1]\n`,
      ),
      failures: [
        {
          section: untrusted('Market'),
          sentence: untrusted(`Sales grew by 15 %.[^1] ${filler}`),
          before: untrusted('The market is large.'),
          after: untrusted('It will grow.'),
          footnotes: [untrusted(`[^1]: Study. ${filler}`)],
          named: [untrusted('[^2]: Survey.')],
          faults: [
            {
              state: 'altered',
              footnote: '1',
              reason: untrusted('the source does not say this in these words'),
              passage: untrusted(`Sales of cargo bikes grew by 14 %. ${filler}`),
            },
          ],
        },
      ],
    },
    judge: {
      engagement,
      date: '2026-03-02',
      questions: [
        {
          statement: untrusted(`Sales grew by 15 %. ${filler}`),
          ask: 'carried',
          figures: [untrusted('15 %')],
          doubts: [{ kind: 'unit', figure: untrusted('15 %'), found: untrusted('14') }],
          plea: untrusted('The study rounds.'),
          passages: [
            {
              source: untrusted('Study'),
              words: untrusted(`Sales of cargo bikes grew by 14 %. ${filler}`),
              context: untrusted(`Sales of bikes. ${filler}`),
            },
          ],
        },
      ],
    },
    storyline: {
      engagement,
      documents: [
        {
          filename: 'market.md',
          title: untrusted('Market'),
          content: untrusted(`# Market\n\nSales grew by 15 %.[^1] ${filler}\n\n[^1]: Study.\n`),
        },
      ],
      exhibits: [
        {
          id: 't1',
          kind: 'exhibit',
          document: 'market.md',
          title: untrusted('Sales grew'),
          holds: untrusted(`Year | Sales ${filler}`),
        },
      ],
      byRules: [],
      earlier: {
        slides: [
          {
            kind: 'exhibit',
            title: untrusted('Sales doubled'),
            points: [untrusted('They grew by 14 %.')],
            exhibit: 't1',
            sources: [{ document: 'market.md', footnote: '1' }],
          },
        ],
        faults: [
          { slide: 1, text: untrusted('Sales doubled'), reason: untrusted('no source is given') },
        ],
      },
    },
    query: {
      engagement,
      tables: [
        {
          id: 't1',
          attachmentId: 'a1',
          filename: untrusted('sales.xlsx'),
          sheet: untrusted('Sales'),
          hidden: false,
          name: 'sales',
          columns: [{ name: untrusted('City'), sqlName: 'city', type: 'text', unit: null }],
          rowCount: 2,
          leftOut: { count: 0, rows: [] },
          remarks: [],
          sample: [[untrusted(`Kiel ${filler}`)]],
        },
      ],
      withoutTable: [],
      question: untrusted(`Which city sold most? ${filler}`),
    },
    grid: {
      engagement,
      filename: untrusted('lease.pdf'),
      isWhole: false,
      isShared: false,
      passages: [
        {
          place: untrusted('page 2'),
          heading: untrusted('Rent'),
          text: untrusted(`The rent is 900. ${filler}`),
        },
      ],
      columns: [
        {
          name: untrusted('Rent'),
          question: untrusted(`What is the rent? ${filler}`),
          type: 'number',
        },
      ],
      refused: [
        {
          column: 1,
          value: untrusted('90'),
          quote: untrusted('The rent is 90'),
          reason: untrusted('other words'),
        },
      ],
    },
    challenge: { engagement, task, document, maxObjections: 5 },
    evaluate: {
      engagement,
      task,
      agent: sampleAgent('evaluator'),
      deliverable: document,
      rubric: { ...rubric, criteria: [...rubric.criteria] },
    },
  };
}
