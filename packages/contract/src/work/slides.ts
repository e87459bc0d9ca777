import { type Static, Type } from 'typebox';
import { Nullable } from '../declaring/scalars.ts';

/** Kinds of slides. Each has one message as its title. */
const slideKinds = [
  'title',
  'summary',
  'exhibit',
  'comparison',
  'timeline',
  'risks',
  'next_steps',
  'sources',
] as const;

/** Kinds of native charts. */
const slideChartTypes = ['column', 'bar', 'line', 'waterfall', 'stacked', 'scatter'] as const;

export const SlideChart = Type.Object({
  type: Type.Enum([...slideChartTypes]),
  categories: Type.Array(Type.String(), {
    description: 'Their names; of a scatter chart, the name of each point',
  }),
  series: Type.Array(
    Type.Object({ name: Type.String(), values: Type.Array(Nullable(Type.Number())) }),
    {
      description: 'A scatter chart has two, across and up; a waterfall has one',
    },
  ),
  unit: Nullable(Type.String()),
  totals: Type.Optional(
    Type.Array(Type.Integer(), {
      description: 'Of a waterfall: the places of the categories that are totals, from 0',
    }),
  ),
});

export const SlideTable = Type.Object({
  columns: Type.Array(Type.Object({ name: Type.String(), numeric: Type.Boolean() })),
  rows: Type.Array(Type.Array(Type.String())),
  whole: Type.Optional(
    Type.Object(
      { rows: Type.Integer({ minimum: 0 }), columns: Type.Integer({ minimum: 0 }) },
      { description: 'What the table of the document has; missing where the slide has all' },
    ),
  ),
  remark: Type.Optional(
    Type.String({ description: 'What the document says of all values, such as their unit' }),
  ),
});

/** A slide of a deck, whose texts are plain. A slide shows a chart, a table, or points alone. */
export const Slide = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...slideKinds]),
  title: Type.String({ description: 'Its one message; of the title slide, the name of the work' }),
  points: Type.Array(Type.String(), { description: 'At most 40 words together' }),
  chart: Nullable(SlideChart),
  table: Nullable(SlideTable),
  sources: Type.Array(Type.String(), { description: 'What stands at its foot' }),
  notes: Type.Array(Type.String(), { description: 'Derivations and citations; none for a client' }),
});
export type Slide = Static<typeof Slide>;
