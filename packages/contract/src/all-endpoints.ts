import * as account from './account.ts';
import * as adminHealth from './admin-health.ts';
import * as apiKeys from './api-keys.ts';
import * as attachments from './attachments.ts';
import * as auditLog from './audit-log.ts';
import * as auth from './auth.ts';
import * as billing from './billing.ts';
import * as branding from './branding.ts';
import * as deliverables from './deliverables.ts';
import type { Endpoint } from './endpoint.ts';
import * as engagements from './engagements.ts';
import * as pdfExports from './exports.ts';
import * as insights from './insights.ts';
import * as library from './library.ts';
import * as plans from './plans.ts';
import * as portal from './portal.ts';
import * as runs from './runs.ts';
import * as service from './service.ts';
import * as team from './team.ts';
import * as templates from './templates.ts';
import * as webhooks from './webhooks.ts';

const modules: Record<string, unknown>[] = [
  service,
  adminHealth,
  auth,
  apiKeys,
  engagements,
  runs,
  plans,
  deliverables,
  pdfExports,
  branding,
  portal,
  attachments,
  templates,
  team,
  auditLog,
  library,
  insights,
  webhooks,
  billing,
  account,
];

/** Every endpoint of the HTTP API. The routes, the OpenAPI description and the tests of all endpoints use this list. */
export const allEndpoints: Endpoint[] = modules.flatMap((module) => Object.values(module).filter(isEndpoint));

function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'method' in exported && 'responses' in exported;
}

/** The schemas that the same modules export, with their names for the OpenAPI description. */
export const namedSchemas: ReadonlyMap<unknown, string> = new Map(
  modules.flatMap(Object.entries).flatMap(([name, exported]) => (isTypeBoxSchema(exported) ? [[exported, name]] : [])),
);

function isTypeBoxSchema(exported: unknown): boolean {
  return typeof exported === 'object' && exported !== null && '~kind' in exported;
}
