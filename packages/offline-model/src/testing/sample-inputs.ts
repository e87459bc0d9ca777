import type {
  AgentProfile,
  DraftInput,
  EngagementBrief,
  TaskBrief,
} from '@ecp/model-calls/prompt-types';
import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';

function makeAgent(
  slug: string,
  name: string,
  role: string,
  department: string,
  skills: string[],
): AgentProfile {
  return {
    slug,
    name,
    role,
    department,
    skills,
    description: `${role} in ${department}.`,
    instructions: '',
  };
}

export const sampleRoster: AgentProfile[] = [
  makeAgent('market-researcher', 'Maya Chen', 'Market researcher', 'Research', [
    'market sizing',
    'competitor analysis',
    'customer interviews',
    'surveys',
  ]),
  makeAgent('financial-analyst', 'Tomas Berg', 'Financial analyst', 'Finance', [
    'financial modelling',
    'pricing',
    'unit economics',
    'budget planning',
  ]),
  makeAgent('brand-strategist', 'Ines Duarte', 'Brand strategist', 'Marketing', [
    'brand positioning',
    'messaging',
    'campaign concepts',
    'volunteers and donors',
  ]),
  makeAgent('operations-lead', 'Sam Okafor', 'Operations consultant', 'Operations', [
    'process design',
    'delivery logistics',
    'capacity planning',
  ]),
  makeAgent('programme-manager', 'Lena Fischer', 'Programme manager', 'Delivery', [
    'roadmaps',
    'project planning',
    'risk management',
    'change management',
  ]),
  makeAgent('strategy-partner', 'Aisha Rahman', 'Strategy partner', 'Strategy', [
    'growth strategy',
    'market entry',
    'portfolio choices',
  ]),
];

/** A brief in prose with questions and figures. */
export const bakeryEngagement: EngagementBrief = sampleEngagement({
  name: 'Subscription growth',
  client: 'Hartmann Bakery',
  brief: `Hartmann Bakery is a family business in Leipzig with 14 shops and a bread subscription that it launched in March 2023.
The subscription has 3,200 households and earned €1.4 million last year, 18% of total revenue. Monthly churn is 6.5%, against 4% at launch.
Exit surveys name late delivery (41% of answers) and too little choice (23%) as the main reasons for leaving. Deliveries are made by two freelance couriers, and the operations team worries that they will not cope with more than 4,000 households.
A competitor, Brotzeit, started a similar service in Halle in September 2024 at €19 a month; Hartmann charges €24.

We want to reduce monthly churn to below 4% by the end of 2026 without lowering the price.
Which customer segments are worth winning first? How should we price the family box? What should delivery look like when we pass 4,000 households?
Please prepare a 12-month roadmap with milestones. Management expects that Leipzig will grow by about 2% a year.`,
});

/** A structured brief from a different industry. */
export const museumEngagement: EngagementBrief = sampleEngagement({
  name: 'Harbour Museum relaunch',
  client: 'Harbour Museum Trust',
  brief: `# Background
The Harbour Museum in Bristol reopens on 12 June 2027 after a two-year renovation. Before closing it had 86,000 visitors a year, of whom only 9% were under 25.
The trust has a marketing budget of £220,000, approved by the board.

# Deliverables
- A brand message and tone of voice for young adults
- An audience study: who lives within 30 minutes and why they stay away
- A launch campaign concept with channels and costs
- Fundraising options to replace the council grant of £150,000, which ends in 2028

# Constraints
- The name and the ship logo must not change.
- Volunteers run the tours; nobody may be replaced by an app.`,
});

export const churnTask: TaskBrief = {
  id: 'churn-causes',
  name: 'Why subscribers leave and how to reduce churn',
  description:
    'Find the causes of churn in the bread subscription and what delivery and choice have to do with it.',
  kind: 'analysis',
};

/** Finds an expert of the sample roster. Throws if there is none. */
export function findSampleAgent(slug: string): AgentProfile {
  const agent = sampleRoster.find((candidate) => candidate.slug === slug);
  if (!agent) throw new Error(`No sample agent ${slug}`);
  return agent;
}

/** Makes the input of a complete draft with a source, a consultation and earlier work. */
export function makeDraftInput(changes: Partial<DraftInput> = {}): DraftInput {
  return {
    engagement: bakeryEngagement,
    task: churnTask,
    agent: findSampleAgent('financial-analyst'),
    sources: [
      {
        id: 'source-1',
        title: 'Exit survey 2025',
        location: 'exit-survey.md',
        text: `# Method\nThe survey was sent to 640 former subscribers in January 2025; 212 answered.\n\n# Results\nSubscribers who had two late deliveries in their first month left three times as often as others. Nearly half of those who left would return if they could choose the delivery slot.\n\nreason,answers,share\nlate delivery,87,41%\ntoo little choice,49,23%\nprice,36,17%\nmoved away,40,19%\n`,
      },
    ],
    upstream: [],
    consultations: [],
    previous: null,
    reviewNotes: [],
    ...changes,
  };
}
