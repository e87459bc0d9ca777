import { Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { DeliverableParams } from '../declaring/scalars.ts';
import { VersionNumber } from './deliverables.ts';

/** Charts count from 1, in the order of the text. One that cannot be drawn is missing. */
export const ChartParams = Type.Object({
  ...DeliverableParams.properties,
  number: Type.Integer({ minimum: 1, maximum: 1_000 }),
});

export const getChart = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/deliverables/:filename/charts/:number',
  name: 'getChart',
  summary: 'Draw a chart of a deliverable, by default of its latest version',
  tag: 'Deliverables',
  params: ChartParams,
  query: Type.Object({ version: Type.Optional(VersionNumber) }),
  responses: { 200: 'image/svg+xml' },
  errors: ['not_found'],
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
  responses: { 200: 'image/svg+xml' },
  errors: ['not_found'],
});
