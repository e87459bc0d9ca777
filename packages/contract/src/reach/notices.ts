import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Flag, Id, NameText, Nullable, Timestamp } from '../declaring/scalars.ts';
import { type NoticeKind, noticeData, noticeGroups } from '../values/notice-kinds.ts';
import { PingResult } from './webhooks.ts';

const fields = {
  id: Id,
  group: Type.Enum([...noticeGroups]),
  engagementId: Id,
  engagementName: Type.String(),
  createdAt: Timestamp,
  readAt: Nullable(Timestamp),
};
const noticeOf = <K extends NoticeKind>(kind: K) =>
  Type.Object({ ...fields, kind: Type.Literal(kind), data: noticeData[kind] });

/** A notice in a person's inbox. */
export const Notice = Type.Union([
  noticeOf('run_completed'),
  noticeOf('run_failed'),
  noticeOf('question_asked'),
  noticeOf('update_proposed'),
  noticeOf('grid_completed'),
  noticeOf('owner_assigned'),
  noticeOf('client_comment'),
  noticeOf('client_answer'),
  noticeOf('client_decision'),
  noticeOf('approval_needed'),
  noticeOf('model_key_refused'),
  noticeOf('webhook_gone'),
]);
export type Notice = Static<typeof Notice>;

/** When a person gets mail: at once, once a day, or never. */
const mailTimes = ['now', 'daily', 'off'] as const;
const Time = Type.Enum([...mailTimes]);

/**
 * A person's settings for mails: about own work, about the words of clients, and a summary of
 * unread notices.
 */
export const NotificationSettings = Type.Object({ runs: Time, clients: Time, digest: Time });
export type NotificationSettings = Static<typeof NotificationSettings>;

/** The settings that a mail's unsubscribe link can switch off. */
export const unsubscribable = ['runs', 'clients', 'digest'] as const;
export type Unsubscribable = (typeof unsubscribable)[number];

const own = { tag: 'Notices', credentials: 'session', maxBodyBytes: 16 * 1024 } as const;

export const ListNoticesQuery = Type.Object({
  unread: Flag,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ListNoticesQuery = Static<typeof ListNoticesQuery>;

const Unread = Type.Integer({ description: 'The number of unread notices, at most 100' });

export const listNotices = defineEndpoint({
  ...own,
  method: 'GET',
  path: '/api/notices',
  name: 'listNotices',
  summary: 'List your notices, newest first',
  query: ListNoticesQuery,
  responses: { 200: Type.Object({ notices: Type.Array(Notice), unread: Unread }) },
});

const kinds = Object.keys(noticeData) as NoticeKind[];

/** Selects the unread notices that count as read: all that match each given field. */
export const ReadNoticesBody = Type.Object(
  {
    ids: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 200 })),
    engagementId: Type.Optional(Type.String({ maxLength: 100 })),
    filename: Type.Optional(
      Type.String({ maxLength: 300, description: 'Only notices about this document' }),
    ),
    kinds: Type.Optional(Type.Array(Type.Enum(kinds), { minItems: 1, maxItems: kinds.length })),
    all: Type.Optional(Type.Literal(true)),
  },
  { minProperties: 1 },
);
export type ReadNoticesBody = Static<typeof ReadNoticesBody>;

export const readNotices = defineEndpoint({
  ...own,
  method: 'POST',
  path: '/api/notices/read',
  name: 'readNotices',
  summary:
    'Mark your notices as read: those named, those of an engagement, a document or some kinds, or all',
  body: ReadNoticesBody,
  responses: { 200: Type.Object({ unread: Unread }) },
});

const settings = { ...own, path: '/api/me/notifications' } as const;

export const getNotificationSettings = defineEndpoint({
  ...settings,
  method: 'GET',
  name: 'getNotificationSettings',
  summary: 'Read what you get by mail, and when',
  responses: { 200: NotificationSettings },
});

export const UpdateNotificationSettingsBody = Type.Object(
  { runs: Type.Optional(Time), clients: Type.Optional(Time), digest: Type.Optional(Time) },
  { minProperties: 1 },
);
export type UpdateNotificationSettingsBody = Static<typeof UpdateNotificationSettingsBody>;

export const updateNotificationSettings = defineEndpoint({
  ...settings,
  method: 'PATCH',
  name: 'updateNotificationSettings',
  summary: 'Change what you get by mail, and when',
  body: UpdateNotificationSettingsBody,
  responses: { 200: NotificationSettings },
});

/**
 * The signed link of a mail is the only credential. It never expires, and can only switch mail off.
 */
const unsubscribing = {
  tag: 'Notices',
  credentials: 'none',
  engagementKeyAccess: 'open',
  path: '/api/unsubscribe/:token',
  params: Type.Object({ token: Type.String({ maxLength: 500 }) }),
} as const;

export const Unsubscription = Type.Object({
  tenantName: Type.String(),
  setting: Type.Enum([...unsubscribable]),
  value: Time,
});
export type Unsubscription = Static<typeof Unsubscription>;

export const getUnsubscription = defineEndpoint({
  ...unsubscribing,
  errors: ['invalid_token', 'not_found'],
  method: 'GET',
  name: 'getUnsubscription',
  summary: 'Read which mail the link of a mail would switch off',
  responses: { 200: Unsubscription },
});

/**
 * One-click unsubscription (RFC 8058): mail programs post a form, whose content does not matter.
 */
export const unsubscribe = defineEndpoint({
  ...unsubscribing,
  errors: ['invalid_token', 'not_found'],
  method: 'POST',
  name: 'unsubscribe',
  summary: 'Switch off the kind of mail that the link came with',
  responses: { 200: Unsubscription },
});

export const channelKinds = ['slack', 'teams'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/**
 * A channel of Slack or Teams that gets the workspace's notices. Its address is secret and never
 * shown.
 */
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

const Url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Address of an incoming webhook',
});
const Label = NameText(100);
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
  errors: [
    'webhook_url_not_https',
    'webhook_url_private',
    'url_has_credentials',
    'channel_limit_reached',
  ],
});

export const updateNoticeChannel = defineEndpoint({
  ...one,
  method: 'PATCH',
  name: 'updateNoticeChannel',
  summary: 'Change a channel of Slack or Teams',
  body: UpdateNoticeChannelBody,
  responses: { 200: NoticeChannel },
  errors: ['not_found', 'webhook_url_not_https', 'webhook_url_private', 'url_has_credentials'],
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
