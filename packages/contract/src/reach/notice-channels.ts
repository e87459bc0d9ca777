import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, Nullable, RequiredText, Timestamp } from '../declaring/scalars.ts';
import { noticeGroups } from '../values/notice-kinds.ts';
import { PingResult } from './webhooks.ts';

export const channelKinds = ['slack', 'teams'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** A channel of Slack or Teams that gets the workspace's notices. Its address is secret and never shown (NOT-11). */
export const NoticeChannel = Type.Object({
  id: Id,
  kind: Type.Enum([...channelKinds]),
  label: Type.String(),
  host: Type.String({ description: 'The host of the address' }),
  groups: Type.Array(Type.Enum([...noticeGroups])),
  enabled: Type.Boolean(),
  /** The latest post; null before the first. */
  lastPost: Nullable(Type.Object({ at: Timestamp, error: Nullable(Type.String()) })),
  createdAt: Timestamp,
});
export type NoticeChannel = Static<typeof NoticeChannel>;

const Url = Type.String({ minLength: 1, maxLength: 2000, description: 'Address of an incoming webhook' });
const Label = RequiredText(100);
const Groups = Type.Array(Type.Enum([...noticeGroups]), { minItems: 1, maxItems: 2 });

export const CreateNoticeChannelBody = Type.Object({
  kind: Type.Enum([...channelKinds]),
  url: Url,
  label: Label,
  groups: Type.Optional(Groups),
});
export type CreateNoticeChannelBody = Static<typeof CreateNoticeChannelBody>;

export const UpdateNoticeChannelBody = Type.Object(
  {
    url: Type.Optional(Url),
    label: Type.Optional(Label),
    groups: Type.Optional(Groups),
    enabled: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1 },
);
export type UpdateNoticeChannelBody = Static<typeof UpdateNoticeChannelBody>;

const channels = { tag: 'Notices', credentials: 'session', path: '/api/notice-channels' } as const;
const one = {
  ...channels,
  path: '/api/notice-channels/:channelId',
  level: 'admin',
  params: Type.Object({ channelId: Type.String({ maxLength: 100 }) }),
} as const;

export const listNoticeChannels = defineEndpoint({
  ...channels,
  method: 'GET',
  name: 'listNoticeChannels',
  summary: 'List the channels of Slack and Teams that get notices',
  responses: { 200: Type.Object({ channels: Type.Array(NoticeChannel) }) },
});

export const createNoticeChannel = defineEndpoint({
  ...channels,
  method: 'POST',
  name: 'createNoticeChannel',
  summary: 'Post notices to a channel of Slack or Teams',
  level: 'admin',
  body: CreateNoticeChannelBody,
  responses: { 201: NoticeChannel },
  errors: ['webhook_url_not_https', 'webhook_url_private', 'channel_limit_reached'],
});

export const updateNoticeChannel = defineEndpoint({
  ...one,
  method: 'PATCH',
  name: 'updateNoticeChannel',
  summary: 'Change a channel of Slack or Teams',
  body: UpdateNoticeChannelBody,
  responses: { 200: NoticeChannel },
  errors: ['not_found', 'webhook_url_not_https', 'webhook_url_private'],
});

export const deleteNoticeChannel = defineEndpoint({
  ...one,
  method: 'DELETE',
  name: 'deleteNoticeChannel',
  summary: 'Stop posting notices to a channel',
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['not_found'],
});

export const testNoticeChannel = defineEndpoint({
  ...one,
  path: '/api/notice-channels/:channelId/test',
  method: 'POST',
  name: 'testNoticeChannel',
  summary: 'Post a test message to a channel and return its answer',
  responses: { 200: PingResult },
  errors: ['not_found'],
});
