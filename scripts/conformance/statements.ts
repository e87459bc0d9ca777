import { authentication } from './authentication.ts';
import { deliverableEndpoints, engagementEndpoints } from './engagements.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { limits, versioning } from './limits.ts';
import { apiKeyEndpoints, attachmentEndpoints, templateEndpoints } from './records.ts';
import { resources } from './resources.ts';
import type { Statement } from './statement.ts';
import { states } from './states.ts';
import { accountEndpoints, healthEndpoints, teamEndpoints, webhookEndpoints } from './tenant-endpoints.ts';

/** Every checkable statement of the specification, in its order. */
export const statements: Statement[] = [
  ...resources,
  ...states,
  ...engagementEndpoints,
  ...deliverableEndpoints,
  ...attachmentEndpoints,
  ...templateEndpoints,
  ...apiKeyEndpoints,
  ...teamEndpoints,
  ...webhookEndpoints,
  ...accountEndpoints,
  ...healthEndpoints,
  ...authentication,
  ...events,
  ...errors,
  ...limits,
  ...versioning,
];
