import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Flag, Id, Nullable, Timestamp } from '../declaring/scalars.ts';
import { type NoticeKind, noticeData, noticeGroups } from '../values/notice-kinds.ts';

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

/** A notice in a person's inbox (contract 12). */
export const Notice = Type.Union([
  noticeOf('run_completed'),
  noticeOf('run_failed'),
  noticeOf('question_asked'),
  noticeOf('update_proposed'),
  noticeOf('owner_assigned'),
  noticeOf('client_comment'),
  noticeOf('client_answer'),
  noticeOf('client_decision'),
]);
export type Notice = Static<typeof Notice>;

/** When a person gets mail: at once, once a day, or never. */
const mailTimes = ['now', 'daily', 'off'] as const;
export type MailTime = (typeof mailTimes)[number];
const Time = Type.Enum([...mailTimes]);

/** A person's settings for mails: about own work, about the words of clients, and a summary of unread notices. */
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
    filename: Type.Optional(Type.String({ maxLength: 300, description: 'Only notices about this document' })),
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
  summary: 'Mark your notices as read: those named, those of an engagement, a document or some kinds, or all',
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

/** The signed link of a mail is the only credential. It never expires, and can only switch mail off (NOT-8). */
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

/** One-click unsubscription (RFC 8058): mail programs post a form, whose content does not matter. */
export const unsubscribe = defineEndpoint({
  ...unsubscribing,
  errors: ['invalid_token', 'not_found'],
  method: 'POST',
  name: 'unsubscribe',
  summary: 'Switch off the kind of mail that the link came with',
  responses: { 200: Unsubscription },
});
