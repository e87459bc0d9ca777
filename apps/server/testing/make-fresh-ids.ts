import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { type Ids, namedIds } from './hostile/example-requests.ts';
import type { PopulatedTenant } from './populated-tenant.ts';

/**
 * Makes new records of the tenant for one request to an endpoint, so that no response depends on an
 * earlier one.
 */
export async function makeFreshIds(tenant: PopulatedTenant, endpoint: Endpoint): Promise<Ids> {
  const named = namedIds(endpoint);
  const engagement = named.includes('engagement')
    ? await tenant.addEngagement()
    : tenant.ids.engagement;
  const attachment =
    named.includes('attachment') || named.includes('grid')
      ? await tenant.addAttachment(engagement)
      : null;
  if (endpoint.name === 'deleteDeckTemplate') await tenant.setDeckTemplate();
  if (endpoint.name === 'deleteModelKey') await tenant.setModelKey();
  if (endpoint.name === 'deleteSso') await tenant.setSso();
  return {
    ...tenant.ids,
    ...(named.includes('scimToken') ? { scimToken: await tenant.addScimToken() } : {}),
    engagement,
    ...(attachment === null ? {} : { attachment }),
    ...(named.includes('grid') && attachment !== null
      ? {
          grid: await tenant.addGrid(
            engagement,
            attachment,
            endpoint.name === 'stopGrid' ? 'running' : 'stopped',
          ),
        }
      : {}),
    ...(named.includes('update') ? { update: await tenant.addUpdate(engagement) } : {}),
    ...(named.includes('page') ? { page: await tenant.addPage(engagement) } : {}),
    ...(named.includes('table') || named.includes('query')
      ? await tenant.addTable(engagement)
      : {}),
    ...(named.includes('question')
      ? { question: (await tenant.addQuestion(engagement)).question }
      : {}),
    ...(named.includes('conflict') ? { conflict: await tenant.addConflict(engagement) } : {}),
    ...(named.includes('comment') ? { comment: await tenant.addComment(engagement) } : {}),
    ...(named.includes('portalToken')
      ? { portalToken: (await tenant.addPortalToken(engagement)).id }
      : {}),
    ...(named.includes('apiKey') ? { apiKey: (await tenant.addKey()).id } : {}),
    ...(named.includes('template') ? { template: await tenant.addTemplate() } : {}),
    ...(named.includes('card') ? { card: await tenant.addCard(engagement) } : {}),
    ...(named.includes('webhook') ? await tenant.addWebhook() : {}),
    ...(named.includes('channel') ? { channel: await tenant.addChannel() } : {}),
    ...(named.includes('assistant') ? { assistant: await tenant.addAssistant() } : {}),
    ...(named.includes('wall')
      ? { wall: await tenant.addWall({ isEntered: endpoint.name !== 'enterWall' }) }
      : {}),
    ...(named.includes('session') ? { session: await tenant.addSession() } : {}),
    ...(named.includes('member') ? { member: await tenant.addMember() } : {}),
  };
}
