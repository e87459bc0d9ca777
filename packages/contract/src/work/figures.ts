import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { EngagementParams, Nullable, RequiredText, Timestamp } from '../declaring/scalars.ts';
import {
  ConflictValue,
  conflictKinds,
  conflictLimits,
  Figure,
  settlementFields,
} from '../values/figures.ts';

/** A figure over all latest documents; `conflict` is true for different values. */
export const LedgerFigure = Type.Object({
  id: Type.String({ description: 'Stays the same while label, unit and period do' }),
  label: Figure.properties.label,
  unit: Figure.properties.unit,
  period: Figure.properties.period,
  conflict: Type.Boolean(),
  conflictId: Nullable(
    Type.String({ description: 'The conflict in the list of conflicts; null without one' }),
  ),
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

/** Something that two sources, or two documents, say differently. */
export const Conflict = Type.Object({
  id: Type.String({ description: 'Stays the same while what it is about and the values do' }),
  kind: Type.Enum([...conflictKinds]),
  about: Type.String(),
  values: Type.Array(ConflictValue),
  documents: Type.Array(Type.String(), {
    description: 'Files whose latest version gives one of the values',
  }),
  status: Type.Enum(['open', 'settled']),
  settlement: Nullable(Type.Object({ ...settlementFields, at: Timestamp })),
});
export type Conflict = Static<typeof Conflict>;

export const SettleBody = Type.Object({
  chosen: settlementFields.chosen,
  reason: RequiredText(conflictLimits.reason),
});
export type SettleBody = Static<typeof SettleBody>;

export const listConflicts = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/conflicts',
  name: 'listConflicts',
  summary: 'List what sources or documents say differently, open conflicts first',
  tag: 'Conflicts',
  params: EngagementParams,
  responses: { 200: Type.Object({ conflicts: Type.Array(Conflict) }) },
});

export const settleConflict = defineEndpoint({
  method: 'POST',
  path: '/api/engagements/:id/conflicts/:conflictId/settle',
  name: 'settleConflict',
  summary: 'Settle a conflict. A later settlement replaces an earlier one',
  tag: 'Conflicts',
  params: Type.Object({
    id: Type.String({ maxLength: 100 }),
    conflictId: Type.String({ maxLength: 64 }),
  }),
  level: 'write',
  body: SettleBody,
  responses: { 200: Conflict },
  errors: ['not_found'],
});
