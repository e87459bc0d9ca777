import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { EngagementParams, Nullable } from '../declaring/scalars.ts';
import { Figure } from '../values/figures.ts';

/**
 * A figure over all latest documents of an engagement. `conflict` is true when they give different values (contract
 * 10).
 */
export const LedgerFigure = Type.Object({
  id: Type.String({ description: 'Stays the same while label, unit and period do' }),
  label: Figure.properties.label,
  unit: Figure.properties.unit,
  period: Figure.properties.period,
  conflict: Type.Boolean(),
  conflictId: Nullable(Type.String({ description: 'The conflict in the list of conflicts; null without one' })),
  values: Type.Array(
    Type.Object({
      value: Figure.properties.value,
      text: Figure.properties.text,
      filename: Type.String(),
      version: Type.Integer(),
      section: Nullable(Type.String()),
      state: Figure.properties.state,
    }),
  ),
});
export type LedgerFigure = Static<typeof LedgerFigure>;

export const listFigures = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/figures',
  name: 'listFigures',
  summary: 'List the figures of the latest documents, those that conflict first',
  tag: 'Deliverables',
  params: EngagementParams,
  responses: { 200: Type.Object({ figures: Type.Array(LedgerFigure) }) },
});
