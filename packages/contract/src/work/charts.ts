import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { DeliverableParams, Nullable, RequiredText } from '../declaring/scalars.ts';
import { VersionNumber } from './deliverables.ts';

/** Charts count from 1, in the order of the text. One that cannot be drawn is missing. */
export const ChartParams = Type.Object({
  ...DeliverableParams.properties,
  number: Type.Integer({ minimum: 1, maximum: 1_000 }),
});

/** The background that a picture is drawn for. `auto` has both colourings, and the reader's system decides. */
export const chartThemes = ['auto', 'light', 'dark'] as const;
export type ChartTheme = (typeof chartThemes)[number];
const theme = Type.Optional(Type.Enum([...chartThemes], { default: 'auto' }));

export const getChart = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/deliverables/:filename/charts/:number',
  name: 'getChart',
  summary: 'Draw a chart of a deliverable, by default of its latest version',
  tag: 'Deliverables',
  params: ChartParams,
  query: Type.Object({ version: Type.Optional(VersionNumber), theme }),
  responses: { 200: 'image/svg+xml' },
  errors: ['text_too_complex', 'not_found'],
});

/** The same chart for a client. */
export const getPortalChart = defineEndpoint({
  tag: 'Client portal',
  credentials: 'portal',
  engagementKeyAccess: 'open',
  method: 'GET',
  path: '/api/portal/deliverables/:filename/charts/:number',
  name: 'getPortalChart',
  summary: 'Draw a chart of the latest version of a deliverable',
  portalPermission: 'read',
  params: Type.Pick(ChartParams, ['filename', 'number']),
  query: Type.Object({ theme }),
  responses: { 200: 'image/svg+xml' },
  errors: ['text_too_complex', 'not_found'],
});

/** A chart of a query that no document has yet: the fields of a `chart` block without its query (contract 10). */
export const PreviewChartBody = Type.Object({
  type: Type.Enum(['bar', 'line', 'area', 'scatter']),
  x: RequiredText(300),
  y: Type.Array(RequiredText(300), { minItems: 1, maxItems: 6, uniqueItems: true }),
  title: RequiredText(300),
  unit: Type.Optional(Nullable(RequiredText(60))),
  theme,
});
export type PreviewChartBody = Static<typeof PreviewChartBody>;

export const previewChart = defineEndpoint({
  tag: 'Data',
  method: 'POST',
  path: '/api/engagements/:id/queries/:queryId/chart',
  name: 'previewChart',
  summary: 'Draw a chart of a recorded query',
  params: Type.Object({ id: Type.String({ maxLength: 100 }), queryId: Type.String({ maxLength: 100 }) }),
  body: PreviewChartBody,
  responses: { 200: 'image/svg+xml' },
  errors: ['not_found', 'chart_not_drawn'],
});
