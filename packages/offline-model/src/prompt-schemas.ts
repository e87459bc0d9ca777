import { languages } from '@ecp/language/language';
import type { PromptInputs } from '@ecp/model-calls/prompt-types';
import { taskKinds } from '@ecp/model-calls/task-kinds';
import { z } from 'zod';
import type { OfflinePurpose } from './answer-purpose.ts';

const agent = z.object({
  slug: z.string(),
  name: z.string(),
  role: z.string(),
  department: z.string(),
  description: z.string(),
  skills: z.array(z.string()),
  instructions: z.string(),
});
const source = z.object({ id: z.string(), title: z.string(), location: z.string().nullable(), text: z.string() });
const listedTask = z.object({ id: z.string(), name: z.string(), agent: z.string(), dependsOn: z.array(z.string()) });
const engagement = z.object({
  ...{ name: z.string(), client: z.string(), brief: z.string(), language: z.enum(languages) },
  ...{ today: z.string(), tasks: z.array(listedTask) },
});
const task = z.object({ id: z.string(), name: z.string(), description: z.string(), kind: z.enum(taskKinds) });
const consultation = z.object({
  agentSlug: z.string(),
  agentName: z.string(),
  question: z.string(),
  answer: z.string(),
});
const upstream = z.object({
  ...{ taskName: z.string(), filename: z.string(), content: z.string() },
  isNewer: z.boolean().exactOptional(),
});
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const column = z.object({
  name: z.string(),
  type: z.enum(['text', 'number', 'date', 'boolean']),
  unit: z.string().nullable(),
});
const table = z.object({
  ...{ id: z.string(), attachmentId: z.string(), filename: z.string(), sheet: z.string().nullable() },
  ...{ hidden: z.boolean(), name: z.string(), columns: z.array(column), rowCount: z.number() },
  leftOut: z.object({
    count: z.number(),
    rows: z.array(z.object({ row: z.number(), reason: z.enum(['total', 'head', 'note', 'comment']) })),
  }),
  remarks: z.array(z.object({ column: z.string().nullable(), kind: z.string(), text: z.string() })),
  sample: z.array(z.array(cell)),
});
const query = z.object({
  ...{ id: z.string(), title: z.string().nullable(), sql: z.string(), columns: z.array(column) },
  ...{ rows: z.array(z.array(cell)), truncated: z.boolean(), resultHash: z.string() },
});
const question = z.object({
  ...{ id: z.string(), taskId: z.string().nullable(), question: z.string(), assumption: z.string() },
  answer: z.object({ text: z.string(), by: z.string(), at: z.string() }).nullable(),
  isEarlier: z.literal(true).exactOptional(),
});
const page = z.object({
  ...{ id: z.string(), title: z.string(), url: z.string(), text: z.string(), sha256: z.string() },
  ...{ author: z.string().nullable(), publishedOn: z.string().nullable(), fetchedAt: z.string() },
});
const figure = z.object({
  ...{ label: z.string(), text: z.string(), filename: z.string(), isOpen: z.boolean() },
  ...{ unit: z.string().nullable(), period: z.string().nullable() },
});
const conflict = z.object({
  ...{ id: z.string(), kind: z.enum(['sources', 'documents']), about: z.string() },
  values: z.array(
    z.object({
      ...{ value: z.union([z.number(), z.string()]), text: z.string(), filename: z.string() },
      place: z.string().nullable(),
    }),
  ),
  settlement: z.object({ chosen: z.number().nullable(), reason: z.string(), by: z.string() }).nullable(),
});
const sourceChange = z.object({
  ...{ type: z.enum(['words', 'figure', 'gone', 'result']), title: z.string(), newTitle: z.string().nullable() },
  ...{ readAt: z.string().nullable(), before: z.string(), after: z.string().nullable() },
  ...{ section: z.string().nullable(), footnotes: z.array(z.string()), note: z.number() },
});
const found = {
  figures: z.array(figure).exactOptional(),
  conflicts: z.array(conflict).exactOptional(),
  questions: z.array(question).exactOptional(),
  questionsLeft: z.number().exactOptional(),
  pages: z.array(page).exactOptional(),
  research: z.object({ domains: z.array(z.string()), maxPages: z.number() }).exactOptional(),
};
const ofTables = { tables: z.array(table).exactOptional(), canQuery: z.boolean().exactOptional() };
const comment = z.object({
  id: z.string(),
  quote: z.string().nullable(),
  section: z.string().nullable(),
  body: z.string(),
  suggestion: z.string().nullable(),
  authorKind: z.enum(['user', 'client', 'api_key', 'agent']),
  replies: z.array(z.object({ authorKind: z.enum(['user', 'client', 'api_key', 'agent']), body: z.string() })),
});
const draft = z.object({
  engagement,
  task,
  agent,
  sources: z.array(source),
  upstream: z.array(upstream),
  consultations: z.array(consultation),
  previous: z.object({ version: z.number(), content: z.string() }).nullable(),
  reviewNotes: z.array(z.string()),
  comments: z.array(comment).exactOptional(),
  sourceChanges: z.array(sourceChange).exactOptional(),
  ...ofTables,
  queries: z.array(query).exactOptional(),
  ownQueries: z.array(z.string()).exactOptional(),
  ...found,
});
const criterion = z.object({ id: z.string(), name: z.string(), description: z.string(), weight: z.number() });

/** The shape of each purpose's input as it arrives with a call. */
export const promptSchemas: { [Purpose in OfflinePurpose]: z.ZodType<PromptInputs[Purpose]> } = {
  plan: z.object({
    ...{ engagement, agent, sources: z.array(source), roster: z.array(agent).min(1) },
    maxTasks: z.number().min(1),
    ...ofTables,
  }),
  delegate: z.object({
    ...{ engagement, task, agent },
    colleagues: z.array(z.object({ agent, documents: z.array(z.string()) })),
  }),
  consult: z.object({
    ...{ engagement, task, agent, askedBy: agent, question: z.string() },
    documents: z.array(upstream),
  }),
  draft,
  observe: draft.extend({
    ...{ draft: z.string(), observer: agent },
    earlier: z.object({ draft: z.string(), issues: z.array(z.string()) }).exactOptional(),
  }),
  revise: draft.extend({ draft: z.string(), issues: z.array(z.string()) }),
  amend: draft.extend({
    sections: z.array(z.string()),
    footnotes: z.array(z.string()),
    asked: z.array(z.number()),
    editable: z.array(z.number()).nullable(),
    issues: z.array(z.string()),
  }),
  repair: draft.extend({
    document: z.string(),
    more: z.array(z.object({ state: z.string(), count: z.number() })),
    failures: z.array(
      z.object({
        ...{ section: z.string(), sentence: z.string(), before: z.string(), after: z.string() },
        ...{ footnotes: z.array(z.string()), named: z.array(z.string()) },
        faults: z.array(
          z.object({
            state: z.enum(['altered', 'unsupported', 'missing_source', 'uncited', 'issue']),
            ...{ footnote: z.string().nullable(), reason: z.string(), passage: z.string().nullable() },
          }),
        ),
      }),
    ),
  }),
  evaluate: z.object({
    engagement,
    task,
    agent,
    deliverable: z.string(),
    queries: z.array(query).exactOptional(),
    sourceTitles: z.array(z.string()).exactOptional(),
    rubric: z.object({ type: z.enum(taskKinds), version: z.number(), criteria: z.array(criterion) }),
  }),
};
