import { type Static, Type } from 'typebox';
import { Nullable } from '../declaring/scalars.ts';
import { citationStates } from './citations.ts';

/** A figure of a document: what it measures, in which unit and period, and its value as typed and as written. */
export const Figure = Type.Object({
  label: Type.String({ description: 'What the figure measures, in the words of the document' }),
  unit: Nullable(Type.String({ description: 'Unit or currency without a scale, such as `EUR`, `%` or `points`' })),
  period: Nullable(Type.String({ description: 'Such as `2024`, `2024-Q3` or `2024-03`' })),
  value: Type.Number({ description: 'In full: 4.2 million is 4200000' }),
  text: Type.String({ description: 'As the document writes it' }),
  section: Nullable(Type.String({ description: 'Heading above the figure' })),
  state: Type.Enum([...citationStates]),
});
export type Figure = Static<typeof Figure>;
