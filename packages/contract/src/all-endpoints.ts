import type { Endpoint } from './declaring/endpoint.ts';
import * as account from './identity/account.ts';
import * as apiKeys from './identity/api-keys.ts';
import * as assistants from './identity/assistants.ts';
import * as auditLog from './identity/audit-log.ts';
import * as auth from './identity/auth.ts';
import * as billing from './identity/billing.ts';
import * as branding from './identity/branding.ts';
import * as modelKeys from './identity/model-keys.ts';
import * as policies from './identity/policies.ts';
import * as scim from './identity/scim.ts';
import * as secondFactor from './identity/second-factor.ts';
import * as sessions from './identity/sessions.ts';
import * as sso from './identity/sso.ts';
import * as team from './identity/team.ts';
import * as aiUse from './reach/ai-use.ts';
import * as decks from './reach/decks.ts';
import * as fileExports from './reach/exports.ts';
import * as insights from './reach/insights.ts';
import * as library from './reach/library.ts';
import * as notices from './reach/notices.ts';
import * as overview from './reach/overview.ts';
import * as portal from './reach/portal.ts';
import * as releases from './reach/releases.ts';
import * as search from './reach/search.ts';
import * as service from './reach/service.ts';
import * as webhooks from './reach/webhooks.ts';
import * as answers from './work/answers.ts';
import * as attachments from './work/attachments.ts';
import * as cards from './work/cards.ts';
import * as comments from './work/comments.ts';
import * as deliverables from './work/deliverables.ts';
import * as economics from './work/economics.ts';
import * as engagements from './work/engagements.ts';
import * as figures from './work/figures.ts';
import * as grids from './work/grids.ts';
import * as notebook from './work/notebook.ts';
import * as plans from './work/plans.ts';
import * as questions from './work/questions.ts';
import * as queue from './work/queue.ts';
import * as recurring from './work/recurring.ts';
import * as research from './work/research.ts';
import * as runs from './work/runs.ts';
import * as slides from './work/slides.ts';
import * as sources from './work/sources.ts';
import * as storylines from './work/storylines.ts';
import * as tables from './work/tables.ts';
import * as templates from './work/templates.ts';
import * as walls from './work/walls.ts';

const modules: Record<string, unknown>[] = [
  service,
  auth,
  secondFactor,
  sessions,
  scim,
  sso,
  apiKeys,
  modelKeys,
  assistants,
  engagements,
  overview,
  queue,
  search,
  runs,
  plans,
  deliverables,
  comments,
  sources,
  figures,
  fileExports,
  aiUse,
  slides,
  decks,
  storylines,
  branding,
  portal,
  releases,
  questions,
  answers,
  notebook,
  attachments,
  tables,
  research,
  recurring,
  grids,
  economics,
  templates,
  walls,
  team,
  policies,
  auditLog,
  library,
  cards,
  insights,
  webhooks,
  notices,
  billing,
  account,
];

/**
 * Every endpoint of the HTTP API. The routes, the OpenAPI description and the tests of all
 * endpoints use this list.
 */
export const allEndpoints: Endpoint[] = modules.flatMap((module) =>
  Object.values(module).filter(isEndpoint),
);

function isEndpoint(exported: unknown): exported is Endpoint {
  return (
    typeof exported === 'object' &&
    exported !== null &&
    'method' in exported &&
    'responses' in exported
  );
}

/** The schemas that the same modules export, with their names for the OpenAPI description. */
export const namedSchemas: ReadonlyMap<unknown, string> = new Map(
  modules
    .flatMap(Object.entries)
    .flatMap(([name, exported]) => (isTypeBoxSchema(exported) ? [[exported, name]] : [])),
);

function isTypeBoxSchema(exported: unknown): boolean {
  return typeof exported === 'object' && exported !== null && '~kind' in exported;
}
