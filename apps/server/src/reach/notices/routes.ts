import * as channels from '@ecp/contract/reach/notices';
import * as contract from '@ecp/contract/reach/notices';
import type { FastifyInstance } from 'fastify';
import { setNextLink } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { testChannel } from './channel-posts.ts';
import {
  createChannel,
  deleteChannel,
  listChannels,
  requireChannel,
  updateChannel,
} from './channels.ts';
import { listNotices, readNotices } from './inbox.ts';
import {
  getNotificationSettings,
  getUnsubscription,
  unsubscribe,
  updateNotificationSettings,
} from './notification-settings.ts';

/** Registers the inbox, what people get by mail, and channels (docs/requirements/notices.md). */
export function registerNoticeRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, contract.listNotices, async (context, { query, reply }) => {
    const { notices, unread, nextCursor } = await listNotices(context, query);
    const address = services.config.baseUrl + contract.listNotices.path;
    setNextLink(reply, address, query, nextCursor);
    return { notices, unread };
  });
  implementEndpoint(app, services, contract.readNotices, (context, { body }) =>
    readNotices(context, body),
  );
  implementEndpoint(app, services, contract.getNotificationSettings, (context) =>
    getNotificationSettings(context),
  );
  implementEndpoint(app, services, contract.updateNotificationSettings, (context, { body }) =>
    updateNotificationSettings(context, body),
  );
  implementEndpoint(app, services, contract.getUnsubscription, (context, { params }) =>
    getUnsubscription(context, params.token),
  );
  implementEndpoint(app, services, contract.unsubscribe, (context, { params }) =>
    unsubscribe(context, params.token),
  );
  registerChannelRoutes(app, services);
}

function registerChannelRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, channels.listNoticeChannels, async (context) => ({
    channels: await listChannels(context),
  }));
  implementEndpoint(app, services, channels.createNoticeChannel, (context, { body }) =>
    createChannel(context, body),
  );
  implementEndpoint(
    app,
    services,
    channels.updateNoticeChannel,
    (context, { params, body }) => updateChannel(context, params.channelId, body),
    ({ database, tenantId }, { channelId }) => requireChannel(database, tenantId, channelId),
  );
  implementEndpoint(app, services, channels.deleteNoticeChannel, async (context, { params }) => {
    await deleteChannel(context, params.channelId);
    return { success: true };
  });
  implementEndpoint(app, services, channels.testNoticeChannel, (context, { params }) =>
    testChannel(context, params.channelId),
  );
}
